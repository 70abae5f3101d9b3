import { Skeleton, SkeletonBar } from '../States.tsx';
import styles from './DocumentReader.module.css';

/** The first page of a PDF that is being opened. */
export function PdfPageSkeleton() {
  return (
    <Skeleton className={styles.paperWaiting}>
      <SkeletonBar className={styles.waitingLine} />
      <SkeletonBar className={styles.waitingLine} />
      <SkeletonBar className={styles.waitingLine} />
    </Skeleton>
  );
}
