import back from 'icon:arrow-left';
import checks from 'icon:checks';
import find from 'icon:magnifying-glass';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { pluralForm } from '../../core/i18n.ts';
import { latePart } from '../../core/later.ts';
import { newKey } from '../../core/newKey.ts';
import { outbox } from '../../core/outbox.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import type { Unsent } from '../../core/unsent.ts';
import { Avatar, GroupAvatar } from '../../kit/Avatar.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Confirm } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { PageTitle } from '../../kit/PageTitle.tsx';
import { shortName, twoNames } from '../../kit/person.ts';
import { Bone, Failed, Skeleton } from '../../kit/States.tsx';
import { toast } from '../../kit/Toast.tsx';
import type { Cascade, Contact } from '../../university/cascade.data.ts';
import { usePhoto } from '../../university/photo.data.ts';
import { type Act, actsFor, picture } from './Bubble.tsx';
import { Composer } from './Composer.tsx';
import styles from './Conversation.module.css';
import {
  fileAddress,
  followSent,
  isClosed,
  markRead,
  useDelete,
  useMembers,
  useWindow,
  type Conversation as Which,
} from './chat.data.ts';
import { ActSheet, Readers } from './Dialogs.tsx';
import { Drop } from './Drop.tsx';
import log from './Log.module.css';
import { Log } from './Log.tsx';
import { Pending } from './Pending.tsx';
import { Search } from './Search.tsx';
import type { Message } from './window.ts';

const Pictures = latePart(() => import('../../kit/Pictures.tsx'));

interface Props {
  of: Which;
  contact: Contact;
  cascade: Cascade;
  /** On the phone: back to the list. */
  onBack: () => void;
}

/** One conversation: head, messages, line to write in. */
export function Conversation({ of, contact, cascade, onBack }: Props) {
  const { t } = useTranslation('chat');
  const words = useFailureText();
  const { mobile } = useCell(screenState);
  const [searching, setSearching] = useState(false);
  const [wanted, setWanted] = useState<{ id: number } | null>(null);
  const [about, setAbout] = useState<{ act: 'reply' | 'edit'; message: Message } | null>(null);
  const [deleting, setDeleting] = useState<{ message: Message; key: string } | null>(null);
  const [held, setHeld] = useState<Message | null>(null);
  const [readersOf, setReadersOf] = useState<Message | null>(null);
  const [looking, setLooking] = useState<number | null>(null);
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const read = useWindow(of);
  const remove = useDelete(of);
  const { entries, kept } = useCell(outbox);
  useEffect(() => followSent(of), [of]);

  const window = read.data;
  const closed = isClosed(read.error);
  // What has arrived by the live line before its own reply is not shown twice.
  const unsent = useMemo(() => {
    const arrived = new Set(window?.messages.map(({ key }) => key));
    return entries.filter(({ lane, key }) => lane === of.key && !arrived.has(key));
  }, [entries, window?.messages, of.key]);
  const { settings } = useCell(session);
  const defaultYear = settings?.[0]?.id_a_year_def;
  const readOnly = cascade.year !== null && defaultYear !== undefined && cascade.year < defaultYear;

  const onAct = useCallback((act: Act, message: Message) => {
    setHeld(null);
    if (act === 'delete') setDeleting({ message, key: newKey() });
    else if (act === 'seen') setReadersOf(message);
    else setAbout({ act, message });
  }, []);

  const onEditLast = () => {
    const message = window?.messages.findLast((one) => actsFor(one, of.isGroup, readOnly).includes('edit'));
    if (message) setAbout({ act: 'edit', message });
  };

  const pictures = useMemo(
    () =>
      (window?.messages ?? [])
        .flatMap(({ files }) => files)
        .filter(({ type }) => picture.test(type))
        .map(({ id, name }) => ({ id, name, src: fileAddress(id, 'whole'), href: fileAddress(id) })),
    [window?.messages],
  );

  const count = useMembers(of).data?.[0]?.countMembers;
  const members = count && t(`members.${pluralForm(count)}`, { n: count });
  const { discipline, group } = cascade;
  const name = of.isGroup ? contact.fio : contact.id_type === 1 ? shortName(contact.fio) : twoNames(contact.fio);
  return (
    <Drop name={name} mayDrop={!readOnly && !closed && about?.act !== 'edit'} onDrop={setDropped}>
      <PageTitle>{`${name} · ${t('title')}`}</PageTitle>
      <header className={styles.head}>
        {mobile && <IconButton icon={back} label={t('common:back')} onClick={onBack} className={styles.back} />}
        <Face contact={contact} isGroup={of.isGroup} />
        <div className={styles.who}>
          <h1 translate="no" title={contact.fio}>
            {name}
          </h1>
          <p>
            <span translate="no">
              {[
                !(mobile && of.isGroup) && discipline?.discipline,
                of.isGroup ? group?.p20 : (contact.doljnost ?? contact.group),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {members && ` · ${members}`}
          </p>
        </div>
        <IconButton
          icon={find}
          label={t('search')}
          aria-expanded={searching}
          disabled={!window || closed}
          onClick={() => setSearching(!searching)}
        />
        {Boolean(window?.unreadTotal) &&
          (mobile ? (
            <IconButton icon={checks} label={t('markRead')} onClick={() => void markRead(of, null).catch(() => {})} />
          ) : (
            <Button look="quiet" icon={checks} onClick={() => void markRead(of, null).catch(() => {})}>
              {t('markRead')}
            </Button>
          ))}
      </header>
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
      {window && !closed ? (
        <Log
          of={of}
          window={window}
          entries={unsent}
          readOnly={readOnly}
          onAct={onAct}
          onHold={setHeld}
          onPicture={setLooking}
          wanted={wanted}
        />
      ) : read.error ? (
        <>
          <div className={styles.middle}>
            <Failed title={t('failed')} failure={read.error} onRetry={() => void read.refetch()} />
          </div>
          <Alone entries={unsent} />
        </>
      ) : (
        <>
          <Bones />
          <Alone entries={unsent} />
        </>
      )}
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
      <Confirm
        open={deleting !== null}
        title={t('deleteQuestion')}
        yes={t('common:delete')}
        danger
        busy={remove.isPending}
        onNo={() => setDeleting(null)}
        onYes={() =>
          deleting &&
          remove.mutate(
            { id: deleting.message.id_message, key: deleting.key },
            { onError: (failure) => toast(words(failure)), onSettled: () => setDeleting(null) },
          )
        }
      >
        {t('deleteMeaning')}
      </Confirm>
      {looking !== null && <Pictures all={pictures} start={looking} onClose={() => setLooking(null)} />}
    </Drop>
  );
}

function Face({ contact, isGroup }: { contact: Contact; isGroup: boolean }) {
  const photo = usePhoto(isGroup ? null : contact.idid, isGroup ? null : contact.id_type);
  return isGroup ? <GroupAvatar /> : <Avatar id={contact.idid} fullName={contact.fio} photo={photo} />;
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
