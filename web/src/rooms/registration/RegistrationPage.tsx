import receipt from 'icon:receipt';
import { shortYearLabel } from '@bilim/contract/url-selection.ts';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import type { Failure } from '../../core/failure.ts';
import { screenState, updateScreenState } from '../../core/screen.ts';
import { dateInWords, dayAndMonth } from '../../core/time.ts';
import { IconButton } from '../../kit/Button.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Page } from '../../kit/Page.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { EmptyState, LoadFailure, SkeletonBar } from '../../kit/States.tsx';
import { DisciplineSelection } from './DisciplineSelection.tsx';
import { choosableDisciplineKey } from './disciplines.ts';
import { RegisteredDisciplines } from './RegisteredDisciplines.tsx';
import styles from './Registration.module.css';
import { RegistrationSlip } from './RegistrationSlip.tsx';
import {
  type ChosenTerm,
  type ExtraDiscipline,
  type RegistrationEligibility,
  type RegistrationSelection,
  useChosenTerm,
  useExtraDisciplines,
  useRegistrationEligibility,
  useRegistrationPlan,
  useRegistrationSelection,
  useWaitlistPositions,
} from './registration.data.ts';
import { useConfirmRegistration, useWaitlistAndRemoval } from './useRegistering.ts';
import { type RegistrationState, useRegistrationState } from './useRegistrationState.ts';

const noRows: readonly never[] = [];

/** A semester's plan, what is registered and waited for, and what can be done with it. */
function useRegistration(choice: RegistrationSelection) {
  const times = useChosenTerm(choice);
  const { year, semester } = times;
  const term = useMemo<ChosenTerm | null>(
    () => (year !== null && semester !== null ? { id_a_year: year, id_semester: semester.id_semester } : null),
    [year, semester],
  );
  const plan = useRegistrationPlan(term);
  const { permission, isKnown } = useRegistrationEligibility(term);
  const isGranted = permission?.permission === true;
  const extras = useExtraDisciplines(term, isGranted);
  const lines = useWaitlistPositions(term);
  const all = useRegistrationState(term, choice, plan.data, isGranted ? (extras.data ?? noRows) : null);
  const confirming = useConfirmRegistration(term, all.drafts.forget);
  const actions = useWaitlistAndRemoval(term);
  const rows = plan.data ?? noRows;
  // Both lists are refetched when the waiting list gave a seat; it is never shown twice in between.
  const waiting = lines.data?.filter((line) => !rows.some((row) => row.subgroup === line.subgroup)) ?? noRows;
  return { times, plan, rows, permission, isKnown, extras: extras.data, waiting, all, confirming, actions };
}

/** On the phone what is chosen has the place of the tabs. */
function useInFlow(inFlow: boolean): void {
  useEffect(() => {
    updateScreenState({ inFlow });
    return () => updateScreenState({ inFlow: false });
  }, [inFlow]);
}

/** Choosing disciplines for a semester with the own week in sight, and what comes of it. */
export default function RegistrationPage() {
  const { t } = useTranslation('registration');
  const { mobile } = useAtom(screenState);
  const choice = useRegistrationSelection();
  const { times, plan, rows, permission, isKnown, extras, waiting, all, confirming, actions } = useRegistration(choice);
  const { years, year, semester, hasNoGroup, failure, retry } = times;
  const isOpen = permission?.isOpen ?? false;
  const isMine = choice.part === 'mine';
  useInFlow(mobile && !isMine && isOpen);
  const termName = useTermName(times);
  const end = permission?.isOpen ? permission.endDate : null;
  const fact = mobile
    ? [t(`semesterOf.${semester?.id_ws ?? 1}`), end && t('until', { day: dayAndMonth(end) })]
    : [termName, end && t('openUntil', { day: dateInWords(end) })];
  const filters = <Filters times={times} choice={choice} />;
  const toMine = <IconButton icon={receipt} label={t('enrolled')} onClick={() => choice.choosePart('mine')} />;

  return (
    <Page
      title={t(mobile && isMine ? 'enrolled' : 'title')}
      fromApps
      whole
      fact={<p>{fact.filter(Boolean).join(' · ')}</p>}
      action={mobile ? !isMine && toMine : filters}
      className={styles.page}
    >
      {mobile && !isMine && filters}
      <Parts
        permission={permission}
        isKnown={isKnown || failure !== null || hasNoGroup}
        choice={choice}
        plan={all.planned}
        extras={extras}
      />
      {permission && !isOpen && !isMine && <Closed permission={permission} />}
      <Content
        hasNoGroup={hasNoGroup}
        plan={plan}
        failure={failure}
        retry={retry}
        choosing={
          !isMine && (
            <DisciplineSelection
              all={all}
              season={semester?.id_ws ?? 1}
              isReady={isKnown && plan.data !== undefined && (choice.part === 'plan' || extras !== undefined)}
              choice={choice}
              permission={permission}
              confirming={confirming}
              actions={actions}
            />
          )
        }
        registered={
          <RegisteredDisciplines
            rows={rows}
            lines={waiting}
            disciplines={all.disciplines}
            offers={all.offers.data}
            term={termName}
            season={semester?.id_ws ?? 1}
            receipts={confirming.receipts}
            actions={actions}
            until={end}
            onChoose={() => choice.choosePart('plan')}
            onChange={(key, row) => choice.openCard(key, row.isByPlan ? 'plan' : 'extra')}
          />
        }
      />
      <RegistrationSlip
        rows={rows}
        year={shortYearLabel(years.data?.find((one) => one.id_a_year === year)?.p32 ?? '')}
      />
    </Page>
  );
}

