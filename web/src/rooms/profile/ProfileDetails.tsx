import { useTranslation } from 'react-i18next';
import { useIsNonTeachingStaff } from '../../apps/empty-rooms.ts';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './ProfileDetails.module.css';
import { useProfile } from './profile.data.ts';

/** What the university knows about the person, line by line; what it does not know is left out. */
export function ProfileDetails() {
  const { t } = useTranslation('profile');
  const { data, error, isPending, refetch } = useProfile();
  const isNonTeaching = useIsNonTeachingStaff();
  if (isPending)
    return (
      <Skeleton className={styles.facts}>
        {[1, 2, 3, 4].map((line) => (
          <div key={line} className={styles.line}>
            <SkeletonBar className={styles.skeletonBar} />
            <SkeletonBar className={styles.skeletonBar} />
          </div>
        ))}
      </Skeleton>
    );
  if (error && !data) return <LoadFailure title={t('failed')} failure={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const facts: [string, string | number | null][] = [
    [t('position'), data.doljnost],
    [t('department'), data.kafedra],
    [t('role'), t(`common:role.${data.role !== 1 ? 'student' : isNonTeaching ? 'staff' : 'teacher'}`)],
    [t('group'), data.group],
    [t('course'), data.course],
    [t('speciality'), data.speciality],
    [t('faculty'), data.faculty],
    [t('studentNumber'), data.studentNumber],
    [t('login'), data.login],
    [t('email'), data.email],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name} className={styles.line}>
            <dt>{name}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
