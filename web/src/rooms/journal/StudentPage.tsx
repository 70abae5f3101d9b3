import check from 'icon:check-bold';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { screenState } from '../../core/screen.ts';
import { monthName, weekdayName } from '../../core/time.ts';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Page } from '../../kit/Page.tsx';
import { shortName } from '../../kit/person.ts';
import { Segments } from '../../kit/Segments.tsx';
import { Bone, Empty, Failed, Skeleton } from '../../kit/States.tsx';
import { type Cascade, useCascade } from '../../university/cascade.data.ts';
import { CourseBar } from './CourseBar.tsx';
import { useChoice } from './choice.ts';
import { HistoryDialog } from './HistoryDialog.tsx';
import { useAllClassTypes, useClassTypes, useOwn } from './journal.data.ts';
import { type Key, keyOf } from './journal.key.ts';
import { columnKey, type OwnEntry } from './journal.model.ts';
import { type Totals, totalsOf } from './journal.totals.ts';
import { Overview } from './Overview.tsx';
import { Plot } from './Plot.tsx';
import styles from './Student.module.css';
import { firstWord, useNumbers } from './words.ts';

/** A student's own entries: totals, how the term went, and every class with its mark. */
export default function StudentPage() {
  const { t } = useTranslation('journal');
  const { mobile } = useCell(screenState);
  const cascade = useCascade();
  return (
    <Page title={t('title')} fromApps className={styles.body}>
      {mobile && (
        <CourseBar cascade={cascade} line={cascade.ws ? t('ofTerm', { term: t(`common:term.${cascade.ws}`) }) : ''} />
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          {!mobile && cascade.discipline && (
            <p className={styles.subtitle} translate="no">
              {cascade.discipline.discipline}
            </p>
          )}
          <Records cascade={cascade} />
        </div>
        <Overview cascade={cascade} />
      </div>
    </Page>
  );
}

/** A chosen discipline is taught in streams, one a class type: all of them are one journal to the student. */
function keysOf(cascade: Cascade): Key[] {
  const key = keyOf(cascade);
  if (!key) return [];
  if (!key.isPotok) return [key];
  return (cascade.groups.data ?? []).map(({ id_group }) => ({ ...key, id_groupOrPorok: id_group }));
}

function Records({ cascade }: { cascade: Cascade }) {
  const { t } = useTranslation('journal');
  const [choice, choose] = useChoice(cascade);
  const [opened, setOpened] = useState<OwnEntry | null>(null);
  const { year, discipline, semester, group, groups } = cascade;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys follow from these parts of the cascade
  const keys = useMemo(() => keysOf(cascade), [year, discipline, semester, group, groups.data]);
  const own = useOwn(keys);
  const all = useClassTypes(keys.length === 1 ? (keys[0] ?? null) : null);
  const types = useAllClassTypes();

  const failed = [cascade.disciplines, cascade.semesters, cascade.groups, ...own].find(
    (one) => one.isError && one.data === undefined,
  );
  if (failed?.error) {
    // Nobody teaches it: there is no journal to read.
    if (failed.error.code === 'journal.notYourClass') return <Empty title={t('noRecords')} />;
    return <Failed title={t('failed')} failure={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (cascade.disciplines.data?.length === 0) return <Empty title={t('noDisciplines')} />;
  if (!keys.length || own.some((one) => one.isPending)) return <Bones />;

  const rows = own
    .flatMap((one) => one.data ?? [])
    .sort((a, b) => (b.visitDate ?? '').localeCompare(a.visitDate ?? '') || (b.timesCount ?? 0) - (a.timesCount ?? 0));
  const entered = new Set(rows.map((row) => row.id_vid_zaniatiy));
  const kinds = (types.data ?? []).filter(
    ({ id_vid_zaniatiy: id }) => entered.has(id) || all.data?.some((one) => one.id_vid_zaniatiy === id),
  );
  const nameOf = (id: number | null) => kinds.find((kind) => kind.id_vid_zaniatiy === id)?.name_vid_zaniatiy ?? '';
  const shown = choice.type ? rows.filter((row) => row.id_vid_zaniatiy === choice.type) : rows;
  const totals = totalsOf(shown, shown.length);
  const day = choice.column?.slice(0, 10);
  const ofDay = shown.filter((row) => row.visitDate === day);
  const ledTo = ofDay.find((row) => columnKey(day ?? '', row.timesCount ?? 0) === choice.column) ?? ofDay[0] ?? null;
  return (
    <>
      {kinds.length > 1 && (
        <div className={styles.kinds}>
          <Segments
            wide
            label={t('type')}
            segments={[
              { value: 0, name: t('allTypes') },
              ...kinds.map((kind) => ({
                value: kind.id_vid_zaniatiy,
                name: firstWord(kind.name_vid_zaniatiy),
                data: true,
              })),
            ]}
            value={choice.type ?? 0}
            onChoose={(id) => choose({ t: id || null })}
          />
        </div>
      )}
      <Summary totals={totals} />
      {shown.length > 1 && <Plot rows={shown} />}
      {shown.length ? (
        <Months rows={shown} ledTo={ledTo} nameOf={nameOf} onOpen={setOpened} />
      ) : (
        <Empty title={t('noRecords')} />
      )}
      <HistoryDialog
        cell={opened?.id_studentJournalVisit ?? null}
        title={nameOf(opened?.id_vid_zaniatiy ?? null)}
        day={opened?.visitDate ?? ''}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

/** The mean of the marks given, large; beside it in words what it is with every class counted (JRN-03, JRN-09). */
function Summary({ totals }: { totals: Totals }) {
  const { t } = useTranslation('journal');
  const numbers = useNumbers();
  return (
    <div className={classes(card.card, styles.summary)}>
      <dl className={styles.totals}>
        <div className={styles.large}>
          <dt>{t('mean')}</dt>
          <dd>{numbers.two(totals.mean)}</dd>
        </div>
        <div className={totals.absences > 0 ? styles.bad : undefined}>
          <dt>{t('absences')}</dt>
          <dd>{totals.absences}</dd>
        </div>
        <div>
          <dt>{t('sum')}</dt>
          <dd>{numbers.short(totals.sum)}</dd>
        </div>
      </dl>
      <p>{totals.mean === null ? t('noMarks') : t('allCounted', { average: numbers.two(totals.average) })}</p>
    </div>
  );
}

interface MonthsProps {
  rows: readonly OwnEntry[];
  /** The class that led here. */
  ledTo: OwnEntry | null;
  nameOf: (type: number | null) => string;
  onOpen: (row: OwnEntry) => void;
}

/** Brings the row into view when it is drawn. */
const intoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' });

function Months({ rows, ledTo, nameOf, onOpen }: MonthsProps) {
  const { t } = useTranslation('journal');
  const months = [...new Set(rows.map((row) => row.visitDate?.slice(0, 7) ?? ''))];
  return months.map((one) => (
    <section key={one} className={styles.month}>
      <h2>{monthName(one)}</h2>
      <ul className={card.card}>
        {rows
          .filter((row) => row.visitDate?.startsWith(one))
          .map((row) => (
            <li
              key={`${row.visitDate}.${row.timesCount}.${row.id_vid_zaniatiy}`}
              ref={row === ledTo ? intoView : undefined}
              aria-current={row === ledTo ? 'true' : undefined}
            >
              <button type="button" disabled={row.id_studentJournalVisit === null} onClick={() => onOpen(row)}>
                <span className={styles.when}>
                  <b>{row.visitDate?.slice(8)}</b>
                  <small>{weekdayName(row.visitDate ?? '', 'short')}</small>
                </span>
                <span className={styles.what}>
                  <b translate="no">{nameOf(row.id_vid_zaniatiy)}</b>
                  {(row.timesCount ?? 1) > 1 && <span> · {t('class', { number: row.timesCount })}</span>}
                  {row.t_fio && (
                    <small translate="no" title={row.t_fio}>
                      {shortName(row.t_fio)}
                    </small>
                  )}
                </span>
                <Sign row={row} />
              </button>
            </li>
          ))}
      </ul>
    </section>
  ));
}

function Sign({ row }: { row: OwnEntry }) {
  const { t } = useTranslation('journal');
  if (row.isVisited === false)
    return (
      <span className={classes(styles.sign, styles.absent)} title={t('absent')} translate="no">
        н/б
      </span>
    );
  if (row.otsenka) return <span className={styles.sign}>{row.otsenka}</span>;
  if (!row.isVisited) return <span className={classes(styles.sign, styles.none)}>{t('notEntered')}</span>;
  return (
    <span className={classes(styles.sign, styles.there)}>
      <Icon of={check} size="s" />
      <span className="hidden-text">{t('wasPresent')}</span>
    </span>
  );
}

function Bones() {
  return (
    <Skeleton>
      <div className={classes(card.card, styles.bones)}>
        {[1, 2, 3, 4, 5].map((line) => (
          <Bone key={line} className={styles.boneLine} />
        ))}
      </div>
    </Skeleton>
  );
}
