import dots from 'icon:dots-three-bold';
import plus from 'icon:plus-bold';
import { shortenClassType } from '@bilim/contract/class-type.ts';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import type { CascadingSelection } from '../../disciplines/cascade.data.ts';
import { DisciplineLink } from '../../disciplines/DisciplineLink.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Page } from '../../kit/Page.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { ActingTeacherBar } from './ActingTeacherBar.tsx';
import { AddColumnDialog } from './AddColumnDialog.tsx';
import { CellHistoryDialog } from './CellHistoryDialog.tsx';
import { CourseBar } from './CourseBar.tsx';
import { EntryConflicts } from './EntryConflicts.tsx';
import { formatShortDay } from './formatters.ts';
import styles from './Journal.module.css';
import { JournalGrid } from './JournalGrid.tsx';
import { JournalMenu } from './JournalMenu.tsx';
import type { ColumnKeyMapping } from './journal.combined.ts';
import type { useClassTypes } from './journal.data.ts';
import type { JournalKeys } from './journal.key.ts';
import { journalLiveKey } from './journal.key.ts';
import { journalTableKey } from './journal.loading.ts';
import { columnKey, type NewColumn } from './journal.model.ts';
import { useJournalChoice } from './journal-choice.ts';
import { useOpenDays } from './openDays.ts';
import { PhoneJournal } from './PhoneJournal.tsx';
import { ProposedClasses } from './ProposedClasses.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { useIsNarrowScreen } from './useIsNarrowScreen.ts';
import { type JournalTable, useJournalTable } from './useJournalTable.ts';

/** The journal that is chosen: one's own, or one in which the journal permission lets act. */
export interface ChosenJournal {
  /** Of a combined class the journals of all its groups. */
  readonly keys: JournalKeys;
  readonly match: ColumnKeyMapping;
  readonly discipline: string;
  readonly group: string;
  readonly teacher: string;
}

const noColumns: readonly NewColumn[] = [];

interface Props {
  course: ChosenJournal;
  cascade: CascadingSelection;
  types: NonNullable<ReturnType<typeof useClassTypes>['data']>;
  /** The class type that is chosen. */
  type: Props['types'][number];
  /** Whether the person holds the journal permission, and whether this is a journal of somebody else. */
  mayAct: boolean;
  acting: boolean;
  /** The way to journals of others. */
  other: ReactNode;
}

/** Local state of one journal: new columns, and the reason for acting as another teacher; another journal resets it. */
function useTyped(place: string) {
  const [typed, setTyped] = useState({ place, added: noColumns, reason: '' });
  const { added, reason } = typed.place === place ? typed : { added: noColumns, reason: '' };
  const removeColumn = useCallback((key: string) => {
    setTyped((last) => ({ ...last, added: last.added.filter(({ day, times }) => columnKey(day, times) !== key) }));
  }, []);
  return {
    added,
    reason,
    addColumn: (column: NewColumn) => setTyped({ place, reason, added: [...added, column] }),
    removeColumn,
    setReason: (next: string) => setTyped({ place, added, reason: next }),
  };
}

/** The table of a class type with what is typed here, and the choices of the address. */
function useTeacherTable({ course, cascade, type }: Pick<Props, 'course' | 'cascade' | 'type'>) {
  const [choice, choose] = useJournalChoice(cascade);
  const { keys, match } = course;
  const { id_vid_zaniatiy } = type;
  const place = keys.map((key) => journalTableKey(key, id_vid_zaniatiy)).join(' ');
  const { added, reason, addColumn, removeColumn, setReason } = useTyped(place);
  const { column, part } = choice;
  const closed = useOpenDays(keys[0]).why(column?.slice(0, 10) ?? '');
  const shown = useMemo(() => withLinkedColumn(added, closed ? null : column, part), [added, closed, column, part]);
  const leave = useRef(() => {});
  useLayoutEffect(() => {
    leave.current = () => choose({ col: undefined });
  });
  const onDrop = useCallback(
    (dropped: string) => {
      removeColumn(dropped);
      if (dropped === column) leave.current();
    },
    [column, removeColumn],
  );
  const { sheet, reading } = useJournalTable({
    keys,
    match,
    type: id_vid_zaniatiy,
    part,
    added: shown,
    reason,
    title: [course.discipline, course.group].filter(Boolean).join(' · '),
    onDrop,
  });
  return { place, column, choose, closed, reason, setReason, addColumn, sheet, reading };
}

