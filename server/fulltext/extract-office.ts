import { Archive, type Relation } from './archive.ts';
import { prefixed, walk } from './markup.ts';

/** Text that was taken out, that is drawn a second time for older programs, that tells how a sign sounds, or that is no text. */
const unread: ReadonlySet<string> = new Set(['del', 'moveFrom', 'Fallback', 'instrText', 'delText', 'rPh']);
/** What stands for a sign, or for a break, in the text. */
const signs: Readonly<Record<string, string>> = {
  tab: ' ',
  ptab: ' ',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '-',
  softHyphen: '',
  sym: ' ',
};
/** Parts that a reader of a document sees besides its main one. */
const besides: ReadonlySet<string> = new Set(['header', 'footnotes', 'endnotes', 'footer']);

/** The running text of a word processor's document as a reader sees it: paragraphs as lines. */
export async function ofWord(path: string): Promise<string> {
  return await Archive.using(path, async (archive) => {
    const main = await mainPart(archive, 'word/document.xml');
    const others = (await archive.relations(main)).filter(({ kind }) => besides.has(kind));
    const texts: string[] = [];
    for (const part of [main, ...others.map(({ target }) => target)]) texts.push(running(await archive.read(part)));
    return texts.join('\n');
  });
}

/** The part with which an office file begins. */
async function mainPart(archive: Archive, usual: string): Promise<string> {
  return (await archive.relations('')).find(({ kind }) => kind === 'officeDocument')?.target ?? usual;
}

/** The text of paragraphs: what stands in elements `t`, without what a reader does not see. */
function running(xml: string): string {
  const pieces: string[] = [];
  let unreadDepth = 0;
  let textDepth = 0;
  let isHidden = false;
  walk(xml, 'xml', {
    opened(name, attributes) {
      if (unread.has(name)) unreadDepth++;
      if (unreadDepth > 0) return;
      if (name === 't') textDepth++;
      else if (name === 'r') isHidden = false;
      else if (name === 'vanish') isHidden = !/^(?:0|false|off)$/.test(prefixed(attributes, 'val'));
      else pieces.push(signs[name] ?? '');
    },
    text: (text) => {
      if (textDepth > 0 && unreadDepth === 0 && !isHidden) pieces.push(text);
    },
    closed(name) {
      if (unread.has(name)) unreadDepth--;
      else if (unreadDepth > 0) return;
      else if (name === 't') textDepth--;
      else if (name === 'p') pieces.push('\n');
    },
  });
  return pieces.join('');
}

/** The slides of a presentation in the order in which they are shown, each with its text. */
export async function ofSlides(path: string): Promise<string[]> {
  return await Archive.using(path, async (archive) => {
    const main = await mainPart(archive, 'ppt/presentation.xml');
    const ids: string[] = [];
    walk(await archive.read(main), 'xml', {
      opened: (name, attributes) => {
        if (name === 'sldId') ids.push(prefixed(attributes, 'id'));
      },
    });
    const slides: string[] = [];
    for (const part of targetsOf(ids, await archive.relations(main))) slides.push(running(await archive.read(part)));
    return slides;
  });
}

const targetsOf = (ids: readonly string[], relations: readonly Relation[]): string[] =>
  ids.flatMap((id) => relations.find((one) => one.id === id)?.target ?? []);

/** The cells of the sheets that a workbook shows, a line for each row. */
export async function ofSheets(path: string): Promise<string> {
  return await Archive.using(path, async (archive) => {
    const main = await mainPart(archive, 'xl/workbook.xml');
    const relations = await archive.relations(main);
    const ids: string[] = [];
    walk(await archive.read(main), 'xml', {
      opened: (name, attributes) => {
        if (name === 'sheet' && !/hidden/i.test(attributes.state ?? '')) ids.push(prefixed(attributes, 'id'));
      },
    });
    const strings = relations.find(({ kind }) => kind === 'sharedStrings')?.target;
    const shared = sharedTexts(strings ? await archive.read(strings) : '');
    const sheets: string[] = [];
    for (const part of targetsOf(ids, relations)) sheets.push(cellsOf(await archive.read(part), shared));
    return sheets.join('\n');
  });
}

/** The texts that cells share; how their signs sound, as eastern languages note it, is no part of them. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  let own = '';
  let depth = { text: 0, sounds: 0 };
  walk(xml, 'xml', {
    opened(name) {
      if (name === 'si') [own, depth] = ['', { text: 0, sounds: 0 }];
      else if (name === 't') depth.text++;
      else if (name === 'rPh') depth.sounds++;
    },
    text: (text) => {
      if (depth.text > 0 && depth.sounds === 0) own += text;
    },
    closed(name) {
      if (name === 'si') texts.push(own);
      else if (name === 't') depth.text--;
      else if (name === 'rPh') depth.sounds--;
    },
  });
  return texts;
}

/** A cell holds a number, the number of a shared text, or a text of its own; formulas are left out. */
function cellsOf(xml: string, shared: readonly string[]): string {
  const pieces: string[] = [];
  let type = '';
  let value: string | null = null;
  walk(xml, 'xml', {
    opened(name, attributes) {
      if (name === 'c') type = attributes.t ?? '';
      else if (name === 'v' || name === 't') value = '';
    },
    text: (text) => {
      if (value !== null) value += text;
    },
    closed(name) {
      if (name === 'row') pieces.push('\n');
      if ((name !== 'v' && name !== 't') || value === null) return;
      pieces.push(type === 's' ? (shared[Number(value)] ?? '') : value, ' ');
      value = null;
    },
  });
  return pieces.join('');
}
