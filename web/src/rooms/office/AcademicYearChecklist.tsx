import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import type { PageLink } from '../../core/searchParams.ts';
import { session } from '../../core/session.ts';
import { currentDay, dayAndMonth } from '../../core/time.ts';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Select } from '../../kit/Select.tsx';
import { LoadFailure } from '../../kit/States.tsx';
import { useYearPreparation, type YearPreparation, type YearPreparationStep } from './board.data.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import { CreateYearForm, OpenAllWindowsForm, SetDefaultYearForm } from './NewYearForms.tsx';
import styles from './Office.module.css';

/** Where a step is done, by whoever keeps it. */
const links: Readonly<Record<string, PageLink | undefined>> = {
  holidays: { to: '/changes', search: { part: 'holidays' } },
  groups: { to: '/data', search: {} },
  plans: { to: '/data', search: {} },
  load: { to: '/data', search: {} },
  timetable: { to: '/changes', search: {} },
  streams: { to: '/office', search: { part: 'streams' } },
  windows: { to: '/office', search: { part: 'windows' } },
};
/** Who does what is not the registration office's. */
const keepers: Readonly<Record<string, 'import' | 'timetable' | undefined>> = {
  holidays: 'timetable',
  groups: 'import',
  plans: 'import',
  load: 'import',
  timetable: 'timetable',
};

/** The colour of a state: green when done, apricot when partly. */
const stateClasses: Readonly<Record<string, string | undefined>> = { done: styles.done, part: styles.some };

/**
 * The steps with which an academic year begins, each with its state and the action or the link that does it. `standard` is the
 * year that the portal opens with; the one before it can be opened first again while it lasts.
 */
export function AcademicYearChecklist({
  standard,
  years,
}: {
  standard: number;
  years: readonly { id_a_year: number }[];
}) {
  const { t } = useTranslation('office');
  const [year, setYear] = useState(standard + 1);
  const data = useYearPreparation(year);
  const of = data.data?.[0];
  const former = years.find(({ id_a_year }) => id_a_year === standard - 1)?.id_a_year ?? null;
  const [before] = useYearPreparation(former).data ?? [];
  const isLasting = before?.terms.some(({ endDate }) => endDate >= currentDay());
  const choices = [...(isLasting && former !== null ? [former] : []), standard, standard + 1];
  const done = of?.steps.filter((one) => one.state === 'done').length ?? 0;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.filters}>
          <Select
            label={t('newYear.choose')}
            choices={choices.map((id) => ({ id, name: `20${id}/${id + 1}` }))}
            value={year}
            onChoose={(id) => setYear(id ?? standard + 1)}
          />
        </div>
        {of && <p className={styles.about}>{t('newYear.progress', { done, of: of.steps.length })}</p>}
      </div>
      {data.isPending && <ListSkeleton lines={6} />}
      {data.isError && !of && (
        <LoadFailure title={t('newYear.failed')} failure={data.error} onRetry={() => void data.refetch()} />
      )}
      {of && (
        <ol className={classNames(card.card, styles.list)} aria-label={t('newYear.steps')}>
          {of.steps.map((one, place) => (
            <StepRow key={`${year} ${one.key}`} step={one} number={place + 1} of={of} />
          ))}
        </ol>
      )}
    </>
  );
}

interface MissingGroupsProps {
  step: YearPreparationStep;
  /** A day of the year, for links to the week of each group; null: they are only named. */
  day: string | null;
}

/** The groups that lack what others have already: the first by name, the rest as a number. */
function MissingGroups({ step: { missing, done, of }, day }: MissingGroupsProps) {
  const { t } = useTranslation('office');
  if (!missing.length) return null;
  const more = of - done - missing.length;
  return (
    <>
      {` · ${t('newYear.missing')} `}
      <span translate="no">
        {missing.map(({ id_group: id, name }, place) => (
          <Fragment key={id}>
            {place > 0 && ', '}
            {day ? (
              <Link to="/changes" search={{ kind: 'group', id, day }}>
                {name}
              </Link>
            ) : (
              name
            )}
          </Fragment>
        ))}
      </span>
      {more > 0 && ` ${t('newYear.missingMore', { more })}`}
    </>
  );
}

function StepRow({ step, number, of }: { step: YearPreparationStep; number: number; of: YearPreparation }) {
  const { t } = useTranslation('office');
  const keeper = keepers[step.key];
  const { user } = useAtom(session);
  // Where it is not the caller's to do, the row says whose it is.
  const isOwn = !keeper || user?.permissions.includes(keeper);
  const link = isOwn && (step.state !== 'done' || !keeper) ? links[step.key] : undefined;
  const isMade = step.key === 'year' && step.state !== 'done';
  const isOpened = step.key === 'windows' && step.state !== 'done' && of.isThere;
  return (
    <li className={classNames(styles.window, styles.step)}>
      <span className={classNames(styles.number, stateClasses[step.state])}>{number}</span>
      <span className={styles.what}>
        <b>{t(`newYear.step.${step.key}`)}</b>
        <small>
          {stepText(step)}
          <MissingGroups
            step={step}
            day={isOwn && step.key === 'timetable' ? (of.terms[0]?.startDate ?? null) : null}
          />
          {keeper && !isOwn && step.state !== 'done' && ` · ${t(`newYear.by.${keeper}`)}`}
        </small>
      </span>
      <span className={classNames(styles.state, stateClasses[step.state])}>{t(`newYear.${step.state}`)}</span>
      {link && (
        <Link
          to={link.to}
          search={link.to === '/office' ? { ...link.search, oy: of.id_a_year, ot: 1 } : link.search}
          className={classNames(buttonClasses('quiet'), styles.stepLink)}
        >
          {t(`newYear.go.${step.key}`)}
        </Link>
      )}
      {isMade && <CreateYearForm of={of} />}
      {isOpened && <OpenAllWindowsForm of={of} />}
      {step.key === 'standard' && step.state !== 'done' && of.isThere && <SetDefaultYearForm year={of.id_a_year} />}
    </li>
  );

  /** What the numbers of a step mean. */
  function stepText({ key, done, of: all, left, day, state }: YearPreparationStep): string {
    if (key === 'standard') return t(state === 'done' ? 'newYear.says.standard' : 'newYear.says.standardNot');
    if (key === 'journals') {
      if (state === 'done') return t('newYear.says.journals');
      return day ? t('newYear.says.journalsOn', { day: dayAndMonth(day) }) : t('newYear.says.journalsLater');
    }
    return t(`newYear.says.${key}`, { done, of: all, left });
  }
}
