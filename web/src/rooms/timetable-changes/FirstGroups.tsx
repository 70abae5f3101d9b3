import type { TimetableOwnerKind } from '@bilim/contract/page-options.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './FirstGroups.module.css';
import { useFirstGroups } from './timetable-changes.data.ts';

/** Groups to begin with, for who has not looked for anybody yet. */
export function FirstGroups({ onChoose }: { onChoose: (whose: { kind: TimetableOwnerKind; id: number }) => void }) {
  const { t } = useTranslation('timetable-changes');
  const groups = useFirstGroups();
  if (groups.isPending)
    return (
      <Skeleton className={styles.groups}>
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (!groups.data?.length) return null;
  return (
    <section className={styles.groups} aria-labelledby="first-groups">
      <h2 id="first-groups">{t('firstGroups')}</h2>
      <ul>
        {groups.data.map(({ id, name }) => (
          <li key={id}>
            <Button look="soft" wide translate="no" onClick={() => onChoose({ kind: 'group', id })}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
