import caretRight from 'icon:caret-right-bold';
import userMinus from 'icon:user-minus';
import { shortenClassType } from '@bilim/contract/class-type.ts';
import { selectionUpdates } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCombinedClasses } from '../../classes/combined-class.ts';
import { type CascadingSelection, toUrlSelection } from '../../disciplines/cascade.data.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { shortName } from '../../kit/person.ts';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './Discipline.module.css';
import { formatAverage } from './DisciplineTotals.tsx';
import {
  absenceThreshold,
  type GroupStatistics,
  summarizeStudentStatistics,
  useGroupStatistics,
} from './discipline.data.ts';

/** So many of the often absent are named; all of them are among the people. */
const maxNamed = 5;

/** The address of a group's journal. */
const journalOf = (cascade: CascadingSelection, { id_semesterOrWs, id_groupOrPorok }: GroupStatistics) =>
  selectionUpdates.group({ ...toUrlSelection(cascade), sem: id_semesterOrWs }, id_groupOrPorok);

/** A teacher's groups with attendance and mean; each opens its journal. */
export function DisciplineGroups({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { data, error, isPending, refetch } = useGroupStatistics(cascade, true);
  if (isPending)
    return (
      <Skeleton className={classNames(card.card, styles.rows)}>
        {[1, 2].map((place) => (
          <SkeletonBar key={place} className={styles.boneRow} />
        ))}
      </Skeleton>
    );
  if (!data) return <LoadFailure small title={t('failedMarks')} failure={error} onRetry={() => void refetch()} />;
  if (!data.length) return <EmptyState title={t('noGroups')} />;
  return (
    <ul className={classNames(card.card, styles.rows)} aria-label={t('groups')}>
      {data.map((group) => {
        const { attended, mean } = summarizeStudentStatistics(group.students);
        return (
          <li key={`${group.id_semesterOrWs}.${group.id_groupOrPorok}`}>
            <Link to="/journal" search={journalOf(cascade, group)} className={styles.row}>
              <span className={styles.words}>
                <b translate="no">{group.p20}</b>
                <small>
                  {[
                    t('students', { count: group.students.length }),
                    attended === null ? t('noClasses') : t('attendedPart', { part: Math.round(attended * 100) }),
                  ].join(' · ')}
                </small>
              </span>
              {mean !== null && (
                <span className={styles.figure}>
                  <b>{formatAverage(mean)}</b>
                  <small>{t('meanShort')}</small>
                </span>
              )}
              <Icon of={caretRight} size="xs" />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** A teacher's classes of several groups; each opens one table over their journals. Nothing where there are none. */
export function CombinedClassList({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { list, search } = useCombinedClasses(cascade, true);
  if (!list.length) return null;
  return (
    <ul className={classNames(card.card, styles.rows)} aria-label={t('joint')}>
      {list.map((combined) => (
        <li key={combined.key}>
          <Link to="/journal" search={search(combined)} className={styles.row}>
            <span className={styles.words}>
              <b>{shortenClassType(combined.lesson.name_vid_zaniatiy)}</b>
              <small translate="no">{combined.groups.map(({ p20 }) => p20).join(', ')}</small>
            </span>
            <Icon of={caretRight} size="xs" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Who of a teacher's students was absent often, most often first; each leads to the journal of the group. */
export function FrequentAbsentees({ cascade, onAll }: { cascade: CascadingSelection; onAll: () => void }) {
  const { t } = useTranslation('discipline');
  const { data = [] } = useGroupStatistics(cascade, true);
  const often = data
    .flatMap((group) => group.students.map((student) => ({ group, student })))
    .filter(({ student }) => student.absences >= absenceThreshold)
    .sort((a, b) => b.student.absences - a.student.absences);
  if (!often.length) return null;
  return (
    <section className={classNames(card.card, styles.rows)} aria-labelledby="discipline-absent">
      <header className={styles.often}>
        <span className={styles.oftenSign} aria-hidden="true">
          <Icon of={userMinus} size="s" />
        </span>
        <h2 id="discipline-absent">{t('often')}</h2>
        {often.length > maxNamed && (
          <Button look="quiet" onClick={onAll}>
            {t('all', { count: often.length })}
          </Button>
        )}
      </header>
      <ul>
        {often.slice(0, maxNamed).map(({ group, student }) => (
          <li key={`${group.id_groupOrPorok}.${student.id_student}`}>
            <Link to="/journal" search={journalOf(cascade, group)} className={styles.row}>
              <span className={styles.words}>
                <b translate="no" title={student.s_fio}>
                  {shortName(student.s_fio)}
                </b>
                <small translate="no">{[group.p20, student.apart].filter(Boolean).join(' · ')}</small>
              </span>
              <span className={styles.absences}>{t('absences', { count: student.absences })}</span>
              <Icon of={caretRight} size="xs" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
