import type { RoomEntry } from '@bilim/contract/rooms.ts';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { Page } from '../kit/Page.tsx';
import { Skeleton, SkeletonBar } from '../kit/States.tsx';
import styles from './PendingPage.module.css';
import { homeRoom } from './rooms.ts';

const bars = [1, 2, 3, 4].map((line) => <SkeletonBar key={line} className={styles.row} />);

/** Stands for a room's page while its code or its texts are on their way: the title, and the shape of rows. */
export function PendingPage({ room }: { room: RoomEntry }) {
  const { t } = useTranslation();
  const own = `${room.name}:title`;
  // The day has a picture in place of a head.
  if (room === homeRoom)
    return (
      <>
        <div className={styles.picture} />
        <Skeleton className={styles.rows}>
          <h1 className="hidden-text">{t(`rooms.${room.name}.name`)}</h1>
          {bars}
        </Skeleton>
      </>
    );
  return (
    <Page
      title={i18next.exists(own) ? i18next.t(own) : t(`rooms.${room.name}.name`)}
      fromApps={!room.tab}
      narrow={room.name === 'news'}
    >
      <Skeleton className={styles.rows}>{bars}</Skeleton>
    </Page>
  );
}
