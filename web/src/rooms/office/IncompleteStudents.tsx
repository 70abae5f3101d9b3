import { type IncompleteRegistrationKind, incompleteRegistrationKinds } from '@bilim/contract/page-options.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { Chip, Chips } from '../../kit/Chips.tsx';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { EmptyState, LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import {
  type FacultyAndYearOfStudy,
  type FacultyIncompleteRegistrations,
  useIncompleteRegistrationStudents,
  useIncompleteRegistrations,
  useRemindStudents,
} from './board.data.ts';
import grid from './IncompleteStudents.module.css';
import { ListSkeleton } from './ListSkeleton.tsx';
import styles from './Office.module.css';

interface Props {
  year: number | null;
  term: number | null;
  who: IncompleteRegistrationKind | null;
  onWho: (who: IncompleteRegistrationKind | null) => void;
}

/** Students of open windows who have not chosen everything: counted by faculty and course, and by name. */
export function IncompleteStudents({ year, term, who, onWho }: Props) {
  const { t } = useTranslation('office');
  const format = numberFormat();
  const [part, setPart] = useState<FacultyIncompleteRegistrations | null>(null);
  const behind = useIncompleteRegistrations(year, term);
  const of = part ? { id_faculty: part.id_faculty, course: part.course } : {};
  const students = useIncompleteRegistrationStudents(year, term, who, of);
  const rows = students.data?.pages.flat() ?? [];
  const parts = behind.data?.[0]?.parts ?? [];
  const below = useRef<HTMLDivElement>(null);
  // The rows of a faculty are below the table: what a press has changed is brought into view.
  useEffect(() => {
    if (part) below.current?.scrollIntoView({ block: 'start' });
  }, [part]);
  // What is below the table would jump.
  if (behind.isPending) return <ListSkeleton lines={5} full />;
  return (
    <>
      {parts.length > 0 && <PartsTable parts={parts} chosen={part} onChoose={setPart} />}
      <div ref={below} className={grid.below}>
        <p role="status" className="hidden-text">
          {part &&
            `${t('behind.courseOf', { faculty: part['p23-1'], course: part.course })}: ${part.nothing + part.partly}`}
        </p>
        <Chips label={t('behind.only')} className={styles.chips ?? ''}>
          {[null, ...incompleteRegistrationKinds].map((one) => (
            <Chip key={one} pressed={who === one} onClick={() => onWho(one)}>
              {t(`behind.${one ?? 'all'}`)}
            </Chip>
          ))}
        </Chips>
        {part && (
          <div className={classNames(styles.row, grid.part)}>
            <b>{t('behind.courseOf', { faculty: part['p23-1'], course: part.course })}</b>
            {year !== null &&
              term !== null &&
              (['nothing', 'partly'] as const).map(
                (only) =>
                  part[only] > 0 &&
                  (who === null || who === only) && (
                    <RemindPart key={only} of={{ id_a_year: year, id_ws: term, ...of, only }} count={part[only]} />
                  ),
              )}
            <Button look="quiet" onClick={() => setPart(null)}>
              {t('behind.reset')}
            </Button>
          </div>
        )}
        {students.isPending && <ListSkeleton lines={5} full />}
        {students.isError && !students.data && (
          <LoadFailure title={t('failedStudents')} failure={students.error} onRetry={() => void students.refetch()} />
        )}
        {students.data && rows.length === 0 && <EmptyState title={t('noneIncomplete')} />}
        {rows.length > 0 && (
          <ul className={classNames(card.card, styles.list)} aria-label={t('part.incomplete')}>
            {rows.map((one) => (
              <li key={one.id_student} className={styles.window}>
                <span className={styles.what}>
                  <b translate="no">{one.s_fio}</b>
                  <small>
                    <span translate="no">{[one.p20, one.apart].filter(Boolean).join(' · ')}</span>
                    {!one.isSeen && ` · ${t('behind.unseen')}`}
                  </small>
                </span>
                <span className={styles.state}>
                  {t('chosenOf', { chosen: format.format(one.credits), wanted: format.format(one.wanted) })}
                </span>
              </li>
            ))}
          </ul>
        )}
        {students.hasNextPage && <LoadMoreButton list={students} label={t('more')} failed={t('failedStudents')} />}
      </div>
    </>
  );
}

/** Reminds those of one faculty and course who are registered for nothing, or for a part. */
function RemindPart({
  of,
  count,
}: {
  of: { id_a_year: number; id_ws: number; only: 'nothing' | 'partly' } & FacultyAndYearOfStudy;
  count: number;
}) {
  const { t } = useTranslation('office');
  const failureText = useFailureText();
  const remind = useRemindStudents();
  return (
    <Button
      look="soft"
      busy={remind.isPending && t('saving')}
      onClick={() =>
        remind.mutate(of, {
          onSuccess: ([done]) =>
            showToast(done?.told ? t('board.reminded', { count: done.told }) : t('board.remindedToday')),
          onError: (failure) => showToast(failureText(failure)),
        })
      }
    >
      {t(of.only === 'partly' ? 'behind.remindPartly' : 'behind.remindNothing', { count })}
    </Button>
  );
}

interface TableProps {
  parts: readonly FacultyIncompleteRegistrations[];
  chosen: FacultyIncompleteRegistrations | null;
  onChoose: (part: FacultyIncompleteRegistrations) => void;
}

function PartsTable({ parts, chosen, onChoose }: TableProps) {
  const { t } = useTranslation('office');
  const format = numberFormat();
  return (
    <div className={classNames(card.card, styles.scroll)}>
      <table className={grid.table} aria-label={t('behind.table')}>
        <thead>
          <tr>
            <th scope="col">
              {t('behind.faculty')}, {t('behind.course').toLocaleLowerCase()}
            </th>
            <th scope="col">{t('behind.students')}</th>
            <th scope="col">{t('behind.nothing')}</th>
            <th scope="col">{t('behind.partly')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((one) => (
            <tr key={`${one.id_faculty} ${one.course}`}>
              <th scope="row">
                <button
                  type="button"
                  className={grid.faculty}
                  aria-pressed={chosen?.id_faculty === one.id_faculty && chosen.course === one.course}
                  onClick={() => onChoose(one)}
                >
                  {t('behind.courseOf', { faculty: one['p23-1'], course: one.course })}
                </button>
              </th>
              <td>{format.format(one.students)}</td>
              <td>{format.format(one.nothing)}</td>
              <td>{format.format(one.partly)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
