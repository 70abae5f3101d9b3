import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConversationRow, conversationTitle } from '../../conversations/conversations.data.ts';
import { useAtom } from '../../core/atom.ts';
import { createLazyComponent } from '../../core/lazy.ts';
import { outbox } from '../../core/offline/outbox.ts';
import type { PendingEntry } from '../../core/offline/pending.ts';
import { session } from '../../core/session.ts';
import { BrowserTabTitle } from '../../kit/BrowserTabTitle.tsx';
import { ConfirmationDialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { isPicture } from '../../kit/file.ts';
import type { ViewablePicture } from '../../kit/PictureViewer.tsx';
import { formatNameWithHint, surnameAndName } from '../../kit/person.ts';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { ConversationHeader } from './ConversationHeader.tsx';
import styles from './ConversationPane.module.css';
import { ConversationSearch } from './ConversationSearch.tsx';
import type { Conversation, MessageHit } from './chat.address.ts';
import {
  buildMessageFileUrl,
  isConversationClosedError,
  subscribeSentMessages,
  useDeleteMessage,
  useLoadedMessages,
} from './chat.data.ts';
import { MessageActionSheet, ReadersDialog } from './Dialogs.tsx';
import { FileDropArea } from './FileDropArea.tsx';
import { useConversationRow } from './inbox.data.ts';
import { addAuthorNamesakeHints, type LoadedMessages, type Message } from './loaded-messages.ts';
import { MessageComposer } from './MessageComposer.tsx';
import log from './MessageLog.module.css';
import { MessageLog } from './MessageLog.tsx';
import { useMessageAnnotations } from './marks.data.ts';
import { listAllowedMessageActions, type MessageAction } from './message-actions.ts';
import { PendingMessages } from './PendingMessages.tsx';
import { PinnedMessageBar } from './PinnedMessageBar.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { type PendingDeletion, useMessageActions, useReactionHandler } from './useMessageActions.ts';

const Pictures = createLazyComponent(() => import('../../kit/PictureViewer.tsx'));

interface Props {
  of: Conversation;
  /** A message that a search over all conversations found here. */
  found: MessageHit | null;
  /** On the phone: back to the list. */
  onBack: () => void;
}

/** What there is of a conversation: its row of the list, its messages with what waits to be sent, and what is on them. */
function useConversation(of: Conversation) {
  const read = useLoadedMessages(of);
  const row = useConversationRow(of);
  useEffect(() => subscribeSentMessages(of), [of]);
  const closed = isConversationClosedError(read.error);
  const marks = useMessageAnnotations(of, closed ? undefined : read.data);
  const { hints } = marks;
  const loaded = useMemo(() => read.data && addAuthorNamesakeHints(read.data, hints), [read.data, hints]);
  const pending = usePendingMessages(of, loaded);
  const over = useOver(of, row);
  return { read, row, loaded, closed, over, readOnly: over !== null, ...pending, ...marks };
}

/** The message that is to be shown: what a search over all conversations found, later what is chosen here. */
function useWanted(found: MessageHit | null) {
  const [wanted, setWanted] = useState<MessageHit | null>(found);
  useEffect(() => {
    if (found) setWanted(found);
  }, [found]);
  return [wanted, setWanted] as const;
}

/** One conversation: head, messages, line to write in. */
export function ConversationPane({ of, found, onBack }: Props) {
  const { t } = useTranslation('chat');
  const [searching, setSearching] = useState(false);
  const [wanted, setWanted] = useWanted(found);
  const [looking, setLooking] = useState<number | null>(null);
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const { read, row, loaded, closed, over, readOnly, ...shown } = useConversation(of);
  const { pending, kept, marks, hints, removed, pinned } = shown;
  const onReact = useReactionHandler(of);
  const acting = useMessageActions(of);
  const { onAction, about, setAbout } = acting;
  const actionsOf = (message: Message) =>
    listAllowedMessageActions(message, {
      isGroup: of.isGroup,
      readOnly,
      isPinned: pinned?.id_message === message.id_message,
    });

  const onEditLast = () => {
    const message = loaded?.messages.findLast((one) => actionsOf(one).includes('edit'));
    if (message) setAbout({ action: 'edit', message });
  };
  const onShow = (id: number, words: string) => {
    setWanted({ id, words });
    setSearching(false);
  };

  const name = (row && conversationTitle(row)) ?? pending[0]?.title ?? '';
  return (
    <FileDropArea name={name} mayDrop={!readOnly && !closed && about?.action !== 'edit'} onDrop={setDropped}>
      <BrowserTabTitle>{name ? `${name} · ${t('title')}` : t('title')}</BrowserTabTitle>
      <ConversationHeader
        of={of}
        row={row}
        name={name}
        hasUnread={Boolean(loaded?.unreadTotal)}
        searching={searching}
        searchable={Boolean(loaded) && !closed}
        onSearch={() => setSearching(!searching)}
        onBack={onBack}
      />
      {searching && <ConversationSearch of={of} hints={hints} onClose={() => setSearching(false)} onShow={onShow} />}
      {pinned && (
        <PinnedMessageBar of={of} pinned={pinned} readOnly={readOnly} onShow={(id) => setWanted({ id, words: '' })} />
      )}
      <Messages
        {...{ of, read, loaded, marks, removed, onReact, readOnly, onAction, wanted }}
        pinned={pinned?.id_message ?? null}
        entries={pending}
        onHold={acting.setLongPressed}
        onPicture={setLooking}
      />
      <Foot isKept={kept || !pending.length} over={over} closed={closed}>
        <MessageComposer {...{ of, about, dropped, onEditLast }} title={name} onAboutEnd={() => setAbout(null)} />
      </Foot>
      <MessageDialogs {...{ of, acting, marks, actionsOf, readOnly, onReact }} />
      {looking !== null && (
        <Looking
          loaded={loaded}
          start={looking}
          onAnswer={readOnly ? null : (message) => onAction('reply', message)}
          onClose={() => setLooking(null)}
        />
      )}
    </FileDropArea>
  );
}

interface MessageDialogsProps {
  of: Conversation;
  acting: ReturnType<typeof useMessageActions>;
  marks: ReturnType<typeof useMessageAnnotations>['marks'];
  actionsOf: (message: Message) => MessageAction[];
  readOnly: boolean;
  onReact: ReturnType<typeof useReactionHandler>;
}

/** What opens for one message: what can be done with it, who has seen it, reporting and deleting it. */
function MessageDialogs({ of, acting, marks, actionsOf, readOnly, onReact }: MessageDialogsProps) {
  const { longPressed, setLongPressed, readersOf, setReadersOf, reporting, setReporting, deleting, setDeleting } =
    acting;
  return (
    <>
      <MessageActionSheet
        message={longPressed}
        mark={longPressed ? marks.get(longPressed.id_message) : undefined}
        actions={longPressed ? actionsOf(longPressed) : []}
        readOnly={readOnly}
        onAction={acting.onAction}
        onReact={onReact}
        onClose={() => setLongPressed(null)}
      />
      <ReadersDialog message={readersOf} onClose={() => setReadersOf(null)} />
      <ReportDialog message={reporting} onClose={() => setReporting(null)} />
      <Deleting of={of} what={deleting} onEnd={() => setDeleting(null)} />
    </>
  );
}

interface FootProps {
  /** What waits to be sent outlives the page. */
  isKept: boolean;
  over: string | null;
  closed: boolean;
  children: ReactNode;
}

/** Below the messages: the line to write in, or why there is none. */
function Foot({ isKept, over, closed, children }: FootProps) {
  const { t } = useTranslation('chat');
  return (
    <>
      {!isKept && (
        <p className={styles.note} role="status">
          {t('notKept')}
        </p>
      )}
      {over !== null && !closed ? <p className={styles.note}>{t(`refusals.${over}`)}</p> : !closed && children}
    </>
  );
}

/** What was sent here and is not there yet, and whether it outlives the page. */
function usePendingMessages(of: Conversation, loaded: LoadedMessages | undefined) {
  const { entries, kept } = useAtom(outbox);
  // What has arrived by the live line before its own reply is not shown twice.
  const pending = useMemo(() => {
    const arrived = new Set(loaded?.messages.map(({ key }) => key));
    return entries.filter(({ queueKey, key }) => queueKey === of.key && !arrived.has(key));
  }, [entries, loaded?.messages, of.key]);
  return { pending, kept };
}

/** Key of the text that says why the conversation is read-only; for a past year it is known before the reply. */
function useOver({ fields, isOffice }: Conversation, row: ConversationRow | undefined): string | null {
  const { settings } = useAtom(session);
  const defaultYear = settings?.[0]?.id_a_year_def;
  if (row?.over) return row.over.replace('chat.', '');
  return !isOffice && defaultYear !== undefined && fields.year < defaultYear ? 'closed' : null;
}

/** All pictures of what is loaded, in their order. */
function usePictures(loaded: LoadedMessages | undefined): readonly ViewablePicture[] {
  return useMemo(
    () =>
      (loaded?.messages ?? []).flatMap(({ files, fio, apart, created, message }) =>
        files.filter(isPicture).map(({ id, name }) => ({
          ...{ id, name, by: formatNameWithHint(surnameAndName(fio), apart), at: created, caption: message },
          ...{
            src: buildMessageFileUrl(id, 'whole'),
            small: buildMessageFileUrl(id, 'small'),
            href: buildMessageFileUrl(id),
          },
        })),
      ),
    [loaded?.messages],
  );
}

interface LookingProps {
  loaded: LoadedMessages | undefined;
  start: number;
  onAnswer: ((message: Message) => void) | null;
  onClose: () => void;
}

/** The pictures of the conversation on the whole screen. */
function Looking({ loaded, start, onAnswer, onClose }: LookingProps) {
  const answer = ({ id }: ViewablePicture) => {
    onClose();
    const message = loaded?.messages.find(({ files }) => files.some((file) => file.id === id));
    if (message) onAnswer?.(message);
  };
  return (
    <Pictures all={usePictures(loaded)} start={start} onAnswer={onAnswer ? answer : undefined} onClose={onClose} />
  );
}

interface MessagesProps extends Omit<ComponentProps<typeof MessageLog>, 'loaded'> {
  read: ReturnType<typeof useLoadedMessages>;
  loaded: LoadedMessages | undefined;
}

/** The messages, or what is in their place; what waits to be sent is there in any case. */
function Messages({ read, loaded, ...props }: MessagesProps) {
  const { t } = useTranslation('chat');
  if (loaded && !isConversationClosedError(read.error)) return <MessageLog {...props} loaded={loaded} />;
  if (!read.error)
    return (
      <>
        <ConversationSkeleton />
        <Alone entries={props.entries} />
      </>
    );
  return (
    <>
      <div className={styles.middle}>
        <LoadFailure title={t('failed')} failure={read.error} onRetry={() => void read.refetch()} />
      </div>
      <Alone entries={props.entries} />
    </>
  );
}

/** Asks before a message is deleted. */
function Deleting({ of, what, onEnd }: { of: Conversation; what: PendingDeletion | null; onEnd: () => void }) {
  const { t } = useTranslation('chat');
  const failureText = useFailureText();
  const remove = useDeleteMessage(of);
  return (
    <ConfirmationDialog
      open={what !== null}
      title={t('deleteQuestion')}
      yes={t('common:delete')}
      danger
      busy={remove.isPending}
      onNo={onEnd}
      onYes={() =>
        what &&
        remove.mutate(
          { id: what.message.id_message, key: what.key },
          { onError: (failure) => showToast(failureText(failure)), onSettled: onEnd },
        )
      }
    >
      {t('deleteMeaning')}
    </ConfirmationDialog>
  );
}

/** What waits to be sent where the messages before it are not there. */
function Alone({ entries }: { entries: readonly PendingEntry[] }) {
  return (
    <ol className={log.alone}>
      <PendingMessages entries={entries} />
    </ol>
  );
}

const boneWidths = ['46%', '62%', '38%', '54%', '30%'] as const;

function ConversationSkeleton() {
  return (
    <Skeleton className={styles.skeleton}>
      {boneWidths.map((width, index) => (
        <div key={width} className={styles.boneRow} style={{ width }} data-mine={index % 3 === 2 || undefined}>
          <SkeletonBar className={styles.skeletonBar} />
        </div>
      ))}
    </Skeleton>
  );
}
