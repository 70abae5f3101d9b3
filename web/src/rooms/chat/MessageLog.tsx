import arrowDown from 'icon:arrow-down-bold';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhoto } from '../../account/photo.data.ts';
import type { PendingEntry } from '../../core/offline/pending.ts';
import { toCalendarDay } from '../../core/time.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Bullet } from '../../kit/Bullet.tsx';
import { Button } from '../../kit/Button.tsx';
import { CountBadge } from '../../kit/CountBadge.tsx';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { formatNameWithHint } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import type { Conversation, MessageHit } from './chat.address.ts';
import { loadAroundMessage } from './chat.data.ts';
import {
  disambiguateAuthorNames,
  groupMessagesByAuthor,
  type LoadedMessages,
  type Message,
} from './loaded-messages.ts';
import bubble from './MessageBubble.module.css';
import { MessageBubble } from './MessageBubble.tsx';
import styles from './MessageLog.module.css';
import type { MessageAnnotations, ModeratedMessage } from './marks.data.ts';
import type { MessageAction } from './message-actions.ts';
import { PendingMessages } from './PendingMessages.tsx';
import { RemovedMessage } from './RemovedMessage.tsx';
import { useMarkVisibleMessagesRead } from './useMarkVisibleMessagesRead.ts';
import { useMessageScroll } from './useMessageScroll.ts';

interface Props {
  of: Conversation;
  loaded: LoadedMessages;
  entries: readonly PendingEntry[];
  readOnly: boolean;
  onAction: (action: MessageAction, message: Message) => void;
  onHold: (message: Message) => void;
  onPicture: (id: number) => void;
  onReact: (id: number, sign: number, put: boolean) => void;
  marks: ReadonlyMap<number, MessageAnnotations>;
  /** What a moderator removed among the messages, oldest first. */
  removed: readonly ModeratedMessage[];
  /** The message that is above the conversation. */
  pinned: number | null;
  /** Search asks to show a message. */
  wanted: MessageHit | null;
}

/** The message that was last asked for, by a search or by a press on what it answers: brought into view and marked. */
function useMarked(of: Conversation, wanted: MessageHit | null, show: (id: number) => void) {
  const [marked, setMarked] = useState(0);
  const showMessage = useRef(async (_: number) => {});
  showMessage.current = async (id) => {
    show(id);
    setMarked(id);
    await loadAroundMessage(of, id).catch(() => show(0));
  };
  useEffect(() => {
    if (wanted) void showMessage.current(wanted.id);
  }, [wanted]);
  const [onQuote] = useState(() => (id: number) => void showMessage.current(id));
  return { marked, onQuote };
}

/** The messages by days and authors; what was removed and what is new begin a group of their own. */
function useGroups({ messages }: LoadedMessages, divider: number | null, removed: readonly ModeratedMessage[]) {
  return useMemo(() => {
    const after = removed.map(({ id_message: gone }) => messages.find(({ id_message }) => id_message > gone));
    const cuts = [divider, ...after.map((message) => message?.id_message)];
    return groupMessagesByAuthor(messages, toCalendarDay, new Set(cuts.filter((id) => typeof id === 'number')));
  }, [messages, divider, removed]);
}