/** One class type of one journal at a time: the table and what can be done with it. */
export function TeacherTable({ course, cascade, types, type, mayAct, acting, other }: Props) {
  const { t } = useTranslation('journal');
  const { mobile } = useAtom(screenState);
  const narrow = useIsNarrowScreen();
  const table = useTeacherTable({ course, cascade, type });
  const { place, column, choose, closed, sheet, reading } = table;
  const [isDialogOpen, setDialogOpen] = useState<boolean | null>(null);

  const ready = !reading.isPending && !reading.error;
  const add = (column: NewColumn) => {
    table.addColumn(column);
    choose({ col: columnKey(column.day, column.times) });
    setDialogOpen(false);
  };
  // While it is read their places are kept, so that the row does not break in two under the eyes.
  const newDate = (reading.isPending || (ready && sheet.columns.length > 0)) && (
    <Button look="primary" icon={plus} disabled={!ready} onClick={() => setDialogOpen(true)}>
      {t('newDate')}
    </Button>
  );
  const heading = { ...course, type: type.name_vid_zaniatiy };
  const tools = (
    <Tools types={types} type={type} sheet={ready ? sheet : null} choose={choose}>
      {other}
      {!narrow && reading.isPending && <IconButton icon={dots} label={t('more')} disabled />}
      {!narrow && ready && <JournalMenu sheet={sheet} heading={heading} />}
      {!narrow && newDate}
    </Tools>
  );
  return (
    <Page
      title={t('title')}
      heading={mobile && <CourseBar cascade={cascade} line={course.group} />}
      fromApps
      whole
      fact={!mobile && <Subtitle course={course} sheet={sheet} />}
      action={!mobile && tools}
      className={styles.body}
    >
      {mobile && tools}
      {ready && !narrow && <SaveStatus sheet={sheet} part="refused" />}
      {mayAct && (
        <ActingTeacherBar
          teacher={acting ? course.teacher : null}
          reason={table.reason}
          onReason={table.setReason}
          onBack={() => choose({ for: undefined, t: undefined, part: undefined, col: undefined, also: undefined })}
        />
      )}
      <EntryConflicts queueKeys={course.keys.map(journalLiveKey)} />
      {closed && column && !sheet.columns.some((one) => one.key === column) && (
        <InlineAlert tone="warm">
          {formatShortDay(column)}: {t(closed)}
        </InlineAlert>
      )}
      <Body
        sheet={sheet}
        reading={reading}
        place={place}
        column={column}
        onColumn={(col) => choose({ col })}
        onNewDate={() => setDialogOpen(true)}
        onAdd={add}
      />
      {ready && isDialogOpen !== null && (
        <AddColumnDialog open={isDialogOpen} onClose={() => setDialogOpen(false)} onAdd={add} sheet={sheet} />
      )}
    </Page>
  );
}

interface ToolsProps extends Pick<Props, 'types' | 'type'> {
  /** Null until it is read. */
  sheet: JournalTable | null;
  choose: ReturnType<typeof useJournalChoice>[1];
  children: ReactNode;
}

