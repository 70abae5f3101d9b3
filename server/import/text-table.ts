import { CsvError, parse } from 'csv-parse/sync';
import { decodeText, type Encoding, encodingNames } from '../core/encodings.ts';
import type { ImportReport } from './report.ts';

/** A table of text: its lines as the spreadsheet numbers them, and how it was written. */
export interface TextTable {
  readonly lines: string[][];
  readonly encoding: Encoding;
  /** Whether the file ends with the end of a line, as what was written to its end does. */
  readonly isEnded: boolean;
}

/** Lines by which the separator is found. */
const looked = 40;
const separators = [';', ',', '\t'];
/** Encodings whose text is taken; the others are only named. */
const taken: ReadonlySet<Encoding> = new Set(['utf-8', 'utf-16le', 'utf-16be', 'windows-1251']);

/** Reads a table of text; what cannot be read is reported with one sentence, and null. */
export async function readTextTable(bytes: Buffer, name: string, report: ImportReport): Promise<TextTable | null> {
  const decoded = await decodeText(bytes);
  if (decoded === null || (decoded.damaged === 0 && !decoded.plausible)) {
    report.error('file.encoding', { file: name });
    return null;
  }
  const { text, encoding, damaged } = decoded;
  if (damaged > 0) {
    const row = text.slice(0, text.indexOf('\ufffd')).split(/\r\n|\r|\n/).length;
    report.error('file.damaged', { file: name, row }, { encoding: encodingNames[encoding], count: damaged });
    return null;
  }
  if (!taken.has(encoding)) {
    report.error('file.otherEncoding', { file: name }, { encoding: encodingNames[encoding] });
    return null;
  }
  const { content, separator } = separated(text);
  try {
    // Blank lines are kept here, so that row numbers are those of the spreadsheet.
    const lines: string[][] = parse(content, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
    });
    return { lines, encoding, isEnded: /[\r\n]$/.test(content) };
  } catch (failure) {
    if (!(failure instanceof CsvError)) throw failure;
    // Of quotes that stay open the parser counts lines to the end of the file; its whole rows are before them.
    report.error('file.quotes', { file: name, row: Number(failure.records) + 1 });
    return null;
  }
}

/** The text without the line in which Excel notes the separator, and the separator: noted, or the most frequent one. */
function separated(text: string): { content: string; separator: string } {
  const noted = /^sep=(.)(?:\r\n|\r|\n|$)/i.exec(text);
  if (noted) return { content: text.slice(noted[0].length), separator: noted[1] ?? ',' };
  const first = text
    .split(/\r\n|\r|\n/, looked)
    .join('\n')
    .replace(/"[^"]*"/g, '');
  const separator = separators.reduce((best, mark) =>
    first.split(mark).length > first.split(best).length ? mark : best,
  );
  return { content: text, separator };
}
