import { yearName } from '@bilim/contract/chosen.ts';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { numberFormat } from '../../core/numbers.ts';
import { screenState, setScreen } from '../../core/screen.ts';
import { dateInWords } from '../../core/time.ts';
import { classes } from '../../kit/classes.ts';
import { Note } from '../../kit/Note.tsx';
import { Page } from '../../kit/Page.tsx';
import { Segments } from '../../kit/Segments.tsx';
import { Select } from '../../kit/Select.tsx';
import { Empty, Failed } from '../../kit/States.tsx';
import { Chosen } from './Chosen.tsx';
import { Confirmation } from './Confirmation.tsx';
import { Flow } from './Flow.tsx';
import styles from './Registration.module.css';
import {
  type Course,
  courseKey,
  incompleteCredits,
  type PlanRow,
  type Term,
  useChoice,
  useExtras,
  useLines,
  usePermission,
  usePlan,
  useTerm,
} from './registration.data.ts';
import { useWishes } from './useWishes.ts';

type Choosing = ReturnType<typeof useChoice>;

/** Choosing disciplines, teachers and streams for a semester. */
export default function RegistrationPage() {
  const { t } = useTranslation('registration');
  const { mobile } = useCell(screenState);
  const choice = useChoice();
  const { years, semesters, year, semester, away, failure, retry } = useTerm(choice);
  const term = useMemo<Term | null>(
    () => (year !== null && semester !== null ? { id_a_year: year, id_semester: semester } : null),
    [year, semester],
  );
  const plan = usePlan(term);
  const permission = usePermission(term);
  const extras = useExtras(term, choice.extra && permission?.permission === true);
  const lines = useLines(term);
  const [changing, setChanging] = useState(false);
  const wishes = useWishes(() => {
    setChanging(false);
    choice.chooseCourse(undefined);
  });

  const rows = plan.data ?? [];
  const courses = choice.extra ? extras.data?.map(courseOfExtra) : plan.data?.filter(mayBeChosen).map(courseOfPlan);
  const course = [...(courses ?? []), ...rows.map(courseOfPlan)].find((one) => courseKey(one) === choice.rc) ?? null;
  const choosing = mobile && course !== null;
  useEffect(() => {
    setScreen({ inFlow: choosing });
    return () => setScreen({ inFlow: false });
  }, [choosing]);
  // Both lists are read anew when a place came from the line; it is never shown twice in between.
  const standing = lines.data?.filter((line) => !rows.some((row) => row.subgroup === line.subgroup)) ?? [];

  const filters = <Filters years={years} semesters={semesters} year={year} semester={semester} choice={choice} />;
  return (
    <Page
      title={t('title')}
      fromApps
      action={mobile ? undefined : filters}
      className={classes(styles.page, choosing && styles.alone)}
    >
      {mobile && !choosing && filters}
      {!choosing && permission && <Kinds permission={permission} choice={choice} rows={rows} />}
      {away ? (
        <Empty title={t('noGroup')} />
      ) : plan.isError && !plan.data ? (
        <Failed title={t('failedDisciplines')} failure={plan.error} onRetry={() => void plan.refetch()} />
      ) : (
        <Flow
          term={term}
          courses={courses}
          rows={rows}
          failure={choice.extra ? extras.error : failure}
          onRetry={choice.extra ? () => void extras.refetch() : retry}
          course={course}
          choice={choice}
          wishes={wishes}
          isOpen={permission?.isOpen ?? false}
          changing={changing}
        />
      )}
      {!choosing && (
        <Chosen
          rows={rows}
          lines={standing}
          wishes={wishes}
          onChange={(row) => {
            setChanging(true);
            choice.chooseCourse(courseKey(row));
          }}
        />
      )}
      <Confirmation rows={rows} year={yearName(years.data?.find((one) => one.id_a_year === year)?.p32 ?? '')} />
    </Page>
  );
}

interface FiltersProps extends Pick<ReturnType<typeof useTerm>, 'years' | 'semesters' | 'year' | 'semester'> {
  choice: Choosing;
}

/** The year and the semester that the page is about. */
function Filters({ years, semesters, year, semester, choice }: FiltersProps) {
  const { t } = useTranslation('registration');
  return (
    <div className={styles.filters}>
      <Select
        label={t('year')}
        choices={(years.data ?? []).map((one) => ({ id: one.id_a_year, name: yearName(one.p32) }))}
        value={year}
        onChoose={choice.chooseYear}
      />
      <Select
        label={t('semester')}
        choices={(semesters.data ?? []).map((one) => ({ id: one.id_semester, name: t('nthSemester', { n: one.p43 }) }))}
        value={semester}
        onChoose={choice.chooseSemester}
      />
    </div>
  );
}

interface KindsProps {
  permission: NonNullable<ReturnType<typeof usePermission>>;
  choice: Choosing;
  rows: readonly PlanRow[];
}

/** By plan or beyond it, the credits so far, and when one may register. */
function Kinds({ permission, choice, rows }: KindsProps) {
  const { t } = useTranslation('registration');
  const { mobile } = useCell(screenState);
  return (
    <>
      <div className={styles.kinds}>
        <Segments
          label={t('kind')}
          wide={mobile}
          segments={[
            { value: 0, name: t('byPlan') },
            ...(permission.permission ? [{ value: 1, name: t('extra') }] : []),
          ]}
          value={choice.extra ? 1 : 0}
          onChoose={(value) => choice.chooseKind(value === 1)}
        />
        <Credits credits={permission.credits} limit={permission.creditLimit} incomplete={incompleteCredits(rows)} />
      </div>
      <Period {...permission} />
    </>
  );
}

/** Class types with streams that the student has not chosen; of a block only while nothing of it is chosen. */
function mayBeChosen(row: PlanRow, _: number, rows: readonly PlanRow[]): boolean {
  if (!row.hasStreams || !row.isByPlan || row.subgroup !== null) return false;
  return (
    row.descGroupNum === null ||
    !rows.some(
      (other) =>
        other.descGroupNum === row.descGroupNum &&
        other.id_disciplineForStudent !== null &&
        other.id_discipline !== row.id_discipline,
    )
  );
}

const courseOfPlan = (row: PlanRow): Course => ({ ...row, own: row });

function courseOfExtra(row: Omit<Course, 'own' | 'isByPlan'>): Course {
  return { ...row, isByPlan: false, own: null };
}

/** The sum of credits, and how many of them belong to disciplines that are not chosen as a whole. */
function Credits({ credits, limit, incomplete }: { credits: number; limit: number; incomplete: number }) {
  const { t } = useTranslation('registration');
  const format = numberFormat();
  return (
    <p className={styles.credits}>
      {t('credits', { credits: format.format(credits), limit: format.format(limit) })}
      {incomplete > 0 && (
        <span className={styles.incomplete}>{t('incompleteCredits', { credits: format.format(incomplete) })}</span>
      )}
    </p>
  );
}

interface PeriodProps {
  isOpen: boolean;
  permission: boolean;
  startDate: string | null;
  endDate: string | null;
}

/** Says when one may register, and why there are no extras. */
function Period({ isOpen, permission, startDate, endDate }: PeriodProps) {
  const { t } = useTranslation('registration');
  if (!isOpen)
    return (
      <Note tone="warm">
        {startDate && endDate
          ? t('closedPeriod', { from: dateInWords(startDate), to: dateInWords(endDate) })
          : t('noPeriod')}
      </Note>
    );
  return (
    <p className={styles.period}>
      {endDate && t('openUntil', { day: dateInWords(endDate) })} {!permission && t('noExtras')}
    </p>
  );
}
