import { formatNameForDocument } from '@bilim/contract/latin-name.ts';
import type { Content as Block, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Language } from '../../core/translations.ts';
import { writePdf } from '../../pdf/pdf.ts';
import { type CertificateOptions, type IssuedCertificate, layOutCertificate } from './certificate.ts';

/** An order that is printed: what is on the list to sign, and its certificate, if the portal writes one. */
interface Printed {
  readonly fullName: string;
  readonly group: string | null;
  readonly document: string;
  readonly number: string;
  readonly certificate: IssuedCertificate | null;
}

interface PaperOptions {
  readonly language: Language;
  /** What each certificate is written with. */
  readonly how: (issued: IssuedCertificate) => CertificateOptions;
  /** The day of printing, in figures. */
  readonly date: string;
  readonly university: string;
}

/** One PDF of several papers: the list to sign, and behind it the certificates, each on a page of its own. */
export function writePapersPdf(
  printed: readonly Printed[],
  manner: PaperOptions & Pick<CertificateOptions, 'translate'>,
): Promise<Buffer> {
  const { language, how } = manner;
  const papers = printed.flatMap(({ certificate }) => certificate ?? []);
  return writePdf({
    info: { title: manner.translate('list.title') },
    pageSize: 'A4',
    pageMargins: [56, 48, 56, 56],
    defaultStyle: { lineHeight: 1.25 },
    // Each paper counts for itself: the pages of the whole are of no use on it.
    footer: { text: '' },
    content: [
      ...list(printed, manner),
      ...papers.map((one): Block => {
        const { style, content } = layOutCertificate(one, language, how(one));
        return { stack: content, ...style, pageBreak: 'before' };
      }),
    ],
  } satisfies TDocumentDefinitions);
}

function list(
  printed: readonly Printed[],
  { translate, date, language, university }: PaperOptions & Pick<CertificateOptions, 'translate'>,
): Block[] {
  const head = ['place', 'who', 'group', 'document', 'number', 'sign'].map((key) => ({
    text: key === 'place' ? '№' : translate(`list.${key}`),
    bold: true,
  }));
  return [
    { text: university, fontSize: 9 },
    { text: translate('list.title'), bold: true, fontSize: 14, margin: [0, 0, 0, 4] },
    { text: translate('list.about', { date, count: printed.length }), fontSize: 10, margin: [0, 0, 0, 12] },
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [18, '*', 62, 118, 66, 70],
        body: [
          head,
          ...printed.map(({ fullName, group, document, number }, place) => [
            `${place + 1}`,
            formatNameForDocument(fullName, language),
            group ?? '',
            document,
            number,
            '',
          ]),
        ],
      },
      layout: 'lightHorizontalLines',
      fontSize: 9,
    },
  ];
}
