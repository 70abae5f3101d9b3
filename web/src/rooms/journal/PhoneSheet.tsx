import plus from 'icon:plus-bold';
import { absentMark, clearMark } from '@bilim/contract/limits.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { dayOf, weekdayName } from '../../core/time.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { twoNames } from '../../kit/person.ts';
import { ColumnActs } from './ColumnHead.tsx';
import { absent, type Column, concerns, marked, nothing, present, type Sign, type Student } from './journal.model.ts';
import { studentOf } from './journal.unsent.ts';
import styles from './Phone.module.css';
import { Saving } from './Saving.tsx';
import type { Sheet } from './useSheet.ts';
import { shortDay } from './words.ts';

interface Props {
  sheet: Sheet;
  /** The column that is chosen; else it is the newest. */
  chosen: string | null;
  onChoose: (column: string) => void;
  onHistory: (student: number, column: string) => void;
  onNewDate: () => void;
}

/** Marking a group with the thumb: a strip of dates, then a line a student. */
export function PhoneSheet({ sheet, chosen, onChoose, onHistory, onNewDate }: Props) {
  const { t } = useTranslation('journal');
  const { columns, students } = sheet;
  const column = columns.find(({ key }) => key === chosen) ?? columns.at(-1);
  // Under a thumb everything on the sheet answers at once.
  const cells = useCell(sheet.store.column(column?.key ?? ''));
  const [marking, setMarking] = useState<Student | null>(null);
  const [acting, setActing] = useState(false);
  const today = dayOf(Date.now());
  if (!column) return null;

  const here = students.filter((one) => concerns(column, one, cells.get(one.id)?.held !== undefined));
  const isAbsent = ({ id }: Student) => cells.get(id)?.sign.isVisited === false;
  const missing = here.filter(isAbsent).length;
  const toggle = (student: Student) => sheet.enter([{ student, column, sign: isAbsent(student) ? present : absent }]);
  const choosing = (sign: Sign) => {
    if (marking) sheet.enter([{ student: marking, column, sign }]);
    setMarking(null);
  };
  return (
    <>
      <Dates columns={columns} shown={column.key} today={today} onChoose={onChoose} onNewDate={onNewDate} />
      <div className={styles.day}>
        <h2>{column.day === today ? t('today') : shortDay(column.day)}</h2>
        <span>{t('missing', { missing, all: here.length })}</span>
        <Saving sheet={sheet} part="rest" />
      </div>
      <ul className={classes(card.card, styles.list)}>
        {here.map((student) => {
          const { sign, unsent } = sheet.at(student, column);
          // "All present" is told in the head, not in every line.
          const own = unsent && studentOf(unsent) !== null ? unsent : undefined;
          return (
            <Line
              key={student.id}
              name={twoNames(student.name)}
              sign={sign}
              state={own && (own.refused ? 'refused' : 'waiting')}
              may={sheet.mayEnter(student, column)}
              onToggle={() => toggle(student)}
              onMark={() => setMarking(student)}
            />
          );
        })}
      </ul>
      <div className={styles.foot}>
        <Button onClick={() => sheet.enterAll(column)} disabled={!column.edit || !sheet.writable}>
          {t('allPresent')}
        </Button>
        <Button look="quiet" onClick={() => sheet.undo()}>
          {t('undo')}
        </Button>
        <Button look="quiet" onClick={() => setActing(true)}>
          {t('column')}
        </Button>
      </div>
      <Dialog open={acting} onClose={() => setActing(false)} title={shortDay(column.day)}>
        <div className={styles.acts}>
          <ColumnActs column={column} sheet={sheet} onDone={() => setActing(false)} />
        </div>
      </Dialog>
      <Dialog open={marking !== null} onClose={() => setMarking(null)} title={marking ? twoNames(marking.name) : ''}>
        {marking && (
          <Signs
            sheet={sheet}
            student={marking}
            column={column}
            onChoose={choosing}
            onHistory={() => {
              onHistory(marking.id, column.key);
              setMarking(null);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

interface DatesProps {
  columns: readonly Column[];
  /** The column that is shown. */
  shown: string;
  today: string;
  onChoose: (column: string) => void;
  onNewDate: () => void;
}

/** The strip of dates; the one that is shown stands in its middle. */
function Dates({ columns, shown, today, onChoose, onNewDate }: DatesProps) {
  const { t } = useTranslation('journal');
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the column that is shown decides the place
  useLayoutEffect(() => {
    strip.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [shown]);
  return (
    <div className={styles.strip}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend */}
      <div ref={strip} className={styles.dates} role="group" aria-label={t('dates')}>
        {columns.map((one) => (
          <button
            key={one.key}
            type="button"
            aria-pressed={one.key === shown}
            className={classes(one.day === today && styles.today)}
            onClick={() => onChoose(one.key)}
          >
            {weekdayName(one.day, 'short')}
            <b>{shortDay(one.day)}</b>
            {one.times > 1 && t('class', { number: one.times })}
          </button>
        ))}
      </div>
      <IconButton icon={plus} label={t('newDate')} onClick={onNewDate} />
    </div>
  );
}

interface LineProps {
  name: string;
  sign: Sign;
  /** How an entry stands that the server has not taken. */
  state: 'refused' | 'waiting' | undefined;
  may: boolean;
  onToggle: () => void;
  onMark: () => void;
}

/** A student: absent or not, and the mark. */
function Line({ name, sign, state, may, onToggle, onMark }: LineProps) {
  const { t } = useTranslation('journal');
  const away = sign.isVisited === false;
  return (
    <li data-state={state}>
      <span translate="no">{name}</span>
      <button
        type="button"
        className={styles.away}
        translate="no"
        aria-pressed={away}
        aria-label={`${name}: н/б, ${t('absent')}`}
        disabled={!may}
        onClick={onToggle}
      >
        н/б
      </button>
      <button
        type="button"
        className={styles.mark}
        data-is={sign.isVisited && !away ? (sign.otsenka ? 'mark' : 'present') : undefined}
        aria-label={`${name}: ${sign.isVisited && sign.otsenka ? sign.otsenka : `+, ${t(sign.isVisited ? 'present' : 'setMark')}`}`}
        onClick={onMark}
      >
        {sign.isVisited && sign.otsenka ? sign.otsenka : '+'}
      </button>
    </li>
  );
}

interface SignsProps {
  sheet: Sheet;
  student: Student;
  column: Column;
  onChoose: (sign: Sign) => void;
  onHistory: () => void;
}

/** What may be set for a student, and the way to the cell's history. */
function Signs({ sheet, student, column, onChoose, onHistory }: SignsProps) {
  const { t } = useTranslation('journal');
  const given = sheet.marks.filter(({ id_otsenka }) => id_otsenka !== absentMark && id_otsenka !== clearMark);
  return (
    <div className={styles.sheet}>
      {sheet.mayEnter(student, column) && (
        <>
          <div className={styles.marks}>
            {given.map((mark) => (
              <button key={mark.id_otsenka} type="button" onClick={() => onChoose(marked(mark))}>
                {mark.otsenka}
              </button>
            ))}
          </div>
          <Button wide onClick={() => onChoose(present)}>
            {t('present')}
          </Button>
          <Button wide look="quiet" onClick={() => onChoose(nothing)}>
            {t('clear')}
          </Button>
        </>
      )}
      <Button wide look="quiet" disabled={!sheet.at(student, column).held} onClick={onHistory}>
        {t('history.title')}
      </Button>
    </div>
  );
}
