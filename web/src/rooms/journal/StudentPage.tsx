import chat from 'icon:chat-circle';
import check from 'icon:check-bold';
import stack from 'icon:stack';
import { shortenClassType } from '@bilim/contract/class-type.ts';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { monthName, weekdayName } from '../../core/time.ts';
import { type CascadingSelection, useCascadingSelection } from '../../disciplines/cascade.data.ts';
import { DisciplineLink } from '../../disciplines/DisciplineLink.tsx';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Page } from '../../kit/Page.tsx';
import { shortName } from '../../kit/person.ts';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { CellHistoryDialog } from './CellHistoryDialog.tsx';
import { type EndedCoursesState, toJournalKey, useEndedCourses } from './ended-courses.ts';
import { useAllClassTypes, useClassTypes, useOwnJournalRows } from './journal.data.ts';
import { chosenJournalKey, type JournalKey } from './journal.key.ts';
import { columnKey, type OwnEntry } from './journal.model.ts';
import { useJournalChoice } from './journal-choice.ts';
import styles from './Student.module.css';
import {
  DisciplineSwitcher,
  StudentDisciplines,
  useDisciplineShortcuts,
  useDisciplineSummary,
} from './StudentDisciplines.tsx';
import { AttendanceStrip, MarksSummary } from './StudentSummary.tsx';

/** A student's own entries: one figure that says how it goes, how the term went, and every class with its mark. */
export default function StudentPage() {
  const { t } = useTranslation('journal');
  const { mobile } = useAtom(screenState);
  const cascade = useCascadingSelection();
  const ofCourse = useDisciplineSummary(cascade);
  const former = useEndedCourses(cascade);
  useDisciplineShortcuts(cascade);
  if (mobile)
    return (
      <Page title={t('title')} fromApps>
        <DisciplineSwitcher cascade={cascade} />
        <Records cascade={cascade} former={former} />
      </Page>
    );
  const { discipline } = cascade;
  const ended = former.chosen;
  const facts = ended ? t('formerGroup', { group: ended.p20 }) : ofCourse;
  return (
    <div className={styles.sidebar}>
      <aside className={styles.side}>
        <StudentDisciplines cascade={cascade} />
      </aside>
      <div className={styles.content}>
        <Page
          title={ended?.discipline ?? discipline?.discipline ?? t('title')}
          heading={!ended && discipline && <DisciplineLink of={discipline}>{discipline.discipline}</DisciplineLink>}
          fact={<p>{facts}</p>}
          action={!ended && <DisciplineLinks cascade={cascade} />}
        >
          <Records cascade={cascade} former={former} />
        </Page>
      </div>
    </div>
  );
}

