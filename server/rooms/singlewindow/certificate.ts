import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from '../../core/words.ts';
import type { Content } from './singlewindow.content.queries.ts';

/** As much of the PDF library as is used; it has no types of its own. */
interface Pdf {
  addFonts(fonts: Record<string, Record<string, string>>): void;
  setUrlAccessPolicy(may: (url: string) => boolean): void;
  setLocalAccessPolicy(may: (path: string) => boolean): void;
  createPdf(definition: object): { getBuffer(): Promise<Buffer> };
}

const require = createRequire(import.meta.url);
let prepared: Pdf | null = null;

/** The library with its fonts, loaded at the first certificate: it takes 30 MB that most starts never need. */
function library(): Pdf {
  if (prepared) return prepared;
  const pdf = require('pdfmake') as Pdf;
  const fonts = join(dirname(require.resolve('pdfmake/package.json')), 'fonts/Roboto');
  const medium = join(fonts, 'Roboto-Medium.ttf');
  pdf.addFonts({ Roboto: { normal: join(fonts, 'Roboto-Regular.ttf'), bold: medium } });
  pdf.setUrlAccessPolicy(() => false);
  pdf.setLocalAccessPolicy((path) => path.startsWith(fonts));
  prepared = pdf;
  return pdf;
}

/** One certificate after the other: laying out is synchronous work, and the memory of one is enough. */
let line: Promise<unknown> = Promise.resolve();

interface Issued {
  content: Content;
  number: string;
  issued: string;
  revoked: boolean;
}

interface How {
  /** Where its genuineness is checked; becomes the QR code. */
  address: string;
  timeZone: string;
  say: (key: string, values?: Record<string, string | number>) => string;
}

/** A certificate as a PDF of one A4 page (a transcript may have more), in a language. */
export function certificatePdf(issued: Issued, language: Language, how: How): Promise<Buffer> {
  const made = line.then(() =>
    library()
      .createPdf(definitionOf(issued, language, how))
      .getBuffer(),
  );
  line = made.catch(() => undefined);
  return made;
}

function definitionOf(
  { content, number, issued, revoked }: Issued,
  language: Language,
  { address, timeZone, say }: How,
) {
  const date = new Intl.DateTimeFormat('ru-RU', { timeZone }).format(new Date(issued));
  const facts: [string, string | number][] = [
    [say('fullName'), content.fullName],
    [say('studentNumber'), content.studentNumber],
    [say('faculty'), content.faculty[language]],
    [say('speciality'), `${content.classifier} ${content.speciality[language]}`],
    [say('form'), content.form[language]],
    [say('course'), content.course],
    [say('group'), content.group],
    [
      say('term'),
      say('termValue', { from: content.admission, to: content.admission + content.years, years: content.years }),
    ],
  ];
  return {
    info: { title: `${say(`title.${content.kind}`)} ${number}`, author: content.university[language] },
    pageSize: 'A4',
    pageMargins: [64, 56, 56, 64],
    defaultStyle: { font: 'Roboto', fontSize: 11, lineHeight: 1.25 },
    ...(revoked && { watermark: { text: say('revoked'), opacity: 0.15, bold: true } }),
    content: [
      { text: content.university[language], alignment: 'center', bold: true, fontSize: 14, margin: [0, 0, 0, 24] },
      {
        columns: [
          { text: say('number', { number }), bold: true },
          { text: say('date', { date }), alignment: 'right' },
        ],
        margin: [0, 0, 0, 28],
      },
      { text: say(`title.${content.kind}`), alignment: 'center', bold: true, fontSize: 16, margin: [0, 0, 0, 18] },
      { text: say(`body.${content.kind}`), margin: [0, 0, 0, 12] },
      {
        table: {
          widths: [150, '*'],
          body: facts.map(([name, value]) => [{ text: name, color: '#405465' }, `${value}`]),
        },
        layout: 'lightHorizontalLines',
        margin: [0, 0, 0, 14],
      },
      ...(content.kind === 'transcript' ? [disciplines(content, language, say)] : []),
      {
        text: say('for', { place: `${content.region[language]}, ${content.district[language]}` }),
        margin: [0, 0, 0, 28],
      },
      {
        unbreakable: true,
        columns: [
          {
            stack: [
              { text: `${say('dean')}  ____________________`, margin: [0, 8, 0, 18] },
              { text: `${say('methodist')}  ____________________` },
            ],
          },
          {
            width: 150,
            stack: [
              { qr: address, fit: 110, alignment: 'right', eccLevel: 'M' },
              { text: say('check'), fontSize: 8, alignment: 'right', margin: [0, 4, 0, 0] },
            ],
          },
        ],
      },
      { text: address, fontSize: 8, color: '#405465', margin: [0, 14, 0, 0] },
    ],
  };
}

function disciplines(content: Content, language: Language, say: How['say']) {
  const head = [say('semester'), say('discipline'), say('credits'), say('control')];
  const total = content.disciplines.reduce((sum, one) => sum + one.credits, 0);
  return {
    table: {
      headerRows: 1,
      widths: [60, '*', 60, 110],
      body: [
        head.map((text) => ({ text, bold: true })),
        ...content.disciplines.map((one) => [
          `${one.semester}`,
          one.name[language],
          `${one.credits}`,
          one.control[language],
        ]),
        ['', { text: say('total'), bold: true }, { text: `${total}`, bold: true }, ''],
      ],
    },
    layout: 'lightHorizontalLines',
    fontSize: 10,
    margin: [0, 0, 0, 14],
  };
}
