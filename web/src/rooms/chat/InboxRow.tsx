import at from 'icon:at-bold';
import mutedBell from 'icon:bell-slash';
import check from 'icon:check';
import checks from 'icon:checks';
import pin from 'icon:push-pin-fill';
import { conversationAddress } from '@bilim/contract/conversation-address.ts';
import { officeContactType, shortYearLabel, type UrlSelection } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConversationAvatar } from '../../conversations/ConversationAvatar.tsx';
import { type ConversationRow, conversationTitle } from '../../conversations/conversations.data.ts';
import { useUnreadCounts } from '../../conversations/unread.data.ts';
import { useAtom } from '../../core/atom.ts';
import type { PendingEntry } from '../../core/offline/pending.ts';
import { session } from '../../core/session.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { CountBadge } from '../../kit/CountBadge.tsx';
import { classNames } from '../../kit/classNames.ts';
import { isPicture } from '../../kit/file.ts';
import { Icon, type IconDrawing } from '../../kit/Icon.tsx';
import { surnameAndName } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import styles from './ChatInbox.module.css';
import { parseConversationAddress } from './chat.address.ts';
import { readDraft } from './drafts.ts';
import { useConversationRow } from './inbox.data.ts';
import { useRowSwipe } from './useRowSwipe.ts';

interface Props {
  row: ConversationRow;
  /** The key of the conversation. */
  conversation: string;
  /** What waits there to be sent. */
  entries: readonly PendingEntry[];
  isOpen: boolean;
}

/**
 * What is under its name: the group, or the discipline of a personal conversation, in former years with the year; where
 * one answers in the name of an office that office.
 */
export function useConversationSubtitle({
  idid,
  id_type,
  id_office,
  group,
  isSelect,
  discipline,
  year,
}: ConversationRow): string {
  const { t } = useTranslation('chat');
  const thisYear = useAtom(session).settings?.[0]?.id_a_year_def ?? year;
  const ofGroup = isSelect ? (group ?? '') : t('common:inGroup', { group });
  if (id_type === officeContactType) return t('office.tag');
  const name = idid < 0 ? ofGroup : discipline;
  if (id_office !== null) return name;
  return year < thisYear ? `${name} · ${shortYearLabel(`20${year}-20${year + 1}`)}` : name;
}

/** One conversation of the list; the whole row opens it. */
export function InboxRow({ row, conversation, entries, isOpen }: Props) {
  const { t } = useTranslation('chat');
  const uid = useAtom(session).user?.uid ?? 0;
  const of = parseConversationAddress(conversationAddress(row), uid);
  const { of: countOf } = useUnreadCounts();
  const unread = (of && countOf(of.counted)) ?? row.countMessages;
  const { last } = row;
  return (
    <Link
      to="/chat"
      search={conversationAddress(row)}
      className={classNames(styles.row, unread > 0 && styles.unread)}
      aria-current={isOpen ? 'true' : undefined}
      data-conversation={conversation}
      data-unread={unread > 0 || undefined}
      {...useRowSwipe(of, row, unread)}
    >
      <ConversationAvatar row={row} className={styles.face} />
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={styles.name} translate="no" title={conversationTitle(row)}>
            {conversationTitle(row)}
          </span>
          {row.muted && <Mark icon={mutedBell} label={t('inbox.muted')} />}
          {row.pinned && <Mark icon={pin} label={t('inbox.pinned')} />}
          {last && (
            <span className={styles.time}>
              {last.ismine && (
                <>
                  <Icon of={last.isRead ? checks : check} size="xs" />
                  <span className="hidden-text">{t(last.isRead ? 'read' : 'sent')}</span>
                </>
              )}
              <Time at={last.created} form="list" />
            </span>
          )}
        </span>
        <span className={styles.tag} translate="no">
          {[useConversationSubtitle(row), row.apart].filter(Boolean).join(' · ')}
        </span>
        <span className={styles.line}>
          <span className={styles.last}>
            <LastLine row={row} conversation={conversation} entries={entries} isOpen={isOpen} />
          </span>
          {row.mentioned && unread > 0 && <Mark icon={at} label={t('inbox.mentioned')} className={styles.mentioned} />}
          <CountBadge of={unread} className={row.muted && !row.mentioned ? styles.quiet : undefined} />
        </span>
      </span>
    </Link>
  );
}

function Mark({ icon, label, className }: { icon: IconDrawing; label: string; className?: string | undefined }) {
  return (
    <span className={classNames(styles.mark, className)} title={label}>
      <Icon of={icon} size="xs" />
      <span className="hidden-text">{label}</span>
    </span>
  );
}

/** What waits, else the draft, else the newest message. */
function LastLine({ row, conversation, entries, isOpen }: Props): ReactNode {
  const { t } = useTranslation('chat');
  const waiting = entries.at(-1);
  if (waiting) return <Waitlists entry={waiting} />;
  // What is being written is seen in the conversation itself.
  const draft = isOpen ? '' : readDraft(conversation);
  if (draft)
    return (
      <>
        <b className={styles.draft}>{t('inbox.draft')}</b> <span translate="no">{draft}</span>
      </>
    );
  const { last, idid, id_office } = row;
  if (!last) return null;
  // In the name of an office others write too.
  const isOffices = id_office !== null && id_office !== idid;
  const self = isOffices ? `${last.fio}:` : t('inbox.you');
  const who = last.ismine ? self : idid < 0 ? `${surnameAndName(last.fio)}:` : '';
  const words = last.message || (last.file && (isPicture(last.file) ? t('inbox.picture') : last.file.name));
  return (
    <>
      {who && <b translate="no">{who}</b>} <span translate="no">{words}</span>
    </>
  );
}

function Waitlists({ entry }: { entry: PendingEntry }) {
  const { t } = useTranslation('chat');
  return (
    <>
      <b className={entry.refused && styles.draft}>{t(entry.refused ? 'state.failed' : 'inbox.sending')}:</b>{' '}
      <span translate="no">{String(entry.input.message || entry.files[0]?.name || '')}</span>
    </>
  );
}

/** A conversation in which something waits that the list does not have, as nothing has arrived there yet. */
export function PendingConversationRow({
  address,
  entries,
  isOpen,
}: {
  address: UrlSelection;
  entries: readonly PendingEntry[];
  isOpen: boolean;
}) {
  const uid = useAtom(session).user?.uid ?? 0;
  const of = parseConversationAddress(address, uid);
  return of && <WaitingIn of={of} address={address} entries={entries} isOpen={isOpen} />;
}

type WaitingInProps = Parameters<typeof PendingConversationRow>[0] & {
  of: NonNullable<ReturnType<typeof parseConversationAddress>>;
};

function WaitingIn({ of, address, entries, isOpen }: WaitingInProps) {
  const row = useConversationRow(of);
  if (row) return <InboxRow row={row} conversation={of.key} entries={entries} isOpen={isOpen} />;
  const waiting = entries.at(-1);
  return (
    <Link to="/chat" search={address} className={styles.row} aria-current={isOpen ? 'true' : undefined}>
      <Avatar id={of.counted.id_discipline} fullName={waiting?.title ?? ''} className={styles.face} />
      <span className={styles.words}>
        <span className={styles.name} translate="no">
          {waiting?.title}
        </span>
        <span className={styles.last}>{waiting && <Waitlists entry={waiting} />}</span>
      </span>
    </Link>
  );
}
