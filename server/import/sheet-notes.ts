import type writeExcelFile from 'write-excel-file/node';
import { getCellAddress, sanitizeTextContent } from 'write-excel-file/utility';

/** A note at a cell of a sheet; row and column count from 0. */
export interface CellNote {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** What the library calls an addition to a workbook. */
type Feature = NonNullable<NonNullable<Parameters<typeof writeExcelFile>[1]>['features']>[number];

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const author = 'Bilim';

/** Gives the sheets of a workbook notes, as spreadsheet programs show them beside a cell: in the order of the sheets. */
export function buildCellNotes(sheets: readonly (readonly CellNote[])[]): Feature {
  const numbers = sheets.map((_, place) => place + 1);
  return {
    files: {
      transform: {
        '[Content_Types].xml': {
          insert: () =>
            `<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${numbers
              .map(
                (number) =>
                  `<Override PartName="/xl/comments${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"/>`,
              )
              .join('')}`,
        },
        'xl/worksheets/sheet{id}.xml': {
          insert: () => `<legacyDrawing xmlns:r="${relations}" r:id="rId-notes-drawing"/>`,
        },
        'xl/worksheets/_rels/sheet{id}.xml.rels': {
          insert: (_, { sheetIndex }) =>
            `<Relationship Id="rId-notes-drawing" Type="${relations}/vmlDrawing" Target="../drawings/notes${sheetIndex + 1}.vml"/>` +
            `<Relationship Id="rId-notes" Type="${relations}/comments" Target="../comments${sheetIndex + 1}.xml"/>`,
        },
      },
      write: {
        files: () =>
          Object.fromEntries(
            sheets.flatMap((notes, place) => [
              [`xl/comments${place + 1}.xml`, textsOf(notes)],
              [`xl/drawings/notes${place + 1}.vml`, boxesOf(notes)],
            ]),
          ),
      },
    },
  };
}

/** What the notes say. */
function textsOf(notes: readonly CellNote[]): string {
  const list = notes.map(
    ({ row, column, text }) =>
      `<comment ref="${getCellAddress(row, column)}" authorId="0"><text><t xml:space="preserve">${sanitizeTextContent(text)}</t></text></comment>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<authors><author>${author}</author></authors><commentList>${list.join('')}</commentList></comments>`
  );
}

/** The boxes in which they are shown, each to the right of its cell. */
function boxesOf(notes: readonly CellNote[]): string {
  const boxes = notes.map(
    ({ row, column }, place) =>
      `<v:shape id="_x0000_s${1025 + place}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
      '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:textbox/>' +
      '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>' +
      `<x:Anchor>${column + 1}, 15, ${row}, 2, ${column + 4}, 15, ${row + 5}, 2</x:Anchor><x:AutoFill>False</x:AutoFill>` +
      `<x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
  );
  return (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">' +
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">' +
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>' +
    `${boxes.join('')}</xml>`
  );
}