/** The messages of a conversation, by days and authors, with what is not sent yet at the end. */
export function MessageLog({ of, loaded, entries, wanted, ...props }: Props) {
  const { t } = useTranslation('chat');
  const { removed } = props;
  // The divider stays where it was when the conversation was opened, until it is left.
  const [divider] = useState(loaded.unreadStart);
  const { log, far, failed, onScroll, toEnd, show } = useMessageScroll(of, loaded, entries.length, divider);
  useMarkVisibleMessagesRead(of, loaded, log);
  const { marked, onQuote } = useMarked(of, wanted, show);
  const groups = useGroups(loaded, divider, removed);

  // What one sends is at the end: go there with it.
  const count = useRef(entries.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new entry leads to the end
  useEffect(() => {
    if (entries.length > count.current) void toEnd().catch(() => {});
    count.current = entries.length;
  }, [entries.length]);

  return (
    <div className={styles.wrap}>
      <div
        ref={log}
        className={styles.log}
        role="log"
        aria-live="off"
        aria-label={t('log')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        onScroll={onScroll}
      >
        <ol>
          {failed && (
            <li className={styles.edge}>
              <Button look="quiet" onClick={onScroll}>
                {t('failedPage')}
              </Button>
            </li>
          )}
          {loaded.messages.length + removed.length + entries.length === 0 ? (
            <li className={styles.none}>{t('empty')}</li>
          ) : (
            loaded.atStart && <li className={styles.edge}>{t('start')}</li>
          )}
          <Items
            groups={groups}
            divider={divider}
            marked={marked}
            of={of}
            wanted={wanted}
            onQuote={onQuote}
            {...props}
          />
          <PendingMessages entries={entries} />
        </ol>
      </div>
      {far && (
        <button type="button" className={styles.jump} onClick={() => void toEnd().catch(() => {})}>
          <Icon of={arrowDown} size="s" />
          {t('toNew')}
          <CountBadge of={loaded.unreadTotal} />
        </button>
      )}
      <Announcement messages={loaded.messages} />
    </div>
  );
}

interface ItemsProps extends Omit<Props, 'loaded' | 'entries'> {
  groups: ReturnType<typeof groupMessagesByAuthor>;
  /** The first unread message when the conversation was opened. */
  divider: number | null;
  marked: number;
  onQuote: (id: number) => void;
}

/** The groups of messages and what was removed, with days and the beginning of what is new between them. */
function Items({ groups, divider, marked, of, marks, removed, pinned, wanted, ...props }: ItemsProps) {
  const { t } = useTranslation('chat');
  const names = disambiguateAuthorNames(groups.flatMap(({ messages }) => messages));
  const items: ReactNode[] = [];
  let day = '';
  const heading = (next: string) => {
    if (next === day) return;
    day = next;
    items.push(
      <li key={day} className={styles.day}>
        <Bullet />
        <Time at={day} form="heading" />
        <Bullet />
      </li>,
    );
  };
  let shown = 0;
  const showRemovedBefore = (id: number) => {
    const upTo = removed.findIndex(({ id_message }) => id_message >= id);
    for (const message of removed.slice(shown, upTo < 0 ? undefined : upTo)) {
      heading(toCalendarDay(message.created));
      items.push(<RemovedMessage key={message.id_message} message={message} isGroup={of.isGroup} />);
      shown++;
    }
  };
  for (const group of groups) {
    const [head] = group.messages;
    if (!head) continue;
    showRemovedBefore(head.id_message);
    heading(group.day);
    if (head.id_message === divider)
      items.push(
        <li key="divider" className={styles.new} data-divider>
          {t('newMessages')}
        </li>,
      );
    items.push(
      <MessageGroup key={head.id_message} head={head} name={names.get(head.id_author)} isGroup={of.isGroup}>
        {group.messages.map((message, index) => (
          <MessageBubble
            key={message.id_message}
            message={message}
            mark={marks.get(message.id_message)}
            isPinned={pinned === message.id_message}
            first={index === 0}
            last={index === group.messages.length - 1}
            isGroup={of.isGroup}
            marked={marked === message.id_message}
            words={wanted?.id === message.id_message ? wanted.words : ''}
            {...props}
          />
        ))}
      </MessageGroup>,
    );
  }
  showRemovedBefore(Number.POSITIVE_INFINITY);
  return items;
}

interface MessageGroupProps {
  head: Message;
  /** How the author is called among those of the conversation. */
  name: string | undefined;
  isGroup: boolean;
  children: ReactNode;
}

/** Messages of one author that are together; in a group's conversation with picture and name. */
function MessageGroup({ head, name, isGroup, children }: MessageGroupProps) {
  const { t } = useTranslation('chat');
  const named = isGroup && !head.ismine;
  const photo = usePhoto(named ? head.id_author : null, named ? head.authorType : null);
  return (
    <li className={classNames(styles.group, !named && styles.solo, head.ismine && bubble.mine)}>
      {named ? (
        <>
          <Avatar id={head.id_author} fullName={head.fio} photo={photo} className={styles.face} />
          <div className={styles.by}>
            <span translate="no">{name}</span>
            {head.authorType === 1 && <small>{t('common:role.teacher')}</small>}
          </div>
        </>
      ) : (
        <span className="hidden-text">{head.ismine ? t('me') : head.fio}</span>
      )}
      {children}
    </li>
  );
}

/** Says a new message of somebody else once to screen readers; older pages are not news. */
function Announcement({ messages }: { messages: readonly Message[] }) {
  const newest = messages.at(-1);
  const lastAnnounced = useRef(newest?.id_message ?? 0);
  const [text, setText] = useState({ until: 0, words: '' });
  useEffect(() => {
    const fresh = messages.filter(({ id_message, ismine }) => id_message > lastAnnounced.current && !ismine);
    lastAnnounced.current = Math.max(lastAnnounced.current, messages.at(-1)?.id_message ?? 0);
    if (fresh.length)
      setText({
        until: lastAnnounced.current,
        words: fresh
          .map(({ fio, apart, message, files }) => `${formatNameWithHint(fio, apart)}: ${message || files[0]?.name}`)
          .join('. '),
      });
  }, [messages]);
  return (
    <div className="hidden-text" aria-live="polite" data-announced>
      {/* A node of its own each time: the same words said twice are two messages. */}
      <span key={text.until}>{text.words}</span>
    </div>
  );
}
