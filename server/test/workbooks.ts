import { strToU8, zipSync } from 'fflate';
import { toColumnLetters } from '../import/workbook.ts';

/** A cell: a text, the place of a shared one, or a formula whose result is not stored. */
export type WorkbookCell = string | number | { readonly formula: string; readonly type?: string };

interface Content {
  readonly cells: readonly (readonly WorkbookCell[])[];
  /** `B2:C3`. */
  readonly merges?: readonly string[];
  /** Address of one more cell with a text. */
  readonly far?: string;
  /** Texts that are stored once and that cells refer to. */
  readonly shared?: readonly string[];
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A workbook with one sheet, as bytes: small, and with what libraries that write workbooks do not write. */
export function createWorkbook({ cells, merges = [], far, shared }: Content): Buffer {
  const rows = cells.map((row, at) =>
    rowOf(
      at + 1,
      row.map((cell, place) => [`${toColumnLetters(place)}${at + 1}`, cell]),
    ),
  );
  if (far) rows.push(rowOf(Number(/\d+/.exec(far)?.[0]), [[far, 'x']]));
  const merged = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  const sheet = `${declaration}<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData>${
    merged && `<mergeCells count="${merges.length}">${merged}</mergeCells>`
  }</worksheet>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${shared ? '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>' : ''}</Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Лист1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>${shared ? `<Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>` : ''}</Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...(shared && {
      'xl/sharedStrings.xml': `${declaration}<sst xmlns="${main}">${shared.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    }),
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
}

const rowOf = (number: number, cells: [string, WorkbookCell][]): string =>
  `<row r="${number}">${cells.map(([address, cell]) => cellOf(address, cell)).join('')}</row>`;

function cellOf(address: string, cell: WorkbookCell): string {
  if (typeof cell === 'string') return `<c r="${address}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${address}" t="s"><v>${cell}</v></c>`;
  const type = cell.type ? ` t="${cell.type}"` : '';
  return `<c r="${address}"${type}><f>${escaped(cell.formula)}</f></c>`;
}
