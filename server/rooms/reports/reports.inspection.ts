import type { Output } from '@bilim/contract/call.ts';
import type { reports as calls } from '@bilim/contract/reports.ts';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { writePdf } from '../../pdf/pdf.ts';

/** Rows of one report that are printed: who wants all of them takes the spreadsheet. */
export const maxPrintedRows = 200;

type First<Name extends 'journals' | 'attendance' | 'absences' | 'debts'> =
  | Output<(typeof calls)[Name]>[number]
  | undefined;

/** The reports that an inspection is given, each with its first rows. */
export interface InspectionContent {
  readonly journals: First<'journals'>;
  readonly attendance: First<'attendance'>;
  readonly absences: First<'absences'>;
  readonly debts: First<'debts'>;
}

/** The paper's language, and what it says of itself. */
export interface InspectionPdfOptions {
  readonly translate: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  /** What the figures are about, a name and a value each. */
  readonly filters: readonly (readonly [string, string])[];
  /** How a person's name is written. */
  readonly name: (fullName: string) => string;
  readonly university: string;
  readonly date: string;
  readonly by: string;
}

interface Section {
  readonly title: string;
  readonly fact: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly all: number;
}

const percent = (part: number, all: number) => (all > 0 ? `${Math.floor((part / all) * 100)} %` : '–');

function sections(
  { journals, attendance, absences, debts }: InspectionContent,
  { translate, name }: InspectionPdfOptions,
): Section[] {
  return [
    {
      title: translate('journals.title'),
      fact: translate('journals.fact', { count: journals?.classes ?? 0 }),
      columns: ['teacher', 'classes', 'unfilled'],
      rows: (journals?.rows ?? []).map(({ fio, unfilled, classes }) => [name(fio), classes.length, unfilled]),
      all: journals?.teachers ?? 0,
    },
    {
      title: translate('attendance.title'),
      fact: percent(attendance?.present ?? 0, attendance?.entered ?? 0),
      columns: ['group', 'share', 'classes', 'marked'],
      rows: (attendance?.rows ?? []).map(({ group, present, entered, classes, marked }) => [
        ...[group, percent(present, entered), classes, marked],
      ]),
      all: attendance?.groups ?? 0,
    },
    {
      title: translate('absences.title'),
      fact: translate('students', { count: absences?.students ?? 0 }),
      columns: ['student', 'group', 'absences'],
      rows: (absences?.rows ?? []).map(({ fio, group, absences: count }) => [name(fio), group, count]),
      all: absences?.students ?? 0,
    },
    {
      title: translate('debts.title'),
      fact: translate('students', { count: debts?.students ?? 0 }),
      columns: ['student', 'group', 'debts'],
      rows: (debts?.rows ?? []).map(({ fio, group, debts: count }) => [name(fio), group, count]),
      all: debts?.students ?? 0,
    },
  ];
}

function sectionOf(
  { title, fact, columns, rows, all }: Section,
  translate: InspectionPdfOptions['translate'],
): Content[] {
  return [
    { text: [{ text: title, bold: true }, `   ${fact}`], margin: [0, 14, 0, 6] },
    ...(rows.length > 0
      ? [
          {
            table: {
              headerRows: 1,
              dontBreakRows: true,
              widths: columns.map((_, place) => (place === 0 ? '*' : 92)),
              body: [
                columns.map((column) => ({ text: translate(`column.${column}`), bold: true })),
                ...rows.map((row) => row.map(String)),
              ],
            },
            layout: 'lightHorizontalLines',
            fontSize: 9,
          } satisfies Content,
        ]
      : [{ text: translate('inspection.nothing'), fontSize: 9 }]),
    ...(all > rows.length
      ? [
          {
            text: translate('inspection.shown', { shown: rows.length, all }),
            fontSize: 9,
            margin: [0, 4, 0, 0],
          } as Content,
        ]
      : []),
  ];
}

/** The paper for an inspection: what it is about, the reports one after the other, and lines to sign. */
export function writeInspectionPdf(inspected: InspectionContent, manner: InspectionPdfOptions): Promise<Buffer> {
  const { translate, filters, university, date, by, name } = manner;
  return writePdf({
    info: { title: translate('inspection.title') },
    pageSize: 'A4',
    pageMargins: [56, 48, 56, 56],
    defaultStyle: { fontSize: 10, lineHeight: 1.2 },
    content: [
      { text: university, fontSize: 9 },
      { text: translate('inspection.title'), bold: true, fontSize: 15, margin: [0, 2, 0, 6] },
      ...filters.map(([name, value]): Content => ({ text: `${name}: ${value}` })),
      ...sections(inspected, manner).flatMap((one) => sectionOf(one, translate)),
      { text: translate('inspection.made', { date, by: name(by) }), margin: [0, 18, 0, 18] },
      { text: `${translate('inspection.sign')}  ______________________________`, unbreakable: true } as Content,
    ],
  } satisfies TDocumentDefinitions);
}
