import { Fragment } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { currentDay, formatDocumentDay, formatTypedDay } from '../../core/time.ts';
import { shortName } from '../../kit/person.ts';
import { usePrintHeader, usePrintWhenReady } from '../../kit/print.ts';
import { findGroupHeadings, formatShortDay, type localNumberFormatters } from './formatters.ts';
import styles from './JournalPrint.module.css';
import { computeRowTotals, type JournalColumn, type JournalStudent } from './journal.model.ts';
import { toDisplayedTotals } from './journal.totals.ts';
import type { TableHeading } from './spreadsheet.ts';
import type { JournalTable } from './useJournalTable.ts';

/** Dates on one sheet of A4 across. */
const onOneSheet = 22;

interface Props {
  sheet: JournalTable;
  heading: TableHeading;
  numbers: ReturnType<typeof localNumberFormatters>;
  onDone: () => void;
}

/** The table on A4 across: heading, dates, totals on the last sheet, places for signatures. Prints itself once. */
export function JournalPrint({ sheet, heading, numbers, onDone }: Props) {
  const { t } = useTranslation('journal');
  const paper = usePrintHeader();
  usePrintWhenReady(true, onDone);
  const { students, columns } = sheet;
  const heads = findGroupHeadings(students, sheet);
  const sheets: JournalColumn[][] = [];
  for (let from = 0; from < columns.length || !sheets.length; from += onOneSheet)
    sheets.push(columns.slice(from, from + onOneSheet));
  return createPortal(
    <div className={styles.paper}>
      {sheets.map((part, at) => {
        const last = at === sheets.length - 1;
        return (
          <section key={part[0]?.key ?? at}>
            <header>
              <p translate="no">{paper.university}</p>
              <h1>{t('paperTitle')}</h1>
              <p>
                {t('paperDiscipline')}: <b>{heading.discipline}</b>, {heading.type}. {t('paperGroup')}:{' '}
                <b>{heading.group}</b>. {t('paperTeacher')}: <b>{paper.name(heading.teacher)}</b>. {daysOf(part)}{' '}
                {t('paperOn', { day: formatDocumentDay(currentDay()) })}
                {sheets.length > 1 && ` · ${at + 1}/${sheets.length}`}
              </p>
            </header>
            <table>
              <thead>
                <tr>
                  <th>№</th>
                  <th className={styles.name}>{t('student')}</th>
                  {part.map((column) => (
                    <th key={column.key}>
                      {formatShortDay(column.day)}
                      {column.times > 1 && <small>{column.times}</small>}
                      {!column.parts.includes(0) && (
                        <small>{t('partShort', { number: column.parts.join(', ') })}</small>
                      )}
                    </th>
                  ))}
                  {last && <TotalHeads />}
                </tr>
              </thead>
              <tbody>
                {students.map((student, place) => (
                  <Fragment key={student.id}>
                    {heads.has(place) && (
                      <tr>
                        <th className={styles.name} colSpan={part.length + (last ? 6 : 2)}>
                          {heads.get(place)}
                        </th>
                      </tr>
                    )}
                    <PaperRow
                      student={student}
                      place={place}
                      part={part}
                      sheet={sheet}
                      numbers={last ? numbers : null}
                      name={(of) => paper.name(of.label ?? shortName(of.name))}
                    />
                  </Fragment>
                ))}
              </tbody>
            </table>
            {last && (
              <footer>
                <span>{t('paperTeacher')} ____________________</span>
                <span>{t('paperHead')} ____________________</span>
                <span>{t('date')} ____________________</span>
              </footer>
            )}
          </section>
        );
      })}
    </div>,
    document.body,
  );
}

interface RowProps {
  student: JournalStudent;
  place: number;
  /** The dates of this sheet of paper. */
  part: readonly JournalColumn[];
  sheet: JournalTable;
  /** How totals are written; null where they do not stand. */
  numbers: Props['numbers'] | null;
  /** How a student is called on it. */
  name: (student: JournalStudent) => string;
}

/** First and last day of a sheet of paper, whole: over the columns there is no room for the year. */
const daysOf = (part: readonly JournalColumn[]): string =>
  [...new Set([part[0], part.at(-1)].flatMap((column) => (column ? [formatTypedDay(column.day)] : [])))].join(' – ');

/** One student on one sheet of paper. */
function PaperRow({ student, place, part, sheet, numbers, name }: RowProps) {
  const totals = computeRowTotals(student, sheet.columns, sheet.store.row(student.id).get());
  return (
    <tr>
      <td>{place + 1}</td>
      <td className={styles.name}>{name(student)}</td>
      {part.map((column) => {
        const { sign } = sheet.at(student, column);
        return <td key={column.key}>{sign.otsenka ?? (sign.isVisited ? '+' : '')}</td>;
      })}
      {numbers && (
        <>
          <td>{totals.absences}</td>
          <td>{numbers.short(toDisplayedTotals(totals).sum)}</td>
          <td>{numbers.two(toDisplayedTotals(totals).average)}</td>
          <td>{numbers.two(totals.mean)}</td>
        </>
      )}
    </tr>
  );
}

function TotalHeads() {
  const { t } = useTranslation('journal');
  return (
    <>
      <th title={t('absences')} translate="no">
        н/б
      </th>
      <th>{t('sum')}</th>
      <th>{t('average')}</th>
      <th>{t('mean')}</th>
    </>
  );
}
