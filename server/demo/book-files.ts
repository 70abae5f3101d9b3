import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import pdfmake from 'pdfmake';
import type { Content } from 'pdfmake/interfaces.js';
import writeExcelFile from 'write-excel-file/node';

/** A text as the invented books hold it: a title, and chapters of paragraphs. */
export interface BookText {
  readonly title: string;
  readonly author: string;
  readonly chapters: readonly { readonly title: string; readonly paragraphs: readonly string[] }[];
}

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts/Roboto');
pdfmake.setFonts({
  Roboto: {
    normal: join(fonts, 'Roboto-Regular.ttf'),
    bold: join(fonts, 'Roboto-Medium.ttf'),
    italics: join(fonts, 'Roboto-Italic.ttf'),
    bolditalics: join(fonts, 'Roboto-MediumItalic.ttf'),
  },
});
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path: string) => path.startsWith(fonts));

/** A PDF with a title page and a page for each chapter; its letters are real text. */
export async function createPdf(book: BookText): Promise<Buffer> {
  const chapters = book.chapters.flatMap(({ title, paragraphs }): Content[] => [
    { text: title, fontSize: 18, bold: true, margin: [0, 0, 0, 12], pageBreak: 'before' },
    ...paragraphs.map((text): Content => ({ text, margin: [0, 0, 0, 8], lineHeight: 1.25 })),
  ]);
  const title: Content[] = [
    { text: book.author, fontSize: 14, margin: [0, 220, 0, 24], alignment: 'center' },
    { text: book.title, fontSize: 28, bold: true, alignment: 'center' },
  ];
  const made = pdfmake.createPdf({
    info: { title: book.title, author: book.author },
    pageSize: 'A5',
    footer: (page: number) => ({ text: page > 1 ? String(page) : '', alignment: 'center', fontSize: 9 }),
    content: [...title, ...chapters],
  });
  return await made.getBuffer();
}

/** Plain text in UTF-8. */
export function createTextFile(book: BookText): Buffer {
  const chapters = book.chapters.map(({ title, paragraphs }) => `${title}\n\n${paragraphs.join('\n\n')}`);
  return Buffer.from(`${book.title}\n${book.author}\n\n${chapters.join('\n\n\n')}\n`);
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

function relations(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const rows = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${head}<Relationships xmlns="${packages}/relationships">${rows.join('')}</Relationships>`;
}

function contents(parts: readonly (readonly [path: string, type: string])[]): string {
  const rows = parts.map(
    ([path, type]) =>
      `<Override PartName="${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  return `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${rows.join('')}</Types>`;
}

function packed(parts: Record<string, string>): Buffer {
  const files: Zippable = Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]));
  return Buffer.from(zipSync(files, { level: 6 }));
}

