import trash from 'icon:trash';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Announcement } from '../../announcements/Announcement.tsx';
import {
  type NewsFeedItem,
  useAudienceFaculties,
  useDeleteAnnouncement,
} from '../../announcements/announcement.data.ts';
import { draftFromAnnouncement, openDraftInComposer, type ReusableAnnouncement } from '../../announcements/draft.ts';
import { useAtom } from '../../core/atom.ts';
import { toFailure } from '../../core/failure.ts';
import { createLazyComponent } from '../../core/lazy.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { session } from '../../core/session.ts';
import { IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { ConfirmationDialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { isPicture } from '../../kit/file.ts';
import { useScrollIntoView } from '../../kit/highlighted.ts';
import type { ViewablePicture } from '../../kit/PictureViewer.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './News.module.css';
import { buildNewsFileUrl } from './news.data.ts';

const Pictures = createLazyComponent(() => import('../../kit/PictureViewer.tsx'));

/** One announcement: who, when, text, pictures, files, and the bin for people who may delete it. */
export function NewsItem({ item, isHighlighted }: { item: NewsFeedItem; isHighlighted: boolean }) {
  const row = useScrollIntoView<HTMLElement>(isHighlighted);
  const [place, setPlace] = useState<number | null>(null);
  const files = item.files.map((file) => ({ ...file, href: buildNewsFileUrl(item, file.name) }));
  const [name = ''] = item['p23-1'].split('|');
  const pictures: ViewablePicture[] = files.filter(isPicture).map((file) => ({
    ...file,
    src: buildNewsFileUrl(item, file.name, 'whole'),
    small: buildNewsFileUrl(item, file.name, 'small'),
    by: name,
    at: item.created,
    caption: item.message,
  }));
  const viewed = place === null ? null : pictures[place];
  return (
    <article
      ref={row}
      className={classNames(card.card, styles.post)}
      data-item={item.id_eventMessage}
      aria-current={isHighlighted || undefined}
    >
      <Announcement
        byline={item['p23-1']}
        author={item.id_author}
        created={item.created}
        message={item.message}
        pictures={pictures}
        onPicture={setPlace}
        files={files.filter((file) => !isPicture(file))}
        audience={item.canEdit && <NewsAudience item={item} />}
        action={item.canEdit && <DeleteButton item={item} />}
      />
      {viewed && <Pictures all={pictures} start={viewed.id} onClose={() => setPlace(null)} />}
    </article>
  );
}

/** To whom it went, for those who answer for it. */
export function NewsAudience({ item }: { item: ReusableAnnouncement }) {
  const { t } = useTranslation('news');
  const faculties = useAudienceFaculties(item.faculties.length > 0);
  const names = item.faculties.flatMap((id) => faculties.data?.find((one) => one.id_faculty === id)?.['p23-1'] ?? []);
  const isOfRole = item.id_humanTypeFor > 0;
  const who = isOfRole ? t(`audience.${item.id_humanTypeFor === 1 ? 'teachers' : 'students'}`) : t('audience.all');
  const whom = isOfRole || !item.faculties.length ? [who.toLocaleLowerCase(), ...names] : names;
  return (
    <span>
      {t('to')}: {whom.join(' · ') || t('audience.faculties')}
    </span>
  );
}

function DeleteButton({ item }: { item: NewsFeedItem }) {
  const { t } = useTranslation('news');
  const failureText = useFailureText();
  const remove = useDeleteAnnouncement();
  const [requestKey, setRequestKey] = useState<string | null>(null);
  const earlier = useAtom(session).user?.uid === item.id_author ? draftFromAnnouncement(item) : null;
  const take = async (onDone: () => void) => {
    if (!requestKey) return;
    // The item goes with its deletion: callbacks of the mutation would go with it.
    try {
      await remove.mutateAsync({ id: item.id_eventMessage, key: requestKey });
      onDone();
    } catch (failure) {
      showToast(failureText(toFailure(failure)));
    }
    setRequestKey(null);
  };
  return (
    <>
      <IconButton icon={trash} label={t('delete')} className={styles.bin} onClick={() => setRequestKey(randomUuid())} />
      <ConfirmationDialog
        open={requestKey !== null}
        title={t('deleteQuestion')}
        yes={t('common:delete')}
        danger
        busy={remove.isPending}
        onNo={() => setRequestKey(null)}
        {...(earlier && {
          other: { name: t('correct'), onChoose: () => void take(() => openDraftInComposer(earlier)) },
        })}
        onYes={() => void take(() => showToast(t('deleted')))}
      >
        {t('deleteMeaning')}
      </ConfirmationDialog>
    </>
  );
}
