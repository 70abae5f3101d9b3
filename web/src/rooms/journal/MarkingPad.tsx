import down from 'icon:arrow-down';
import up from 'icon:arrow-up';
import check from 'icon:check-bold';
import eraser from 'icon:eraser';
import { absentMark, clearMark } from '@bilim/contract/limits.ts';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { IconButton } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { twoNames } from '../../kit/person.ts';
import { absent, type Column, marked, nothing, present, type Sign, type Student } from './journal.model.ts';
import { totalsOf } from './journal.totals.ts';
import styles from './MarkingPad.module.css';
import type { Sheet } from './useSheet.ts';
import { useNumbers } from './words.ts';

interface Props {
  sheet: Sheet;
  column: Column;
  /** Those of the column, in their order. */
  students: readonly Student[];
  student: Student;
  onEnter: (sign: Sign) => void;
  onGo: (student: Student) => void;
}

/** Marking with the thumb: every press writes for the student who is named, and the next one comes by itself. */
export function MarkingPad({ sheet, column, students, student, onEnter, onGo }: Props) {
  const { t } = useTranslation('journal');
  const place = students.indexOf(student);
  const [before, after] = [students[place - 1], students[place + 1]];
  const may = sheet.mayEnter(student, column);
  const given = sheet.marks.filter(({ id_otsenka }) => id_otsenka !== absentMark && id_otsenka !== clearMark);
  return (
    <section className={styles.pad} aria-label={t('marking')}>
      <header className={styles.who}>
        <IconButton icon={up} label={t('previousStudent')} disabled={!before} onClick={() => before && onGo(before)} />
        <p aria-live="polite">
          <b translate="no">{student.label ?? twoNames(student.name)}</b>
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
          onClick={() => onEnter(absent)}
        >
          <span aria-hidden="true" translate="no">
            н/б
          </span>
          <span className="hidden-text">{t('absent')}</span>
        </button>
        <button type="button" className={styles.here} disabled={!may} onClick={() => onEnter(present)}>
          <Icon of={check} size="s" /> {t('wasPresent')}
        </button>
        <button
          type="button"
          className={styles.key}
          aria-label={t('clear')}
          disabled={!may}
          onClick={() => onEnter(nothing)}
        >
          <Icon of={eraser} />
        </button>
      </div>
      <div className={styles.marks}>
        {given.map((mark) => (
          <button
            key={mark.id_otsenka}
            type="button"
            className={styles.key}
            disabled={!may}
            onClick={() => onEnter(marked(mark))}
          >
            {mark.otsenka}
          </button>
        ))}
      </div>
    </section>
  );
}

interface FactsProps {
  sheet: Sheet;
  student: Student;
  place: number;
  all: number;
}

/** «5 из 13 · средняя 4,67 · пропусков 0» */
function Facts({ sheet, student, place, all }: FactsProps) {
  const { t } = useTranslation('journal');
  const numbers = useNumbers();
  const row = useAtom(sheet.store.row(student.id));
  const totals = totalsOf(
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
