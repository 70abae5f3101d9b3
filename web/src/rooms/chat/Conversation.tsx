import { type ComponentProps, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { lazyComponent } from '../../core/lazy.ts';
import { newKey } from '../../core/newKey.ts';
import { outbox } from '../../core/offline/outbox.ts';
import type { Unsent } from '../../core/offline/unsent.ts';
import { session } from '../../core/session.ts';
import { Confirm } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { PageTitle } from '../../kit/PageTitle.tsx';
import { shortName, twoNames } from '../../kit/person.ts';
import { Bone, Failed, Skeleton } from '../../kit/States.tsx';
import { toast } from '../../kit/Toast.tsx';
import type { Cascade, Contact } from '../../university/cascade.data.ts';
import { type Act, actsFor, picture } from './Bubble.tsx';
import { Composer } from './Composer.tsx';
import styles from './Conversation.module.css';
import { ConversationHead } from './ConversationHead.tsx';
import { fileAddress, followSent, isClosed, useDelete, useLoaded, type Conversation as Which } from './chat.data.ts';
import { ActSheet, Readers } from './Dialogs.tsx';
import { Drop } from './Drop.tsx';
import log from './Log.module.css';
import { Log } from './Log.tsx';
import type { Loaded, Message } from './loaded.ts';
import { Pending } from './Pending.tsx';
import { Search } from './Search.tsx';
import type { About } from './useComposer.ts';

const Pictures = lazyComponent(() => import('../../kit/Pictures.tsx'));

interface Props {
  of: Which;
  contact: Contact;
  cascade: Cascade;
  /** On the phone: back to the list. */
  onBack: () => void;
}

interface ToDelete {
  readonly message: Message;
  readonly key: string;
}

/** One conversation: head, messages, line to write in. */
export function Conversation({ of, contact, cascade, onBack }: Props) {
  const { t } = useTranslation('chat');
  const [searching, setSearching] = useState(false);
  const [wanted, setWanted] = useState<{ id: number } | null>(null);
  const [looking, setLooking] = useState<number | null>(null);
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const read = useLoaded(of);
  useEffect(() => followSent(of), [of]);

  const loaded = read.data;
  const pictures = usePictures(loaded);
  const closed = isClosed(read.error);
  const { unsent, kept } = useUnsent(of, loaded);
  const readOnly = useReadOnly(cascade.year);
  const { onAct, about, setAbout, deleting, setDeleting, held, setHeld, readersOf, setReadersOf } = useActs();

  const onEditLast = () => {
    const message = loaded?.messages.findLast((one) => actsFor(one, of.isGroup, readOnly).includes('edit'));
    if (message) setAbout({ act: 'edit', message });
  };

  const name = of.isGroup ? contact.fio : contact.id_type === 1 ? shortName(contact.fio) : twoNames(contact.fio);
  return (
    <Drop name={name} mayDrop={!readOnly && !closed && about?.act !== 'edit'} onDrop={setDropped}>
      <PageTitle>{`${name} · ${t('title')}`}</PageTitle>
      <ConversationHead
        of={of}
        contact={contact}
        cascade={cascade}
        name={name}
        hasUnread={Boolean(loaded?.unreadTotal)}
        searching={searching}
        searchable={Boolean(loaded) && !closed}
        onSearch={() => setSearching(!searching)}
        onBack={onBack}
      />
      {searching && (
        <Search
          of={of}
          onClose={() => setSearching(false)}
          onShow={(id) => {
            setWanted({ id });
            setSearching(false);
          }}
        />
      )}
      <Messages
        of={of}
        read={read}
        entries={unsent}
        readOnly={readOnly}
        onAct={onAct}
        onHold={setHeld}
        onPicture={setLooking}
        wanted={wanted}
      />
      {!kept && unsent.length > 0 && (
        <p className={styles.note} role="status">
          {t('notKept')}
        </p>
      )}
      {readOnly ? (
        <p className={styles.note}>{t('refusals.closed')}</p>
      ) : (
        !closed && (
          <Composer of={of} about={about} dropped={dropped} onAboutEnd={() => setAbout(null)} onEditLast={onEditLast} />
        )
      )}
      <ActSheet
        message={held}
        acts={held ? actsFor(held, of.isGroup, readOnly) : []}
        onAct={onAct}
        onClose={() => setHeld(null)}
      />
      <Readers message={readersOf} onClose={() => setReadersOf(null)} />
      <Deleting of={of} what={deleting} onEnd={() => setDeleting(null)} />
      {looking !== null && <Pictures all={pictures} start={looking} onClose={() => setLooking(null)} />}
    </Drop>
  );
}

/** What is being done with a message: answered or edited, deleted, held on the phone, asked who has seen it. */
function useActs() {
  const [about, setAbout] = useState<About | null>(null);
  const [deleting, setDeleting] = useState<ToDelete | null>(null);
  const [held, setHeld] = useState<Message | null>(null);
  const [readersOf, setReadersOf] = useState<Message | null>(null);
  const onAct = useCallback((act: Act, message: Message) => {
    setHeld(null);
    if (act === 'delete') setDeleting({ message, key: newKey() });
    else if (act === 'seen') setReadersOf(message);
    else setAbout({ act, message });
  }, []);
  return { onAct, about, setAbout, deleting, setDeleting, held, setHeld, readersOf, setReadersOf };
}

/** What was sent here and is not there yet, and whether it outlives the page. */
function useUnsent(of: Which, loaded: Loaded | undefined) {
  const { entries, kept } = useCell(outbox);
  // What has arrived by the live line before its own reply is not shown twice.
  const unsent = useMemo(() => {
    const arrived = new Set(loaded?.messages.map(({ key }) => key));
    return entries.filter(({ lane, key }) => lane === of.key && !arrived.has(key));
  }, [entries, loaded?.messages, of.key]);
  return { unsent, kept };
}

/** Whether the year is over: then there is only reading. */
function useReadOnly(year: number | null): boolean {
  const { settings } = useCell(session);
  const defaultYear = settings?.[0]?.id_a_year_def;
  return year !== null && defaultYear !== undefined && year < defaultYear;
}

/** All pictures of what is loaded, in their order. */
function usePictures(loaded: Loaded | undefined) {
  return useMemo(
    () =>
      (loaded?.messages ?? [])
        .flatMap(({ files }) => files)
        .filter(({ type }) => picture.test(type))
        .map(({ id, name }) => ({ id, name, src: fileAddress(id, 'whole'), href: fileAddress(id) })),
    [loaded?.messages],
  );
}

interface MessagesProps extends Omit<ComponentProps<typeof Log>, 'loaded'> {
  read: ReturnType<typeof useLoaded>;
}

/** The messages, or what stands in their place; what waits to be sent is there in any case. */
function Messages({ read, ...props }: MessagesProps) {
  const { t } = useTranslation('chat');
  if (read.data && !isClosed(read.error)) return <Log {...props} loaded={read.data} />;
  if (!read.error)
    return (
      <>
        <Bones />
        <Alone entries={props.entries} />
      </>
    );
  return (
    <>
      <div className={styles.middle}>
        <Failed title={t('failed')} failure={read.error} onRetry={() => void read.refetch()} />
      </div>
      <Alone entries={props.entries} />
    </>
  );
}

/** Asks before a message is deleted. */
function Deleting({ of, what, onEnd }: { of: Which; what: ToDelete | null; onEnd: () => void }) {
  const { t } = useTranslation('chat');
  const words = useFailureText();
  const remove = useDelete(of);
  return (
    <Confirm
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
          { onError: (failure) => toast(words(failure)), onSettled: onEnd },
        )
      }
    >
      {t('deleteMeaning')}
    </Confirm>
  );
}

/** What waits to be sent where the messages before it are not there. */
function Alone({ entries }: { entries: readonly Unsent[] }) {
  return (
    <ol className={log.alone}>
      <Pending entries={entries} />
    </ol>
  );
}

const boneWidths = ['46%', '62%', '38%', '54%', '30%'] as const;

function Bones() {
  return (
    <Skeleton className={styles.bones}>
      {boneWidths.map((width, index) => (
        <div key={width} className={styles.boneRow} style={{ width }} data-mine={index % 3 === 2 || undefined}>
          <Bone className={styles.bone} />
        </div>
      ))}
    </Skeleton>
  );
}
