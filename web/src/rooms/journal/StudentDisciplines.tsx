import caret from 'icon:caret-down-bold';
import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import { selectionUpdates } from '@bilim/contract/url-selection.ts';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyPress } from '../../core/keys.ts';
import type { CascadingSelection, Discipline } from '../../disciplines/cascade.data.ts';
import { TermChoice } from '../../disciplines/DisciplinePanel.tsx';
import { DisciplineTile } from '../../disciplines/DisciplineTile.tsx';
import { SemesterAndGroupFilter } from '../../disciplines/SemesterAndGroupFilter.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { WholeWordText } from '../../kit/WholeWordText.tsx';
import { type EndedCoursesState, toCourseDiscipline, useEndedCourses } from './ended-courses.ts';
import { useLocalNumberFormatters } from './formatters.ts';
import { useJournalOverview } from './journal.data.ts';
import { computeAverages } from './journal.totals.ts';
import styles from './StudentDisciplines.module.css';

interface Sum {
  readonly absences: number;
  /** How many marks were given, and their mean. */
  readonly given: number;
  readonly mean: number | null;
}

/** Absences and the mean of each discipline of the term; null until they are known. */
function useSums(cascade: CascadingSelection): ((one: Discipline) => Sum) | null {
  const overview = useJournalOverview(cascade.year, cascade.ws);
  const rows = overview.data;
  if (!rows) return null;
  return (one) => {
    const mine = rows.filter(
      (row) => !row.ended && row.id_discipline === one.id && row.credits === one.kredit && row.isPotok === one.isSelect,
    );
    return sumOfCourses(mine);
  };
}

function sumOfCourses(courses: EndedCoursesState['courses']): Sum {
  const add = (of: (row: (typeof courses)[number]) => number) => courses.reduce((sum, row) => sum + of(row), 0);
  const given = add((row) => row.given);
  const { mean } = computeAverages(
    add((row) => row.sum),
    add((row) => row.columns),
    given,
  );
  return { absences: add((row) => row.absences), given, mean };
}

const isActive = (cascade: CascadingSelection, one: Discipline) =>
  cascade.discipline !== null && disciplineKey(cascade.discipline) === disciplineKey(one);

interface Props {
  cascade: CascadingSelection;
  onChosen?: () => void;
  /** Is given the first course that has ended. */
  firstEnded?: RefObject<HTMLButtonElement | null>;
}

/** All disciplines of the term with their averages: beside the journal on the desktop, in a sheet on the phone. */
export function StudentDisciplines({ cascade, onChosen, firstEnded }: Props) {
  const { t } = useTranslation('journal');
  const numbers = useLocalNumberFormatters();
  const sumOf = useSums(cascade);
  const former = useEndedCourses(cascade);
  const disciplines = cascade.disciplines.data;
  const means = (disciplines ?? []).flatMap((one) => sumOf?.(one).mean ?? []);
  const ofTerm = means.length ? means.reduce((sum, one) => sum + one, 0) / means.length : null;
  return (
    <section className={styles.column} aria-label={t('overview')}>
      <header className={styles.head}>
        <h2>{t('overview')}</h2>
        <TermChoice cascade={cascade} />
      </header>
      {disciplines ? (
        <ul>
          {disciplines.map((one) => (
            <Item
              key={disciplineKey(one)}
              discipline={one}
              sum={sumOf?.(one)}
              isActive={!former.chosen && isActive(cascade, one)}
              onChoose={() => {
                cascade.go(selectionUpdates.discipline(cascade.chosen, disciplineKey(one)));
                onChosen?.();
              }}
            />
          ))}
        </ul>
      ) : (
        <Skeleton>
          {[1, 2, 3, 4].map((line) => (
            <div key={line} className={styles.item}>
              <SkeletonBar className={styles.skeletonBar} />
            </div>
          ))}
        </Skeleton>
      )}
      {former.courses.length > 0 && (
        <Ended cascade={cascade} former={former} onChosen={onChosen} firstEnded={firstEnded} />
      )}
      {!former.chosen && <SemesterAndGroupFilter cascade={cascade} />}
      {sumOf && (disciplines?.length ?? 0) > 0 && (
        <p className={styles.ofTerm}>
          {t('meanOfTerm')} <b>{numbers.two(ofTerm)}</b>
        </p>
      )}
    </section>
  );
}

interface ItemProps {
  discipline: Discipline;
  /** Undefined until it is known. */
  sum: Sum | undefined;
  /** The group that the student has left. */
  group?: string;
  isActive: boolean;
  onChoose: () => void;
  ref?: RefObject<HTMLButtonElement | null> | undefined;
}