interface ContentProps {
  /** A year in which the student did not study yet. */
  hasNoGroup: boolean;
  plan: ReturnType<typeof useRegistrationPlan>;
  failure: Failure | null;
  retry: () => void;
  /** The cards; false on the page of what is registered. */
  choosing: ReactNode;
  registered: ReactNode;
}

/** What the page is about, or what is in its place. */
function Content({ hasNoGroup, plan, failure, retry, choosing, registered }: ContentProps) {
  const { t } = useTranslation('registration');
  if (hasNoGroup) return <EmptyState title={t('noGroup')} />;
  if (plan.isError && !plan.data)
    return <LoadFailure title={t('failedDisciplines')} failure={plan.error} onRetry={() => void plan.refetch()} />;
  if (failure) return <LoadFailure title={t('failedDisciplines')} failure={failure} onRetry={retry} />;
  return choosing || registered;
}

/** «весенний семестр 2026/27» */
function useTermName({ years, year, semester }: ReturnType<typeof useChosenTerm>): string {
  const { t } = useTranslation('registration');
  const name = shortYearLabel(years.data?.find((one) => one.id_a_year === year)?.p32 ?? '');
  return semester ? `${t(`semesterOf.${semester.id_ws}`)} ${name}` : name;
}

/** The year and the semester that the page is about. */
function Filters({ times, choice }: { times: ReturnType<typeof useChosenTerm>; choice: RegistrationSelection }) {
  const { t } = useTranslation('registration');
  const { years, semesters, year, semester } = times;
  return (
    <div className={styles.filters}>
      <Select
        label={t('year')}
        choices={(years.data ?? []).map((one) => ({ id: one.id_a_year, name: shortYearLabel(one.p32) }))}
        value={year}
        onChoose={choice.chooseYear}
      />
      <Select
        label={t('semester')}
        choices={(semesters.data ?? []).map((one) => ({ id: one.id_semester, name: t('nthSemester', { n: one.p43 }) }))}
        value={semester?.id_semester ?? null}
        onChoose={choice.chooseSemester}
      />
    </div>
  );
}

interface PartsProps {
  permission: RegistrationEligibility | null;
  isKnown: boolean;
  choice: RegistrationSelection;
  plan: RegistrationState['planned'];
  extras: readonly ExtraDiscipline[] | undefined;
}

/** By plan, beyond it, and what one is registered for. */
function Parts({ permission, isKnown, choice, plan, extras }: PartsProps) {
  const { t } = useTranslation('registration');
  const { mobile } = useAtom(screenState);
  const counted = (name: string, n: number) => (n ? `${name} · ${n}` : name);
  // Of a block one discipline is chosen.
  const planned = new Set(plan.map((one) => one.block ?? one.key)).size;
  const beyond = new Set((extras ?? []).map(choosableDisciplineKey)).size;
  const segments = [
    { value: 'plan' as const, name: counted(t('byPlan'), planned) },
    ...(permission?.permission ? [{ value: 'extra' as const, name: counted(t('extra'), beyond) }] : []),
    ...(mobile ? [] : [{ value: 'mine' as const, name: t('enrolled') }]),
  ];
  if (mobile && choice.part === 'mine') return null;
  // Their place is kept while it is not known whether there are two: nothing below may jump.
  if (mobile && segments.length < 2) return isKnown ? null : <SkeletonBar className={styles.partsSkeleton} />;
  return (
    <div className={styles.parts}>
      <SegmentedControl
        label={t('kind')}
        wide={mobile}
        segments={segments}
        value={choice.part}
        onChoose={choice.choosePart}
      />
    </div>
  );
}

/** When one may register. */
function Closed({ permission: { startDate, endDate } }: { permission: RegistrationEligibility }) {
  const { t } = useTranslation('registration');
  return (
    <InlineAlert tone="warm">
      {startDate && endDate
        ? t('closedPeriod', { from: dateInWords(startDate), to: dateInWords(endDate) })
        : t('noPeriod')}
    </InlineAlert>
  );
}
