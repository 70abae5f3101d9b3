import down from 'icon:arrow-down';
import up from 'icon:arrow-up';
import check from 'icon:check-bold';
import eraser from 'icon:eraser';
import { absentMarkId, clearMarkId } from '@bilim/contract/limits.ts';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { IconButton } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { surnameAndName } from '../../kit/person.ts';
import { splitNamesakeHint, useLocalNumberFormatters } from './formatters.ts';
import {
  absentValue,
  type CellValue,
  emptyValue,
  type JournalColumn,
  type JournalStudent,
  presentValue,
  toMarkCellValue,
} from './journal.model.ts';
import { computeStudentTotals } from './journal.totals.ts';
import styles from './MarkingPad.module.css';
import rowNote from './RowNote.module.css';
import type { JournalTable } from './useJournalTable.ts';

interface Props {
  sheet: JournalTable;
  column: JournalColumn;
  /** Those of the column, in their order. */
  students: readonly JournalStudent[];
  student: JournalStudent;
  onEnter: (sign: CellValue) => void;
  onGo: (student: JournalStudent) => void;
}

/** Marking with the thumb: every press writes for the student who is named, and the next one comes by itself. */
export function MarkingPad({ sheet, column, students, student, onEnter, onGo }: Props) {
  const { t } = useTranslation('journal');
  const place = students.indexOf(student);
  const [before, after] = [students[place - 1], students[place + 1]];
  const { name, hint } = splitNamesakeHint(student.label ?? surnameAndName(student.name));
  const may = sheet.mayEnter(student, column);
  const shownMarks = sheet.marks.filter(({ id_otsenka }) => id_otsenka !== absentMarkId && id_otsenka !== clearMarkId);
  return (
    <section className={styles.pad} aria-label={t('marking')}>
      <header className={styles.who}>
        <IconButton icon={up} label={t('previousStudent')} disabled={!before} onClick={() => before && onGo(before)} />
        <p aria-live="polite">
          <b className={rowNote.line} translate="no">
            <span className={rowNote.name}>{name}</span>
            {hint && <span className={rowNote.hint}>, {hint}</span>}
          </b>
          <Facts sheet={sheet} student={student} place={place + 1} all={students.length} />
        </p>
        <IconButton icon={down} label={t('nextStudent')} disabled={!after} onClick={() => after && onGo(after)} />
      </header>
      <div className={styles.signs}>
        <button
          type="button"
          className={styles.away}
          title={t('absent')}
          disabled={!may}
          onClick={() => onEnter(absentValue)}
        >
          <span aria-hidden="true" translate="no">
            н/б
          </span>
          <span className="hidden-text">{t('absent')}</span>
        </button>
        <button type="button" className={styles.here} disabled={!may} onClick={() => onEnter(presentValue)}>
          <Icon of={check} size="s" /> {t('wasPresent')}
        </button>
        <button
          type="button"
          className={styles.key}
          aria-label={t('clear')}
          disabled={!may}
          onClick={() => onEnter(emptyValue)}
        >
          <Icon of={eraser} />
        </button>
      </div>
      <div className={styles.marks}>
        {shownMarks.map((mark) => (
          <button
            key={mark.id_otsenka}
            type="button"
            className={styles.key}
            disabled={!may}
            onClick={() => onEnter(toMarkCellValue(mark))}
          >
            {mark.otsenka}
          </button>
        ))}
      </div>
    </section>
  );
}

interface FactsProps {
  sheet: JournalTable;
  student: JournalStudent;
  place: number;
  all: number;
}

/** «5 из 13 · средняя 4,67 · пропусков 0» */
function Facts({ sheet, student, place, all }: FactsProps) {
  const { t } = useTranslation('journal');
  const numbers = useLocalNumberFormatters();
  const row = useAtom(sheet.store.row(student.id));
  const totals = computeStudentTotals(
    [...row.values()].map(({ sign }) => sign),
    row.size,
  );
  return (
    <small>
      {t('placeOf', { n: place, of: all })} · {t('meanIs', { mean: numbers.two(totals.mean) })} ·{' '}
      {t('absencesAre', { n: totals.absences })}
    </small>
  );
}
