import check from 'icon:check-circle-fill';
import clock from 'icon:clock';
import warning from 'icon:warning-circle-fill';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { useIsUnderMaintenance } from '../../core/maintenance.ts';
import { outbox } from '../../core/offline/outbox.ts';
import type { PendingEntry } from '../../core/offline/pending.ts';
import { screenState } from '../../core/screen.ts';
import { formatClockTime } from '../../core/time.ts';
import { useDeferredAtom } from '../../core/typing-idle.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { formatShortDay } from './formatters.ts';
import styles from './Journal.module.css';
import type { MarkType } from './journal.model.ts';
import { discardEntries, lastSavedAt, retryEntries } from './journal.outbox.ts';
import { entryColumnKey, entryStudentId, entryValue, isJournalEntry } from './journal.pending.ts';
import type { JournalTable } from './useJournalTable.ts';

interface Props {
  sheet: JournalTable;
  /** What was refused is above the table, where it has room for its words; the rest beside the tools, on the phone in the head. */
  part: 'refused' | 'rest';
}

/** Entries that were refused, why, and what can be done; `children` may name them. */
function Refused({
  entries,
  words,
  children,
}: {
  entries: readonly PendingEntry[];
  words: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation('journal');
  if (entries.length === 0) return null;
  return (
    <div className={styles.refused} role="alert">
      <Icon of={warning} size="xs" />
      <span>
        {words}: {entries[0]?.refused?.message}
      </span>
      <Button look="quiet" onClick={() => retryEntries(entries)}>
        {t('common:retry')}
      </Button>
      <Button look="quiet" onClick={() => discardEntries(entries)}>
        {t('discard')}
      </Button>
      {children}
    </div>
  );
}

/** So many lost entries are named at once; more are folded. */
const maxUnfolded = 3;

/** Names entries whose table is not there to show them: journal, student, day of the class, and what was entered. */
function LostEntries({ entries, marks }: { entries: readonly PendingEntry[]; marks: readonly MarkType[] }) {
  const { t } = useTranslation('journal');
  const signText = (entry: PendingEntry) => {
    if (entryStudentId(entry) === null) return t('allPresent');
    const { isVisited, otsenka } = entryValue(entry, marks);
    if (isVisited === null) return t('empty');
    return otsenka ?? t(isVisited ? 'present' : 'absent');
  };
  const list = (
    <ul className={styles.lost}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <span translate="no">{[entry.title, entry.subject].filter(Boolean).join(' · ')}</span> ·{' '}
          {formatShortDay(entryColumnKey(entry))} · {signText(entry)}
        </li>
      ))}
    </ul>
  );
  if (entries.length <= maxUnfolded) return list;
  return (
    <details className={styles.lost}>
      <summary>{t('lostEntries')}</summary>
      {list}
    </details>
  );
}

/** Entries of other journals that were refused: one that the person has no more would tell of them nowhere. */
function RefusedElsewhere({ known, marks }: { known: readonly PendingEntry[]; marks: readonly MarkType[] }) {
  const { t } = useTranslation('journal');
  const { entries } = useDeferredAtom(outbox);
  const here = new Set(known.map(({ key }) => key));
  const others = entries.filter((one) => one.refused && isJournalEntry(one) && !here.has(one.key));
  return (
    <Refused entries={others} words={t('notSavedElsewhere', { count: others.length })}>
      <LostEntries entries={others} marks={marks} />
    </Refused>
  );
}

/** Whether everything on this screen is with the server: saved, saving, waiting for the network, refused. */
export function SaveStatus({ sheet, part }: Props) {
  const { t } = useTranslation('journal');
  const { mobile } = useAtom(screenState);
  const saved = useDeferredAtom(lastSavedAt);
  const connected = useAtom(isPortalReachable);
  const isWorkedOn = useIsUnderMaintenance();
  // The colour changes at once; the words, with another icon and other widths, follow.
  const { pending } = sheet.store;
  const hasUnsaved = () => pending.get().some((entry) => !entry.refused);
  const unsaved = useSyncExternalStore(pending.subscribe, hasUnsaved, hasUnsaved);
  const entries = useDeferredAtom(pending);
  const refused = entries.filter((entry) => entry.refused);
  const count = entries.length - refused.length;
  const waitsFor = mobile ? 'keptHere' : connected ? 'waitsForWork' : 'waiting';
  if (part === 'refused')
    return (
      <>
        <Refused entries={refused} words={t('notSaved', { count: refused.length })} />
        <RefusedElsewhere known={entries} marks={sheet.marks} />
      </>
    );
  return (
    <p
      className={styles.saving}
      role="status"
      data-state={unsaved ? (connected && !isWorkedOn ? 'saving' : 'waiting') : 'saved'}
    >
      <span>
        {refused.length > 0 ? null : count > 0 ? (
          <>
            <Icon of={clock} size="xs" />
            {connected && !isWorkedOn ? t('saving') : t(waitsFor, { count })}
          </>
        ) : (
          saved && (
            <>
              <Icon of={check} size="xs" />
              {t('saved', { time: formatClockTime(saved) })}
            </>
          )
        )}
      </span>
    </p>
  );
}
