import { Archive } from './archive.ts';
import { attributeOf, textOfMarkup } from './markup.ts';

/** The running text of a word processor's document: paragraphs as lines. */
export async function ofWord(path: string): Promise<string> {
  const xml = await Archive.using(path, (archive) => archive.read('word/document.xml'));
  return textOfMarkup(
    xml
      .replace(/<w:tab\b[^>]*>/g, ' ')
      .replace(/<w:br\b[^>]*>|<\/w:p>/g, '\n')
      .replace(/<w:instrText\b[^>]*>[^<]*<\/w:instrText>/g, ''),
  );
}

/** The slides of a presentation, each with its text. */
export async function ofSlides(path: string): Promise<string[]> {
  return await Archive.using(path, async (archive) => {
    const slides: string[] = [];
    for (const name of numbered(archive.names, /^ppt\/slides\/slide(\d+)\.xml$/)) {
      const xml = await archive.read(name);
      slides.push(textOfMarkup(xml.replace(/<a:br\b[^>]*>|<\/a:p>/g, '\n')));
    }
    return slides;
  });
}

/** The cells of a workbook's sheets, a line for each row. */
export async function ofSheets(path: string): Promise<string> {
  return await Archive.using(path, async (archive) => {
    const shared = partsOf(await archive.read('xl/sharedStrings.xml'), 'si').map(cellText);
    const sheets: string[] = [];
    for (const name of numbered(archive.names, /^xl\/worksheets\/sheet(\d+)\.xml$/)) {
      const rows = partsOf(await archive.read(name), 'row');
      sheets.push(
        rows
          .map((row) =>
            partsOf(row, 'c')
              .map((cell) => shownIn(cell, shared))
              .join(' '),
          )
          .join('\n'),
      );
    }
    return sheets.join('\n');
  });
}

/** A cell holds a number, the number of a shared text, or a text of its own; formulas are left out. */
function shownIn(cell: string, shared: readonly string[]): string {
  const [value = ''] = partsOf(cell, 'v').map(textOfMarkup);
  const tag = cell.slice(0, cell.indexOf('>') + 1);
  return attributeOf(tag, 't') === 's' ? (shared[Number(value)] ?? '') : value || cellText(cell);
}

/** A text of a cell; its sounds, as eastern languages note them, are no part of it. */
const cellText = (xml: string): string =>
  partsOf(xml.replace(/<rPh\b[\s\S]*?<\/rPh>/g, ''), 't')
    .map(textOfMarkup)
    .join('');

/** The elements of a name, with their tags. */
const partsOf = (xml: string, name: string): string[] =>
  xml.match(new RegExp(`<${name}(?:\\s[^>]*[^/])?>[\\s\\S]*?</${name}>`, 'g')) ?? [];

/** The names that fit, in the order of the number in them. */
function numbered(names: readonly string[], pattern: RegExp): string[] {
  return names
    .flatMap((name) => {
      const number = pattern.exec(name)?.[1];
      return number === undefined ? [] : [{ name, number: Number(number) }];
    })
    .sort((one, other) => one.number - other.number)
    .map(({ name }) => name);
}
