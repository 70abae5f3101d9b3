import split from 'icon:arrows-split';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { dateInWords, toCalendarDay } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Time } from '../../kit/Time.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './People.module.css';
import { PersonPageSection } from './PersonPageSections.tsx';
import { type AccountMerge, type Person, useUndoMerge } from './people.data.ts';
import { ReasonForm } from './Reason.tsx';
import accounts from './SamePerson.module.css';
import { useRowKindName } from './texts.ts';

/** Accounts that were merged with this one, and parting them again while that is possible. */
export function AccountMerges({ of }: { of: Person }) {
  const { t } = useTranslation('people');
  const connected = useAtom(isPortalReachable);
  const [chosen, setChosen] = useState<AccountMerge | null>(null);
  const [result, setResult] = useState<string | null>(null);
  if (!of.merges.length && !result) return null;
  return (
    <PersonPageSection title={t('merges')}>
      {result && <InlineAlert>{result}</InlineAlert>}
      <ul className={accounts.doubles}>
        {of.merges.map((one) => (
          <li key={one.id_merge} className={accounts.double}>
            <Icon of={split} />
            <div>
              <Link to="/people/$id" params={{ id: String(one.id_person) }} className={styles.name}>
                <span translate="no">
                  {one.fio} · {one.login}
                </span>
              </Link>
              {one.isGone && <p>{t('mergedInto', { fio: one.fio })}</p>}
              <p className={styles.small}>
                <Time at={one.at} form="exact" /> · {t('mergedBy', { by: one.by })} ·{' '}
                {one.until ? t('partUntil', { day: dateInWords(toCalendarDay(one.until)) }) : t('partOver')}
              </p>
            </div>
            {one.until && (
              <Button look="quiet" disabled={!connected} onClick={() => setChosen(one)}>
                {t('part')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog open={chosen !== null} onClose={() => setChosen(null)} title={t('partTitle')}>
        {chosen && <Part of={of} merge={chosen} onResult={setResult} onDone={() => setChosen(null)} />}
      </Dialog>
    </PersonPageSection>
  );
}

interface Props {
  of: Person;
  merge: AccountMerge;
  /** What did not go back, and what stays. */
  onResult: (text: string | null) => void;
  onDone: () => void;
}

function Part({ of, merge, onResult, onDone }: Props) {
  const { t } = useTranslation('people');
  const names = useRowKindName();
  const call = useUndoMerge();
  const list = (rows: readonly { kind: string; rows: number }[]) =>
    rows.map(({ kind, rows: count }) => `${names(kind)} — ${count}`).join(', ');
  return (
    <ReasonForm
      yes={t('part')}
      busy={call.isPending}
      failure={call.error}
      onYes={(reason) =>
        call.mutate(
          { id_person: of.id_person, id_merge: merge.id_merge, reason },
          {
            onSuccess: ([done]) => {
              const left = (done?.moved ?? []).filter(({ apart }) => apart > 0);
              const sentences = [
                done?.since.length ? t('partSince', { list: list(done.since) }) : '',
                left.length
                  ? t('partLeft', { list: list(left.map(({ kind, apart }) => ({ kind, rows: apart }))) })
                  : '',
              ].filter(Boolean);
              showToast(t('parted'));
              onResult(sentences.join('. ') || null);
              onDone();
            },
          },
        )
      }
    >
      <p>{t('partMeans', { login: merge.isGone ? of.login : merge.login })}</p>
    </ReasonForm>
  );
}
