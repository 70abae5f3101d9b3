import { createLazyComponent } from '../../core/lazy.ts';
import styles from './DeletedAnnouncements.module.css';

/** Keeps the place of the author's own announcements that were taken back. */
export const DeletedAnnouncementsPlaceholder = () => <div className={styles.deleted} />;

/** Those announcements; few may write. */
export const LazyDeletedAnnouncements = createLazyComponent(() => import('./DeletedAnnouncements.tsx'), {
  meanwhile: <DeletedAnnouncementsPlaceholder />,
});
