import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/Dialog.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './TimetableChanges.module.css';
import { useTimetableChangeTexts } from './texts.ts';
import { type ChangedClass, toCourseReference, useTaughtCourses } from './timetable-changes.data.ts';

interface Props {
  whose: { kind: string; id: number };
  /** A day of the week that is shown. */
  day: string;
  onChoose: (one: ChangedClass) => void;
  onClose: () => void;
}

/** Of which course one more class is added: what is taught in that term, whether or not the timetable has a lesson of it. */
export function AddClassDialog({ whose, day, onChoose, onClose }: Props) {
  const { t } = useTranslation('timetable-changes');
  const words = useTimetableChangeTexts();
  const [typed, setTyped] = useState('');
  const courses = useTaughtCourses({ ...whose, day });
  const shown = (courses.data ?? [])
    .map(
      (one): ChangedClass => ({
        ...one,
        ...{ id_lesson: one.id_lesson ?? 0, day, state: 'held', step: null, reason: null, mayChange: true },
      }),
    )
    .filter((one) =>
      `${one.discipline} ${words.line(one)} ${words.people(one)}`
        .toLocaleLowerCase()
        .includes(typed.trim().toLocaleLowerCase()),
    );
  return (
    <Dialog open onClose={onClose} drawer="right" title={t('addClass')}>
      <div className={styles.courses}>
        <SearchField small focused label={t('findCourse')} value={typed} onSearch={setTyped} />
        {courses.isPending && (
          <Skeleton className={styles.skeleton}>
            <SkeletonBar className={styles.skeletonBar} />
            <SkeletonBar className={styles.skeletonBar} />
          </Skeleton>
        )}
        {courses.error && !courses.data && (
          <LoadFailure small title={t('failed')} failure={courses.error} onRetry={() => void courses.refetch()} />
        )}
        {courses.data && shown.length === 0 && <EmptyState title={t('nothingFound')} />}
        <ul aria-label={t('courses')}>
          {shown.map((one) => (
            <li key={JSON.stringify(toCourseReference(one))}>
              <button type="button" onClick={() => onChoose(one)} translate="no">
                <b>{one.discipline}</b>
                <small>{[words.line(one), words.people(one)].join(' · ')}</small>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