/** Class type, subgroup, whether all is saved, and what else can be done with the table. */
function Tools({ types, type, sheet, choose, children }: ToolsProps) {
  const { t } = useTranslation('journal');
  const { mobile } = useAtom(screenState);
  const narrow = useIsNarrowScreen();
  return (
    <div className={styles.tools}>
      <SegmentedControl
        label={t('type')}
        wide={mobile}
        segments={types.map((one) => ({
          value: one.id_vid_zaniatiy,
          name: shortenClassType(one.name_vid_zaniatiy),
          data: true,
        }))}
        value={type.id_vid_zaniatiy}
        onChoose={(id) => choose({ t: id, col: undefined })}
      />
      {sheet && sheet.parts.length > 0 && (
        <SegmentedControl
          label={t('subgroup')}
          tight
          segments={[
            { value: 0, name: t('wholeGroup') },
            ...sheet.parts.map((one) => ({ value: one, name: String(one) })),
          ]}
          value={sheet.part}
          onChoose={(part) => choose({ part: part || undefined })}
        />
      )}
      {sheet ? <SaveStatus sheet={sheet} part={narrow ? 'refused' : 'rest'} /> : <span className={styles.saving} />}
      {children}
    </div>
  );
}

/** The new columns with the one that a class led to; a table that has it already stays as it is. */
function withLinkedColumn(added: readonly NewColumn[], column: string | null, subgroup: number): readonly NewColumn[] {
  const [, day, times] = /^(\d{4}-\d\d-\d\d)\.([1-8])$/.exec(column ?? '') ?? [];
  if (!day || !times || added.some((one) => columnKey(one.day, one.times) === column)) return added;
  return [...added, { day, times: Number(times), subgroup }];
}

function Subtitle({ course, sheet }: { course: ChosenJournal; sheet: JournalTable }) {
  const { t } = useTranslation('journal');
  const students = sheet.students.filter(({ left }) => !left).length;
  const { id_discipline: id, isPotok: isSelect, credits: kredit } = course.keys[0];
  return (
    <p title={`${course.discipline} · ${course.group}`}>
      <span translate="no">
        <DisciplineLink of={{ id, isSelect, kredit }}>{course.discipline}</DisciplineLink> · {course.group}
      </span>
      {students > 0 && ` · ${t('students', { count: students })}`}
    </p>
  );
}

interface BodyProps {
  sheet: JournalTable;
  reading: ReturnType<typeof useJournalTable>['reading'];
  place: string;
  /** The column that is chosen in the address. */
  column: string | null;
  onColumn: (column: string) => void;
  onNewDate: () => void;
  onAdd: (column: NewColumn) => void;
}

function Body({ sheet, reading, place, column, onColumn, onNewDate, onAdd }: BodyProps) {
  const { t } = useTranslation('journal');
  const narrow = useIsNarrowScreen();
  const [history, setHistory] = useState<{ student: number; column: string } | null>(null);
  if (reading.error) return <LoadFailure title={t('failed')} failure={reading.error} onRetry={reading.refetch} />;
  if (reading.isPending) return <JournalTableSkeleton />;
  if (!sheet.students.length) return <EmptyState title={t('noStudents')} />;
  const serverCell = history && sheet.store.at(history.student, history.column).serverCell;
  const student = history && sheet.students.find((one) => one.id === history.student);
  const show = (student: number, column: string) => setHistory({ student, column });
  return (
    <>
      {!sheet.columns.length ? (
        <EmptyState
          title={t('noDates')}
          action={
            <>
              <ProposedClasses sheet={sheet} onAdd={onAdd} />
              <Button look="primary" onClick={onNewDate}>
                {t('newDate')}
              </Button>
            </>
          }
        />
      ) : narrow ? (
        <PhoneJournal sheet={sheet} chosen={column} onChoose={onColumn} onHistory={show} onNewDate={onNewDate} />
      ) : (
        <JournalGrid key={place} sheet={sheet} chosen={column} onHistory={show} />
      )}
      <CellHistoryDialog
        cell={serverCell?.id ?? null}
        title={student?.name ?? ''}
        day={history?.column ?? ''}
        onClose={() => setHistory(null)}
      />
    </>
  );
}

export function JournalTableSkeleton() {
  return (
    <Skeleton>
      <div className={classNames(card.card, styles.skeleton)}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((line) => (
          <SkeletonBar key={line} className={styles.boneLine} />
        ))}
      </div>
    </Skeleton>
  );
}