function Item({ discipline, sum, group, isActive, onChoose, ref }: ItemProps) {
  const { t } = useTranslation('journal');
  const numbers = useLocalNumberFormatters();
  const facts = sum && [
    group && t('formerGroup', { group }),
    sum.given ? t('marksGiven', { count: sum.given }) : t('noMarksYet'),
    sum.absences > 0 && t('absencesOf', { count: sum.absences }),
  ];
  return (
    <li>
      <button
        ref={ref}
        type="button"
        className={styles.item}
        aria-current={isActive ? 'true' : undefined}
        onClick={onChoose}
      >
        <DisciplineTile id={discipline.id} name={discipline.discipline} />
        <span className={styles.names}>
          <b translate="no">
            <WholeWordText>{discipline.discipline}</WholeWordText>
          </b>
          {facts && <small>{facts.filter(Boolean).join(' · ')}</small>}
        </span>
        <span className={styles.mean}>
          <span className="hidden-text">{t('mean')}: </span>
          {sum && numbers.two(sum.mean)}
        </span>
      </button>
    </li>
  );
}

interface EndedProps {
  cascade: CascadingSelection;
  former: EndedCoursesState;
  onChosen: Props['onChosen'] | undefined;
  firstEnded: Props['firstEnded'] | undefined;
}

/** Courses of groups and streams that the student has left, with what was entered there. */
function Ended({ cascade, former, onChosen, firstEnded }: EndedProps) {
  const { t } = useTranslation('journal');
  return (
    <section aria-labelledby="journal-ended">
      <header className={styles.head}>
        <h2 id="journal-ended">{t('former')}</h2>
      </header>
      <ul>
        {former.courses.map((one, at) => {
          const discipline = toCourseDiscipline(one);
          const d = disciplineKey(discipline);
          return (
            <Item
              key={`${d}/${one.id_groupOrPorok}`}
              ref={at === 0 ? firstEnded : undefined}
              discipline={discipline}
              sum={sumOfCourses([one])}
              group={one.p20}
              isActive={former.chosen === one}
              onChoose={() => {
                const chosen = selectionUpdates.discipline(cascade.chosen, d);
                cascade.go({ ...chosen, sem: one.id_semesterOrWs, g: one.id_groupOrPorok });
                onChosen?.();
              }}
            />
          );
        })}
      </ul>
    </section>
  );
}

/** On the phone: which discipline this is, and that others have ended; each opens all with their averages. */
export function DisciplineSwitcher({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('journal');
  const [open, setOpen] = useState<'all' | 'ended' | null>(null);
  const firstEnded = useRef<HTMLButtonElement>(null);
  const { chosen, courses } = useEndedCourses(cascade);
  const discipline = chosen ? toCourseDiscipline(chosen) : cascade.discipline;
  const ofCourse = useDisciplineSummary(cascade);
  const facts = chosen ? t('formerGroup', { group: chosen.p20 }) : ofCourse;
  const former = new Set(courses.filter(({ isPotok }) => !isPotok).map(({ p20 }) => p20));
  const close = () => setOpen(null);
  return (
    <>
      <button type="button" className={styles.row} aria-haspopup="dialog" onClick={() => setOpen('all')}>
        {discipline && <DisciplineTile id={discipline.id} name={discipline.discipline} />}
        <span className={styles.names}>
          <b translate="no">{discipline?.discipline ?? t('chooseDiscipline')}</b>
          {facts && <small>{facts}</small>}
        </span>
        <Icon of={caret} size="s" />
      </button>
      {courses.length > 0 && (
        <button type="button" className={styles.endedRow} aria-haspopup="dialog" onClick={() => setOpen('ended')}>
          <span className={styles.names}>
            {t('formerCount', { count: courses.length })}
            {former.size > 0 && !chosen && <small>{t('formerGroup', { group: [...former].join(', ') })}</small>}
          </span>
          <Icon of={caret} size="s" />
        </button>
      )}
      <Dialog
        open={open !== null}
        onClose={close}
        title={t('chooseDiscipline')}
        {...(open === 'ended' && { first: firstEnded })}
      >
        <StudentDisciplines cascade={cascade} onChosen={close} firstEnded={firstEnded} />
      </Dialog>
    </>
  );
}

/** «5 кр. · осенний семестр» */
export function useDisciplineSummary({ discipline, ws }: CascadingSelection): string {
  const { t } = useTranslation('journal');
  const numbers = useLocalNumberFormatters();
  if (!discipline || !ws) return '';
  return `${t('common:panel.credits', { credits: numbers.short(discipline.kredit) })} · ${t('termWords', { term: t(`common:term.${ws}`) })}`;
}

/** J and K go to the next discipline and to the one before. */
export function useDisciplineShortcuts(cascade: CascadingSelection): void {
  const go = (step: number) => {
    const all = cascade.disciplines.data ?? [];
    const next = all[all.findIndex((one) => isActive(cascade, one)) + step];
    if (next) cascade.go(selectionUpdates.discipline(cascade.chosen, disciplineKey(next)));
  };
  useKeyPress('KeyJ', () => go(1));
  useKeyPress('KeyK', () => go(-1));
}
