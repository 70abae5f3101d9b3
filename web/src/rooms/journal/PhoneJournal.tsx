import undo from 'icon:arrow-u-up-left';
import caret from 'icon:caret-down-bold';
import check from 'icon:check-bold';
import checks from 'icon:checks';
import { Fragment, memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { updateScreenState } from '../../core/screen.ts';
import { currentDay, weekdayName } from '../../core/time.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { surnameAndName } from '../../kit/person.ts';
import { ColumnActions } from './ColumnHead.tsx';
import { findGroupHeadings, formatShortDay, splitNamesakeHint, useDepartureText } from './formatters.ts';
import {
  absentValue,
  type CellValue,
  isColumnForStudent,
  type JournalColumn,
  type JournalStudent,
  presentValue,
} from './journal.model.ts';
import { entryStudentId } from './journal.pending.ts';
import { MarkingPad } from './MarkingPad.tsx';
import styles from './Phone.module.css';
import { SaveStatus } from './SaveStatus.tsx';
import type { JournalTable } from './useJournalTable.ts';
import { useRowGestures } from './useRowGestures.ts';

interface Props {
  sheet: JournalTable;
  /** The column that is chosen; else it is the newest. */
  chosen: string | null;
  onChoose: (column: string) => void;
  onHistory: (student: number, column: string) => void;
  onNewDate: () => void;
}

/** How long the phone trembles when something is written, in milliseconds. */
const tremble = 12;

/** Marking a group with the thumb: a line a student, and a pad that goes on to the next one by itself. */
export function PhoneJournal({ sheet, chosen, ...actions }: Props) {
  const { columns } = sheet;
  const column = columns.find(({ key }) => key === chosen) ?? columns.at(-1);
  // The pad has the place of the tabs.
  useEffect(() => {
    updateScreenState({ inFlow: true });
    return () => updateScreenState({ inFlow: false });
  }, []);
  return column ? <ColumnSheet sheet={sheet} column={column} {...actions} /> : null;
}

/** A column's students and how far they are marked, the one that the pad writes for, and going on from one to the next. */
function useMarking(sheet: JournalTable, column: JournalColumn) {
  // Under a thumb everything on the sheet answers at once.
  const cells = useAtom(sheet.store.column(column.key));
  const [current, setCurrent] = useState<number | null>(null);
  const here = sheet.students.filter((one) =>
    isColumnForStudent(column, one, cells.get(one.id)?.serverCell !== undefined),
  );
  const isMarked = ({ id }: JournalStudent) => (cells.get(id)?.sign.isVisited ?? null) !== null;
  const enter = (one: JournalStudent, sign: CellValue) => {
    if (!sheet.mayEnter(one, column)) return;
    sheet.enter([{ student: one, column, sign }]);
    navigator.vibrate?.(tremble);
    // On to the next who is not marked, from here down and then from the top.
    const place = here.indexOf(one);
    const next = [...here.slice(place + 1), ...here.slice(0, place)].find((other) => !isMarked(other));
    setCurrent((next ?? one).id);
  };
  const undo = () => {
    const [change] = sheet.undo();
    if (change) setCurrent(change.student.id);
  };
  return {
    here,
    student: here.find(({ id }) => id === current) ?? here.find((one) => !isMarked(one)) ?? here[0],
    counts: {
      n: here.filter(isMarked).length,
      of: here.length,
      away: here.filter(({ id }) => cells.get(id)?.sign.isVisited === false).length,
    },
    go: ({ id }: JournalStudent) => setCurrent(id),
    /** To the first who is not marked, as in a column that was just opened. */
    goToFirst: () => setCurrent(null),
    enter,
    undo,
  };
}

/** The column that is marked. */
function ColumnSheet({
  sheet,
  column,
  onChoose,
  onHistory,
  onNewDate,
}: Omit<Props, 'chosen'> & { column: JournalColumn }) {
  const { t } = useTranslation('journal');
  const [dating, setDating] = useState(false);
  const { here, student, counts, go, goToFirst, enter, undo } = useMarking(sheet, column);
  const heads = findGroupHeadings(here, sheet);
  const actions = useLineActions({ go, enter, history: ({ id }) => onHistory(id, column.key) });
  return (
    <div className={styles.page}>
      <Top sheet={sheet} column={column} onDates={() => setDating(true)} onUndo={undo} />
      <div className={styles.state}>
        <span>{t('markedOf', counts)}</span>
        <SaveStatus sheet={sheet} part="rest" />
      </div>
      <ul className={classNames(card.card, styles.list)}>
        {here.map((one, place) => {
          const { sign, pending } = sheet.at(one, column);
          // "All present" is shown in the head, not in every line.
          const own = pending && entryStudentId(pending) !== null ? pending : undefined;
          return (
            <Fragment key={one.id}>
              {heads.has(place) && (
                <li className={styles.group} translate="no">
                  {heads.get(place)}
                </li>
              )}
              <Line
                student={one}
                sign={sign}
                isCurrent={one === student}
                state={own && (own.refused ? 'refused' : 'waiting')}
                actions={actions}
              />
            </Fragment>
          );
        })}
      </ul>
      {student && (
        <MarkingPad
          sheet={sheet}
          column={column}
          students={here}
          student={student}
          onEnter={(sign) => enter(student, sign)}
          onGo={go}
        />
      )}
      <DatesDialog
        open={dating}
        sheet={sheet}
        column={column}
        onChoose={(key) => {
          onChoose(key);
          goToFirst();
        }}
        onNewDate={onNewDate}
        onClose={() => setDating(false)}
      />
    </div>
  );
}

interface TopProps {
  sheet: JournalTable;
  column: JournalColumn;
  onDates: () => void;
  onUndo: () => void;
}

/** "All present", the date, and undoing. */
function Top({ sheet, column, onDates, onUndo }: TopProps) {
  const { t } = useTranslation('journal');
  return (
    <div className={styles.top}>
      <Button
        look="soft"
        icon={checks}
        onClick={() => sheet.enterAll(column)}
        disabled={!column.edit || !sheet.writable}
      >
        {t('allPresent')}
      </Button>
      <Button aria-haspopup="dialog" onClick={onDates}>
        <span className="hidden-text">{t('date')}: </span>
        {column.day === currentDay() ? t('today') : formatShortDay(column.day)}
        {column.times > 1 && ` · ${column.times}`}
        <Icon of={caret} size="xs" />
      </Button>
      <IconButton icon={undo} label={t('undo')} onClick={onUndo} />
    </div>
  );
}

interface DatesDialogProps {
  open: boolean;
  sheet: JournalTable;
  column: JournalColumn;
  onChoose: (column: string) => void;
  onNewDate: () => void;
  onClose: () => void;
}

/** Another date, a new one, and what can be done with the one that is shown. */
function DatesDialog({ open, sheet, column, onChoose, onNewDate, onClose }: DatesDialogProps) {
  const { t } = useTranslation('journal');
  return (
    <Dialog open={open} onClose={onClose} title={t('dates')}>
      <Dates
        columns={sheet.columns}
        shown={column.key}
        onChoose={(key) => {
          onChoose(key);
          onClose();
        }}
      />
      <div className={styles.actions}>
        <Button
          onClick={() => {
            onClose();
            onNewDate();
          }}
        >
          {t('newDate')}
        </Button>
        <ColumnActions column={column} sheet={sheet} onDone={onClose} />
      </div>
    </Dialog>
  );
}

interface DatesProps {
  columns: readonly JournalColumn[];
  /** The column that is shown. */
  shown: string;
  onChoose: (column: string) => void;
}

/** The dates of the sheet, the newest first. */
function Dates({ columns, shown, onChoose }: DatesProps) {
  const { t } = useTranslation('journal');
  const today = currentDay();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend
    <div className={styles.dates} role="group" aria-label={t('dates')}>
      {columns.toReversed().map((one) => (
        <button
          key={one.key}
          type="button"
          aria-pressed={one.key === shown}
          className={classNames(one.day === today && styles.today)}
          onClick={() => onChoose(one.key)}
        >
          {weekdayName(one.day, 'short')}
          <b>{formatShortDay(one.day)}</b>
          {one.times > 1 && t('class', { number: one.times })}
        </button>
      ))}
    </div>
  );
}

