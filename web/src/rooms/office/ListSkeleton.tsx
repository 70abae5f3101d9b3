import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './Office.module.css';

interface Props {
  lines?: number;
  /** What stands below stays off the phone's screen until the list is there: nothing is seen to jump. */
  full?: boolean;
}

/** Stands where one of the office's lists will be. */
export function ListSkeleton({ lines = 3, full = false }: Props) {
  return (
    <Skeleton className={full ? styles.fullSkeleton : undefined}>
      <div className={classNames(card.card, styles.skeleton)}>
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
          <SkeletonBar key={line} className={styles.skeletonBar} />
        ))}
      </div>
    </Skeleton>
  );
}