/** A document of a word processor. */
export function createDocx(book: BookText): Buffer {
  const line = (text: string, size: number, bold = false) =>
    `<w:p><w:pPr><w:spacing w:after="160"/></w:pPr><w:r><w:rPr>${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr><w:t xml:space="preserve">${xml(text)}</w:t></w:r></w:p>`;
  const body = [
    line(book.title, 48, true),
    line(book.author, 28),
    ...book.chapters.flatMap(({ title, paragraphs }) => [
      line(title, 32, true),
      ...paragraphs.map((text) => line(text, 24)),
    ]),
  ];
  return packed({
    '[Content_Types].xml': contents([['/word/document.xml', 'wordprocessingml.document.main']]),
    '_rels/.rels': relations([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join('')}<w:sectPr/></w:body></w:document>`,
  });
}

const drawing = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const slides = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${office}" ${drawing}`;
const noShapes =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
const colours = [
  'dk1 000000',
  'lt1 FFFFFF',
  'dk2 0F4A73',
  'lt2 EDF3F6',
  'accent1 0B639E',
  'accent2 F2A43C',
  'accent3 2E7D5B',
  'accent4 8C2332',
  'accent5 33407F',
  'accent6 7A4B12',
  'hlink 0B639E',
  'folHlink 33407F',
]
  .map((one) => one.split(' '))
  .map(([name, rgb]) => `<a:${name}><a:srgbClr val="${rgb}"/></a:${name}>`)
  .join('');
const font = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>';
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const stroke = `<a:ln>${fill}</a:ln>`;
const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';
const theme = `${head}<a:theme ${drawing} name="Bilim"><a:themeElements><a:clrScheme name="Bilim">${colours}</a:clrScheme><a:fontScheme name="Bilim"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Bilim"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${stroke.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;

/** Slides: one for the title and one for each chapter. */
export function createPptx(book: BookText): Buffer {
  const box = (id: number, y: number, height: number, size: number, lines: readonly string[]) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="600000" y="${y}"/><a:ext cx="10900000" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr wrap="square"/><a:lstStyle/>${lines.map((text) => `<a:p><a:r><a:rPr lang="ru-RU" sz="${size}"/><a:t>${xml(text)}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
  const slide = (title: string, lines: readonly string[]) =>
    `${head}<p:sld ${slides}><p:cSld><p:spTree>${noShapes}${box(2, 500000, 1100000, 3600, [title])}${box(3, 1800000, 4500000, 2000, lines)}</p:spTree></p:cSld></p:sld>`;
  const pages = [
    slide(book.title, [book.author]),
    ...book.chapters.map(({ title, paragraphs }) => slide(title, paragraphs.slice(0, 3))),
  ];
  const tree = `<p:cSld><p:spTree>${noShapes}</p:spTree></p:cSld>`;
  const map =
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';
  const parts: Record<string, string> = {
    '[Content_Types].xml': contents([
      ['/ppt/presentation.xml', 'presentationml.presentation.main'],
      ['/ppt/slideMasters/slideMaster1.xml', 'presentationml.slideMaster'],
      ['/ppt/slideLayouts/slideLayout1.xml', 'presentationml.slideLayout'],
      ['/ppt/theme/theme1.xml', 'theme'],
      ...pages.map((_, index) => [`/ppt/slides/slide${index + 1}.xml`, 'presentationml.slide'] as const),
    ]),
    '_rels/.rels': relations([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${head}<p:presentation ${slides}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${pages.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 2}"/>`).join('')}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations([
      ['rId1', 'slideMaster', 'slideMasters/slideMaster1.xml'],
      ...pages.map((_, index) => [`rId${index + 2}`, 'slide', `slides/slide${index + 1}.xml`] as const),
    ]),
    'ppt/slideMasters/slideMaster1.xml': `${head}<p:sldMaster ${slides}>${tree}${map}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations([
      ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['rId2', 'theme', '../theme/theme1.xml'],
    ]),
    'ppt/slideLayouts/slideLayout1.xml': `${head}<p:sldLayout ${slides} type="blank">${tree}</p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations([
      ['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml'],
    ]),
    'ppt/theme/theme1.xml': theme,
  };
  for (const [index, page] of pages.entries()) {
    parts[`ppt/slides/slide${index + 1}.xml`] = page;
    parts[`ppt/slides/_rels/slide${index + 1}.xml.rels`] = relations([
      ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
    ]);
  }
  return packed(parts);
}

/** A table: a row for each paragraph, with its chapter and length. */
export async function createXlsx(book: BookText): Promise<Buffer> {
  const rows = book.chapters.flatMap(({ title, paragraphs }, chapter) =>
    paragraphs.map((text, index) => [
      { value: `${chapter + 1}.${index + 1}` },
      { value: title },
      { value: text },
      { type: Number, value: text.length },
    ]),
  );
  return await writeExcelFile([[{ value: book.title, fontWeight: 'bold' as const }], ...rows]).toBuffer();
}

/** A web book: pages with a menu and a style, packed with its index.html. */
export function createWebBook(book: BookText): Buffer {
  const menu = book.chapters.map(({ title }, index) => `<a href="${index + 1}.html">${xml(title)}</a>`).join('');
  const page = (title: string, body: string) =>
    `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${xml(title)}</title><link rel="stylesheet" href="book.css"><nav><a href="index.html">${xml(book.title)}</a>${menu}</nav><main><h1>${xml(title)}</h1>${body}</main><script src="book.js"></script>`;
  return packed({
    'index.html': page(book.title, `<p>${xml(book.author)}</p>`),
    ...Object.fromEntries(
      book.chapters.map(({ title, paragraphs }, index) => [
        `${index + 1}.html`,
        page(title, paragraphs.map((text) => `<p>${xml(text)}</p>`).join('')),
      ]),
    ),
    'book.css':
      'body{font:18px/1.6 system-ui,sans-serif;margin:0;color:#12324a;background:#f7fafc}nav{display:flex;flex-wrap:wrap;gap:8px 20px;padding:16px 24px;background:#0f3f63}nav a{color:#fff}main{max-width:42rem;margin:0 auto;padding:24px}mark{background:#ffe1b0}',
    'book.js':
      "for (const p of document.querySelectorAll('main p')) p.addEventListener('click', () => p.classList.toggle('read'));",
  });
}