/** To what else there is of the discipline. */
function DisciplineLinks({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('journal');
  if (!cascade.discipline) return null;
  return (
    <nav className={styles.links} aria-label={t('ofDiscipline')}>
      <Link to="/umk" search={cascade.chosen} className={buttonClasses()}>
        <Icon of={stack} size="s" /> {t('materials')}
      </Link>
      <Link to="/chat" search={cascade.chosen} className={buttonClasses()}>
        <Icon of={chat} size="s" /> {t('write')}
      </Link>
    </nav>
  );
}

/** A chosen discipline is taught in streams, one a class type: all of them are one journal to the student. */
function keysOf(cascade: CascadingSelection, former: EndedCoursesState): JournalKey[] {
  if (former.isPending) return [];
  if (former.chosen) return [toJournalKey(former.chosen, cascade.year ?? 0)];
  const key = chosenJournalKey(cascade);
  if (!key) return [];
  if (!key.isPotok) return [key];
  return (cascade.groups.data ?? []).map(({ id_group }) => ({ ...key, id_groupOrPorok: id_group }));
}

function Records({ cascade, former }: { cascade: CascadingSelection; former: EndedCoursesState }) {
  const { t } = useTranslation('journal');
  const [choice, choose] = useJournalChoice(cascade);
  const [opened, setOpened] = useState<OwnEntry | null>(null);
  const { year, discipline, semester, group, groups } = cascade;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys follow from these parts of the cascade
  const keys = useMemo(() => keysOf(cascade, former), [year, discipline, semester, group, groups.data, former]);
  const own = useOwnJournalRows(keys);
  const all = useClassTypes(keys.length === 1 ? (keys[0] ?? null) : null);
  const types = useAllClassTypes();

  const lists = former.chosen ? [] : [cascade.disciplines, cascade.semesters, cascade.groups];
  const failed = [...lists, ...own].find((one) => one.isError && one.data === undefined);
  if (failed?.error) {
    // Nobody teaches it: there is no journal to read.
    if (failed.error.code === 'journal.notYourClass') return <EmptyState title={t('noClassesYet')} />;
    return <LoadFailure title={t('failed')} failure={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (cascade.disciplines.data?.length === 0 && !former.chosen && !former.isPending)
    return <EmptyState title={t('noDisciplines')} />;
  if (!keys.length || own.some((one) => one.isPending)) return <JournalSkeleton />;

  const rows = own
    .flatMap((one) => one.data ?? [])
    .sort((a, b) => (b.visitDate ?? '').localeCompare(a.visitDate ?? '') || (b.timesCount ?? 0) - (a.timesCount ?? 0));
  if (!rows.length) return <EmptyState title={t('noClassesYet')} />;
  const entered = new Set(rows.map((row) => row.id_vid_zaniatiy));
  const kinds = (types.data ?? []).filter(
    ({ id_vid_zaniatiy: id }) => entered.has(id) || all.data?.some((one) => one.id_vid_zaniatiy === id),
  );
  const nameOf = (id: number | null) =>
    shortenClassType(kinds.find((kind) => kind.id_vid_zaniatiy === id)?.name_vid_zaniatiy ?? '');
  const shown = choice.type ? rows.filter((row) => row.id_vid_zaniatiy === choice.type) : rows;
  const day = choice.column?.slice(0, 10);
  const ofDay = shown.filter((row) => row.visitDate === day);
  const highlighted =
    ofDay.find((row) => columnKey(day ?? '', row.timesCount ?? 0) === choice.column) ?? ofDay[0] ?? null;
  return (
    <div className={styles.columns}>
      <div className={styles.cards}>
        {former.chosen && !former.chosen.isPotok && (
          <InlineAlert>{t('formerNote', { group: former.chosen.p20 })}</InlineAlert>
        )}
        <MarksSummary rows={shown} />
        {shown.length > 0 && <AttendanceStrip rows={shown} />}
      </div>
      <div className={styles.list}>
        {kinds.length > 1 && (
          <SegmentedControl
            wide
            label={t('type')}
            segments={[
              { value: 0, name: t('allTypes') },
              ...kinds.map((kind) => ({
                value: kind.id_vid_zaniatiy,
                name: shortenClassType(kind.name_vid_zaniatiy),
                data: true,
              })),
            ]}
            value={choice.type ?? 0}
            onChoose={(id) => choose({ t: id || undefined })}
          />
        )}
        {shown.length ? (
          <Months rows={shown} highlighted={highlighted} nameOf={nameOf} onOpen={setOpened} />
        ) : (
          <EmptyState title={t('noClassesYet')} />
        )}
      </div>
      <CellHistoryDialog
        cell={opened?.id_studentJournalVisit ?? null}
        title={nameOf(opened?.id_vid_zaniatiy ?? null)}
        day={opened?.visitDate ?? ''}
        onClose={() => setOpened(null)}
      />
    </div>
  );
}

interface MonthsProps {
  rows: readonly OwnEntry[];
  /** The class that led here. */
  highlighted: OwnEntry | null;
  nameOf: (type: number | null) => string;
  onOpen: (row: OwnEntry) => void;
}

/** Brings the row into view when it is drawn. */
const intoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' });

function Months({ rows, highlighted, nameOf, onOpen }: MonthsProps) {
  const { t } = useTranslation('journal');
  const months = [...new Set(rows.map((row) => row.visitDate?.slice(0, 7) ?? ''))];
  return (
    <div className={classNames(card.card, styles.months)}>
      {months.map((one) => (
        <section key={one} className={styles.month}>
          <h2>{monthName(one)}</h2>
          <ul>
            {rows
              .filter((row) => row.visitDate?.startsWith(one))
              .map((row) => (
                <li
                  key={`${row.visitDate}.${row.timesCount}.${row.id_vid_zaniatiy}`}
                  ref={row === highlighted ? intoView : undefined}
                  aria-current={row === highlighted ? 'true' : undefined}
                >
                  <button type="button" disabled={row.id_studentJournalVisit === null} onClick={() => onOpen(row)}>
                    <span className={styles.when}>
                      <b>{row.visitDate?.slice(8)}</b>
                      <small>{weekdayName(row.visitDate ?? '', 'short').toLocaleLowerCase()}</small>
                    </span>
                    <span className={styles.what}>
                      <b translate="no">{nameOf(row.id_vid_zaniatiy)}</b>
                      {(row.timesCount ?? 1) > 1 && <span> · {t('classOfDay', { number: row.timesCount })}</span>}
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
      ))}
    </div>
  );
}

function Sign({ row }: { row: OwnEntry }) {
  const { t } = useTranslation('journal');
  if (row.isVisited === false)
    return (
      <span className={classNames(styles.sign, styles.absent)} title={t('absent')} translate="no">
        н/б
      </span>
    );
  if (row.otsenka) return <span className={styles.sign}>{row.otsenka}</span>;
  if (!row.isVisited) return <span className={classNames(styles.sign, styles.none)}>{t('notEntered')}</span>;
  return (
    <span className={classNames(styles.sign, styles.there)}>
      <Icon of={check} size="s" />
      <span className="hidden-text">{t('wasPresent')}</span>
    </span>
  );
}

function JournalSkeleton() {
  return (
    <Skeleton>
      <div className={classNames(card.card, styles.skeleton)}>
        {[1, 2, 3, 4, 5].map((line) => (
          <SkeletonBar key={line} className={styles.boneLine} />
        ))}
      </div>
    </Skeleton>
  );
}
