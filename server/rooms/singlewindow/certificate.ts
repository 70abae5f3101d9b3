import { formatNameForDocument } from '@bilim/contract/latin-name.ts';
import type { Content as Block, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Language } from '../../core/translations.ts';
import { writePdf } from '../../pdf/pdf.ts';
import type { CertificateContent, TranscriptRow } from './singlewindow.content.queries.ts';

/** A certificate as it was issued. */
export interface IssuedCertificate {
  content: CertificateContent;
  number: string;
  issued: string;
  revoked: boolean;
}

/** What a certificate is written with besides its content. */
export interface CertificateOptions {
  /** Where its genuineness is checked; becomes the QR code. */
  address: string;
  timeZone: string;
  translate: (key: string, values?: Record<string, string | number>) => string;
}

const soft = '#405465';
const dash = '—';

/** A certificate as a PDF of one A4 page (a transcript may have more), in a language. */
export function writeCertificatePdf(
  issued: IssuedCertificate,
  language: Language,
  how: CertificateOptions,
): Promise<Buffer> {
  return writePdf(definitionOf(issued, language, how));
}

function definitionOf(issued: IssuedCertificate, language: Language, how: CertificateOptions): TDocumentDefinitions {
  const { kind, university } = issued.content;
  const { style, content } = layOutCertificate(issued, language, how);
  return {
    info: { title: `${how.translate(`title.${kind}`)} ${issued.number}`, author: university[language] },
    pageSize: 'A4',
    pageMargins: [56, 48, 56, 56],
    defaultStyle: style,
    ...(issued.revoked && { watermark: { text: how.translate('revoked'), opacity: 0.15, bold: true } }),
    content,
  };
}

/** What is on the pages of a certificate, and in which letters. */
export function layOutCertificate(
  { content, number, issued }: IssuedCertificate,
  language: Language,
  { address, timeZone, translate }: CertificateOptions,
): { style: { fontSize: number; lineHeight: number }; content: Block[] } {
  const date = new Intl.DateTimeFormat('ru-RU', { timeZone }).format(new Date(issued));
  const facts: [string, string | number][] = [
    [translate('fullName'), formatNameForDocument(content.fullName, language)],
    [translate('studentNumber'), content.studentNumber],
    [translate('faculty'), content.faculty[language]],
    [translate('speciality'), `${content.classifier} ${content.speciality[language]}`],
    [translate('form'), content.form[language]],
    [translate('course'), content.course],
    [translate('group'), content.group],
    [
      translate('term'),
      translate('termValue', { from: content.admission, to: content.admission + content.years, years: content.years }),
    ],
  ];
  const transcript = content.kind === 'transcript';
  const gap = transcript ? 14 : 28;
  return {
    style: { fontSize: transcript ? 10 : 11, lineHeight: 1.25 },
    content: [
      { text: content.university[language], alignment: 'center', bold: true, fontSize: 14, margin: [0, 0, 0, gap] },
      {
        columns: [
          { text: translate('number', { number }), bold: true },
          { text: translate('date', { date }), alignment: 'right' },
        ],
        margin: [0, 0, 0, gap],
      },
      {
        text: translate(`title.${content.kind}`),
        alignment: 'center',
        bold: true,
        fontSize: 16,
        margin: [0, 0, 0, 14],
      },
      { text: translate(`body.${content.kind}`), margin: [0, 0, 0, 12] },
      {
        table: {
          widths: [150, '*'],
          body: facts.map(([name, value]) => [{ text: name, color: soft }, `${value}`]),
        },
        layout: 'lightHorizontalLines',
        margin: [0, 0, 0, 14],
      },
      ...(transcript ? disciplines(content.disciplines, language, translate) : []),
      {
        text: translate('for', { place: `${content.region[language]}, ${content.district[language]}` }),
        margin: [0, 0, 0, gap],
      },
      {
        unbreakable: true,
        columns: [
          {
            stack: [
              { text: `${translate('dean')}  ____________________`, margin: [0, 8, 0, 18] },
              { text: `${translate('methodist')}  ____________________` },
              { text: address, fontSize: 8, color: soft, margin: [0, 22, 0, 0] },
            ],
          },
          {
            width: 120,
            stack: [
              { qr: address, fit: 110, alignment: 'right', eccLevel: 'M' },
              { text: translate('check'), fontSize: 8, alignment: 'right', margin: [0, 4, 0, 0] },
            ],
          },
        ],
      },
    ],
  };
}

/** The average of the marks, weighted by credits; null while there is none. */
function averageOf(list: readonly TranscriptRow[]): string | null {
  const marked = list.flatMap(({ credits, value }) => (credits && value !== null ? [{ credits, value }] : []));
  const weight = marked.reduce((sum, { credits }) => sum + credits, 0);
  if (!weight) return null;
  return (marked.reduce((sum, { credits, value }) => sum + credits * value, 0) / weight).toFixed(2);
}

/** Credits by what has come of them: passed, still being studied, or without a result though the term is over. */
function creditsOf(list: readonly TranscriptRow[]) {
  const sums = { earned: 0, running: 0, unknown: 0 };
  for (const { credits, passed, running = true } of list)
    if (passed !== false) sums[passed ? 'earned' : running ? 'running' : 'unknown'] += credits ?? 0;
  return sums;
}

/** The mark in words; where only pass or fail is known, that; a dash where the university has given nothing. */
function markOf(one: TranscriptRow, language: Language, translate: CertificateOptions['translate']): string {
  if (one.letter && one.mark) return `${one.letter}, ${one.mark[language]}`;
  return one.passed === null ? dash : translate(one.passed ? 'passed' : 'failed');
}

function disciplines(
  list: readonly TranscriptRow[],
  language: Language,
  translate: CertificateOptions['translate'],
): Block[] {
  const head = ['semester', 'discipline', 'credits', 'control', 'points', 'mark'];
  const { earned, running, unknown } = creditsOf(list);
  const sum = (key: string, credits: number) => [
    '',
    { text: translate(key), bold: true },
    { text: `${credits}`, bold: true },
    '',
    '',
    '',
  ];
  const average = averageOf(list);
  const open = list.some(({ passed }) => passed === null);
  return [
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [24, '*', 40, 108, 36, 96],
        body: [
          head.map((key) => ({ text: translate(key), bold: true })),
          ...list.map((one) => [
            `${one.semester}`,
            one.name[language],
            `${one.credits ?? dash}`,
            one.control?.[language] ?? dash,
            `${one.points ?? dash}`,
            markOf(one, language, translate),
          ]),
          sum('earned', earned),
          ...(running ? [sum('running', running)] : []),
          ...(unknown ? [sum('unknown', unknown)] : []),
        ],
      },
      layout: 'lightHorizontalLines',
      fontSize: 8.5,
      margin: [0, 0, 0, 10],
    },
    ...(average ? [{ text: translate('average', { average }), bold: true, margin: [0, 0, 0, 6] } satisfies Block] : []),
    ...(open ? [{ text: translate('open'), fontSize: 8.5, color: soft, margin: [0, 0, 0, 10] } satisfies Block] : []),
  ];
}