interface LineProps {
  student: JournalStudent;
  sign: CellValue;
  /** The pad below writes for this one. */
  isCurrent: boolean;
  /** How an entry stands that the server has not taken. */
  state: 'refused' | 'waiting' | undefined;
  actions: LineActions;
}

/** What a line does with its student. */
interface LineActions {
  go(student: JournalStudent): void;
  enter(student: JournalStudent, sign: CellValue): void;
  history(student: JournalStudent): void;
}

/** The same object at every press, so that of two hundred lines only those are painted that changed. */
function useLineActions(actions: LineActions): LineActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [same] = useState(
    (): LineActions => ({
      go: (student) => latest.current.go(student),
      enter: (student, sign) => latest.current.enter(student, sign),
      history: (student) => latest.current.history(student),
    }),
  );
  return same;
}

/** A student with what is there; a press goes there, a swipe writes, a long press shows the history. */
const Line = memo(function Line({ student, sign, isCurrent, state, actions }: LineProps) {
  const { t } = useTranslation('journal');
  const line = useRef<HTMLLIElement>(null);
  const left = useDepartureText()(student);
  const { name, hint } = splitNamesakeHint(student.label ?? surnameAndName(student.name));
  const gestures = useRowGestures({
    onRight: () => actions.enter(student, presentValue),
    onLeft: () => actions.enter(student, absentValue),
    onLong: () => actions.history(student),
  });
  useLayoutEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const is = sign.isVisited === false ? 'absent' : sign.isVisited ? (sign.otsenka ? 'mark' : 'present') : 'empty';
  return (
    <li ref={line} data-state={state} data-left={left ? '' : undefined}>
      <button
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => actions.go(student)}
        {...gestures}
      >
        <span translate="no">
          <span className={styles.name}>{name}</span>
          {hint && <small>{hint}</small>}
          {left && <small translate="yes">{left}</small>}
        </span>
        <span className={styles.sign} data-is={is}>
          {is === 'mark' && sign.otsenka}
          {is === 'present' && <Icon of={check} size="s" />}
          {is === 'absent' && (
            <span aria-hidden="true" translate="no">
              н/б
            </span>
          )}
          {is === 'empty' && <span aria-hidden="true">–</span>}
          {is !== 'mark' && <span className="hidden-text">{t(is)}</span>}
        </span>
      </button>
    </li>
  );
});
