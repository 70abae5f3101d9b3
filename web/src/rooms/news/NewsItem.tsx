import trash from 'icon:trash';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { asFailure } from '../../core/failure.ts';
import { newKey } from '../../core/newKey.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { clockTime, momentInFull, shortDate } from '../../core/time.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { Confirm } from '../../kit/Dialog.tsx';
import { FileChip } from '../../kit/FileChip.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { LinkedText } from '../../kit/LinkedText.tsx';
import { shortName } from '../../kit/person.ts';
import { toast } from '../../kit/Toast.tsx';
import { type Item, useDelete, useFaculties } from '../../university/announcement/announcement.data.ts';
import { earlierOf, type Written, writeAgain } from '../../university/announcement/draft.ts';
import { useIntoView } from '../../university/highlighted.ts';
import styles from './News.module.css';
import { authorOf, fileAddress } from './news.data.ts';

/** Pictures that the server makes small ones of. */
const pictures = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);

/** One announcement: who, when, text, pictures, files, and the bin for people who may delete it. */
export function NewsItem({ item, isLedTo }: { item: Item; isLedTo: boolean }) {
  const { t } = useTranslation('news');
  const { mobile } = useAtom(screenState);
  const row = useIntoView<HTMLElement>(isLedTo);
  const { name, post } = authorOf(item);
  const shown = item.files.filter((file) => pictures.has(file.type));
  const others = item.files.filter((file) => !pictures.has(file.type));
  return (
    <article
      ref={row}
      className={classes(card.card, styles.post)}
      data-item={item.id_eventMessage}
      aria-current={isLedTo || undefined}
    >
      <header className={styles.head}>
        <Avatar id={item.id_author} fullName={name} />
        <div className={styles.who}>
          <b translate="no" title={name}>
            {mobile ? shortName(name) : name}
          </b>
          <span translate="no">{post}</span>
          {item.canEdit && <NewsAudience item={item} />}
        </div>
        <p className={styles.when}>
          <time dateTime={item.created} title={momentInFull(item.created)}>
            {shortDate(item.created)}
            <span className={styles.dot}> · </span>
            <span className={styles.hour}>{clockTime(item.created)}</span>
          </time>
        </p>
        {item.canEdit && <DeleteButton item={item} />}
      </header>
      {item.message && (
        <p className={styles.text} translate="no">
          <LinkedText>{item.message}</LinkedText>
        </p>
      )}
      {shown.length > 0 && (
        <div className={styles.pictures}>
          {shown.map((file) => (
            <a key={file.id} href={fileAddress(item, file.name)} title={file.name} download>
              <img
                translate="no"
                src={fileAddress(item, file.name, true)}
                alt={t('picture', { name: file.name })}
                loading="lazy"
              />
            </a>
          ))}
        </div>
      )}
      {others.length > 0 && (
        <div className={styles.files}>
          {others.map((file) => (
            <FileChip key={file.id} name={file.name} bytes={file.size} href={fileAddress(item, file.name)} />
          ))}
        </div>
      )}
    </article>
  );
}

/** To whom it went, for those who answer for it. */
export function NewsAudience({ item }: { item: Written }) {
  const { t } = useTranslation('news');
  const faculties = useFaculties(item.faculties.length > 0);
  const names = item.faculties.flatMap((id) => faculties.data?.find((one) => one.id_faculty === id)?.['p23-1'] ?? []);
  const isOfRole = item.id_humanTypeFor > 0;
  const who = isOfRole ? t(`audience.${item.id_humanTypeFor === 1 ? 'teachers' : 'students'}`) : t('audience.all');
  const whom = isOfRole || !item.faculties.length ? [who, ...names] : names;
  return (
    <span>
      {t('to')}: {whom.join(' · ') || t('audience.faculties')}
    </span>
  );
}

function DeleteButton({ item }: { item: Item }) {
  const { t } = useTranslation('news');
  const words = useFailureText();
  const remove = useDelete();
  const [asking, setAsking] = useState<string | null>(null);
  const earlier = useAtom(session).user?.uid === item.id_author ? earlierOf(item) : null;
  const take = async (onDone: () => void) => {
    if (!asking) return;
    // The item goes with its deletion: callbacks of the mutation would go with it.
    try {
      await remove.mutateAsync({ id: item.id_eventMessage, key: asking });
      onDone();
    } catch (failure) {
      toast(words(asFailure(failure)));
    }
    setAsking(null);
  };
  return (
    <>
      <IconButton icon={trash} label={t('delete')} className={styles.bin} onClick={() => setAsking(newKey())} />
      <Confirm
        open={asking !== null}
        title={t('deleteQuestion')}
        yes={t('common:delete')}
        danger
        busy={remove.isPending}
        onNo={() => setAsking(null)}
        {...(earlier && {
          other: { name: t('correct'), onChoose: () => void take(() => writeAgain(earlier)) },
        })}
        onYes={() => void take(() => toast(t('deleted')))}
      >
        {t('deleteMeaning')}
      </Confirm>
    </>
  );
}
