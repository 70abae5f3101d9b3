import type { Input } from '@bilim/contract/call.ts';
import type { ReportName, reports } from '@bilim/contract/reports.ts';
import i18next from 'i18next';
import { downloadSpreadsheet, type SpreadsheetValue } from '../../core/sheetFile.ts';
import { currentDay } from '../../core/time.ts';
import type { FilterChoices, ReportFile } from './reports.data.ts';

type ExportFilter = Omit<Input<typeof reports.export>, 'report'>;

const translate = (key: string, values: Record<string, string | number> = {}) => i18next.t(`reports:${key}`, values);
const day = (text: string) => `${text.slice(8)}.${text.slice(5, 7)}.${text.slice(0, 4)}`;
const percent = (part: number, all: number) => (all > 0 ? Math.floor((part / all) * 100) : null);

/** The columns of a report by their texts, and its rows: what is opened on the page stands here row by row. */
const tables: Readonly<
  Record<ReportName, { readonly columns: readonly string[]; rows(file: ReportFile): SpreadsheetValue[][] }>
> = {
  journals: {
    columns: ['teacher', 'day', 'begins', 'discipline', 'group', 'students', 'entered', 'state'],
    rows: ({ journals }) =>
      journals.flatMap(({ fio, classes }) =>
        classes.map((one) => [
          ...[fio, day(one.visitDate), one.startsAt, one.discipline, one.group],
          ...[one.students, Math.min(one.entered, one.students), translate(`state.${one.state}`)],
        ]),
      ),
  },
  attendance: {
    columns: ['group', 'present', 'entries', 'share', 'classes', 'marked'],
    rows: ({ attendance }) =>
      attendance.map(({ group, present, entered, classes, marked }) => [
        ...[group, present, entered, percent(present, entered), classes, marked],
      ]),
  },
  absences: {
    columns: ['student', 'group', 'absences'],
    rows: ({ absences }) => absences.map(({ fio, group, absences: count }) => [fio, group, count]),
  },
  debts: {
    columns: ['student', 'number', 'group', 'email', 'debts', 'discipline', 'semester', 'year', 'points', 'mark'],
    rows: ({ debts }) =>
      debts.flatMap(({ fio, studentNumber, group, email, debts: count, disciplines }) =>
        disciplines.map((one) => [
          ...[fio, studentNumber, group, email, count],
          ...[one.discipline, one.semester, one.year, one.points, one.letter],
        ]),
      ),
  },
  registration: {
    columns: ['student', 'group', 'credits', 'wanted'],
    rows: ({ registration }) => registration.map(({ fio, group, credits, wanted }) => [fio, group, credits, wanted]),
  },
};

/** What the rows are of, a line each; the days are only where they matter. */
function filters(name: ReportName, wanted: ExportFilter, choices: FilterChoices | undefined): SpreadsheetValue[][] {
  const faculty = choices?.faculties.find((one) => one.id_faculty === wanted.id_faculty)?.name;
  const group = choices?.groups.find((one) => one.id_group === wanted.id_group)?.name;
  const own = choices?.faculties.map((one) => one.name).join(', ');
  const hasDays = name === 'attendance' || name === 'absences';
  return [
    [translate('asOf'), day(currentDay())],
    ...(hasDays ? [[translate('days'), translate(`period.${wanted.period ?? 'term'}`)]] : []),
    ...(name === 'journals' ? [[translate('days'), translate(`period.${wanted.period ?? 'week'}`)]] : []),
    [translate('faculty'), faculty ?? own ?? translate('every.faculty')],
    [translate('course'), wanted.course ?? translate('every.course')],
    [translate('group'), group ?? translate('every.group')],
    ...(wanted.only ? [[translate('only'), translate(`${name}.${wanted.only}`)]] : []),
  ];
}

/** Hands a report over as an XLSX file that says what it is about. */
export async function downloadReport(
  name: ReportName,
  file: ReportFile,
  wanted: ExportFilter,
  choices: FilterChoices | undefined,
): Promise<void> {
  const { columns, rows } = tables[name];
  await downloadSpreadsheet({
    title: translate(`${name}.title`),
    filters: filters(name, wanted, choices),
    columns: columns.map((column, place) => ({ name: translate(`column.${column}`), width: place === 0 ? 36 : 18 })),
    rows: rows(file),
    name: `${translate(`${name}.title`)} ${currentDay()}`,
  });
}
