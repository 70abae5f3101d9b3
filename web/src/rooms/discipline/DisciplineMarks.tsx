import check from 'icon:check-bold';
import { shortenClassType } from '@bilim/contract/class-type.ts';
import { absentMarkId } from '@bilim/contract/limits.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useClassViewer } from '../../classes/class-links.ts';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { dateInWords } from '../../core/time.ts';
import { type CascadingSelection, toUrlSelection } from '../../disciplines/cascade.data.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { shortName } from '../../kit/person.ts';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './Discipline.module.css';
import { CombinedClassList, DisciplineGroups } from './DisciplineGroups.tsx';
import { useClassTypes, useOwnEntries } from './discipline.data.ts';

/** A student's own entries, newest first; a teacher's journals, those of combined classes first. */
export function DisciplineMarks({ cascade }: { cascade: CascadingSelection }) {
  const { teacher } = useClassViewer();
  if (!teacher) return <Own cascade={cascade} />;
  return (
    <div className={styles.people}>
      <CombinedClassList cascade={cascade} />
      <DisciplineGroups cascade={cascade} />
    </div>
  );
}

function Own({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { list, error, refetch } = useOwnEntries(cascade);
  const types = useClassTypes().data;
  // A phone's line has no room for three names.
  const nameOfTeacher = useAtom(screenState).mobile ? shortName : (name: string) => name;
  const nameOf = (id: number | null) =>
    shortenClassType(types?.find((type) => type.id_vid_zaniatiy === id)?.name_vid_zaniatiy ?? '');
  if (error) return <LoadFailure title={t('failedMarks')} failure={error} onRetry={() => refetch()} />;
  if (!list)
    return (
      <Skeleton className={classNames(card.card, styles.rows)}>
        {[1, 2, 3].map((place) => (
          <SkeletonBar key={place} className={styles.boneRow} />
        ))}
      </Skeleton>
    );
  if (!list.length) return <EmptyState title={t('noClasses')} />;
  return (
    <>
      <ul className={classNames(card.card, styles.rows)}>
        {list.map((one) => (
          <li key={`${one.visitDate}.${one.timesCount}.${one.id_vid_zaniatiy}`} className={styles.row}>
            <span className={styles.words}>
              <b>{one.visitDate && dateInWords(one.visitDate)}</b>
              <small translate="no">
                {[nameOf(one.id_vid_zaniatiy), nameOfTeacher(one.t_fio ?? '')].filter(Boolean).join(' · ')}
              </small>
            </span>
            <Entry entry={one} />
          </li>
        ))}
      </ul>
      <Link to="/journal" search={toUrlSelection(cascade)} className={styles.more}>
        {t('wholeJournal')}
      </Link>
    </>
  );
}

function Entry({ entry }: { entry: { isVisited: boolean | null; id_otsenka: number | null; otsenka: string | null } }) {
  const { t } = useTranslation('discipline');
  if (entry.isVisited === false || entry.id_otsenka === absentMarkId)
    return (
      <span className={classNames(styles.sign, styles.absent)} title={t('absent')} translate="no">
        н/б
      </span>
    );
  if (entry.otsenka)
    return (
      <span className={styles.sign} translate="no">
        {entry.otsenka}
      </span>
    );
  if (entry.isVisited)
    return (
      <span className={styles.present}>
        <Icon of={check} size="s" />
        <span className="hidden-text">{t('present')}</span>
      </span>
    );
  return <span className={styles.empty}>—</span>;
}
