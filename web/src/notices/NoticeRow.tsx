import { noticeAddress } from '@bilim/contract/notice-address.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useTimetable } from '../classes/schedule.data.ts';
import { useAtom } from '../core/atom.ts';
import { screenState } from '../core/screen.ts';
import { currentDay } from '../core/time.ts';
import { Bullet } from '../kit/Bullet.tsx';
import { Time } from '../kit/Time.tsx';
import { showToast } from '../kit/Toast.tsx';
import { useSwipeLeft } from '../kit/useSwipeLeft.ts';
import styles from './Notice.module.css';
import { NoticeIcon } from './NoticeIcon.tsx';
import { useNoticeFormatter } from './notice-formatter.ts';
import { markNoticesSeen, markNoticesUnseen, type Notice } from './notices.data.ts';

interface Props {
  notice: Notice;
  /** Under the heading of its day the time alone; elsewhere the day too. */
  form: 'clock' | 'list';
  /** It was opened. */
  onOpen?: (() => void) | undefined;
}

/** One notice: leads to its thing and is seen then; on the phone also when it is swiped to the left. */
export function NoticeRow({ notice, form, onOpen }: Props) {
  const { t } = useTranslation('notices');
  const { mobile } = useAtom(screenState);
  const { title, line } = useNoticeFormatter()(notice);
  const { id, isNew, at } = notice;
  // Teachers alone are notified of frequent absences.
  const { data: timetable } = useTimetable(notice.kind === 'absences');
  const swipe = useSwipeLeft(
    mobile && isNew
      ? () => {
          void markNoticesSeen([id]);
          showToast(t('read'), { name: t('undo'), run: () => void markNoticesUnseen([id]) });
        }
      : null,
  );
  return (
    <Link
      {...noticeAddress(notice, { today: currentDay(), timetable })}
      className={styles.row}
      data-notice={id}
      data-new={isNew || undefined}
      onClick={() => {
        if (isNew) void markNoticesSeen([id]);
        onOpen?.();
      }}
      {...swipe}
    >
      <NoticeIcon notice={notice} />
      <span className={styles.words}>
        <b translate="no" title={title}>
          {title}
        </b>
        <small
          translate="no"
          title={line}
          data-reason={notice.reason !== null || undefined}
          data-whole={notice.kind === 'signInMethods' || undefined}
        >
          {line}
        </small>
      </span>
      <span className={styles.end}>
        <Time at={at} form={form} />
        {isNew && (
          <>
            <Bullet className={styles.fresh} />
            <span className="hidden-text">{t('fresh')}</span>
          </>
        )}
      </span>
    </Link>
  );
}
