import { type ReportPeriod, reportPeriods } from '@bilim/contract/page-options.ts';
import { reports } from '@bilim/contract/reports.ts';
import type { TFunction } from 'i18next';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { dateInWords } from '../../core/time.ts';
import { Bullet } from '../../kit/Bullet.tsx';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { DotSeparatedList } from '../../kit/DotSeparatedList.tsx';
import { FilterChips, SelectChip } from '../../kit/FilterChip.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { insertSoftHyphens } from '../../kit/insertSoftHyphens.ts';
import { disambiguateNames, shortName } from '../../kit/person.ts';
import { showToast } from '../../kit/Toast.tsx';
import { ReportCard } from './ReportCard.tsx';
import { ReportRows } from './ReportRows.tsx';
import styles from './Reports.module.css';
import { type ReportFilter, type TeacherWithUnfilledJournals, useRemindTeacher, useReport } from './reports.data.ts';

/** How many classes of the days there are; the last seven are named. */
const classesIn = (t: TFunction<'reports'>, period: ReportPeriod, count: number): string =>
  t(period === 'week' ? 'journals.fact' : 'journals.classes', { count });

const states = ['none', 'part', 'done'] as const;
/** So many of the last classes are drawn. */
const drawn = 4;

type ClassOccurrence = TeacherWithUnfilledJournals['classes'][number];

/** Whose journals are not filled, with a word to them; of the last seven days unless this list is asked for more. */
export function UnfilledJournalsReport({ wanted: { period: _, ...asked } }: { wanted: ReportFilter }) {
  const { t } = useTranslation('reports');
  const [period, setPeriod] = useState<ReportPeriod>('week');
  const wanted = { ...asked, period };
  const { list, head, rows } = useReport(reports.journals, wanted);
  // Two may have one surname and the same first letters.
  const names = disambiguateNames(
    rows.map(({ fio }) => ({ name: fio })),
    shortName,
  );
  return (
    <ReportCard
      name="journals"
      wanted={wanted}
      fact={head && classesIn(t, period, head.classes)}
      list={list}
      rows={head && rows}
      count={head?.teachers ?? 0}
      empty={t('journals.empty')}
      head={
        <FilterChips>
          <SelectChip
            label={t('journals.span')}
            all={t('journals.days.week')}
            choices={reportPeriods.flatMap((id) => (id === 'week' ? [] : [{ id, name: t(`journals.days.${id}`) }]))}
            value={period}
            onChoose={(next) => setPeriod(next ?? 'week')}
          />
        </FilterChips>
      }
      row={(one) => <Row key={one.id_teacher} of={one} name={names[rows.indexOf(one)] ?? one.fio} period={period} />}
      foot={
        rows.length > 0 && (
          <p className={styles.legend}>
            {states.map((state) => (
              <span key={state} className={styles.state} data-state={state}>
                <Bullet open={state === 'none'} />
                {t(`state.${state}`)}
              </span>
            ))}
          </p>
        )
      }
    />
  );
}

const stateOf = (text: string) => states.find((one) => one === text) ?? 'none';

function Row({ of, name, period }: { of: TeacherWithUnfilledJournals; name: string; period: ReportPeriod }) {
  const { t } = useTranslation('reports');
  const [open, setOpen] = useState(false);
  const [latest] = of.classes.filter(({ state }) => state !== 'done');
  const last = of.classes.slice(0, drawn).reverse();
  return (
    <li className={classNames(styles.row, styles.unfilled)}>
      <button type="button" className={styles.open} onClick={() => setOpen(true)}>
        <b translate="no">{name}</b>
        <small translate="no">
          <DotSeparatedList facts={[of.apart, latest?.discipline, latest?.group]} />
        </small>
        <span className="hidden-text">{classesIn(t, period, of.unfilled)}</span>
      </button>
      <span className={styles.marks} aria-hidden="true">
        {last.map((one) => (
          <span key={keyOf(one)} className={styles.state} data-state={one.state}>
            <Bullet open={one.state === 'none'} />
          </span>
        ))}
      </span>
      <Remind of={of} />
      {open && <Classes of={of} onClose={() => setOpen(false)} />}
    </li>
  );
}

const keyOf = ({ visitDate, startsAt, discipline, group }: ClassOccurrence) =>
  `${visitDate} ${startsAt} ${discipline} ${group}`;

function Classes({ of, onClose }: { of: TeacherWithUnfilledJournals; onClose: () => void }) {
  const { t } = useTranslation('reports');
  return (
    <ReportRows
      title={of.fio}
      onClose={onClose}
      rows={of.classes}
      heads={[t('column.discipline'), t('column.day'), t('column.entered'), t('column.state')]}
      keyOf={keyOf}
      cells={(one) => [
        <Fragment key="class">
          {insertSoftHyphens(one.discipline)} · <span className={styles.code}>{one.group}</span>
        </Fragment>,
        // The day in one line and the time below it, on the phone.
        `${dateInWords(one.visitDate).replaceAll(' ', '\u00a0')}, ${one.startsAt}`,
        t('outOf', { part: Math.min(one.entered, one.students), all: one.students }),
        t(`state.${stateOf(one.state)}`),
      ]}
    />
  );
}

function Remind({ of }: { of: TeacherWithUnfilledJournals }) {
  const { t } = useTranslation('reports');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const remind = useRemindTeacher();
  if (of.isReminded) return <span className={styles.reminded}>{t('journals.reminded')}</span>;
  return (
    <Button
      look="quiet"
      disabled={!connected}
      busy={remind.isPending && t('common:loading')}
      aria-label={t('journals.remindWhom', { name: of.fio })}
      onClick={() => remind.mutate(of.id_teacher, { onError: (failure) => showToast(failureText(failure)) })}
    >
      {t('journals.remind')}
    </Button>
  );
}
