import { findAttribute } from './markup.ts';
import { OfficeArchive, type PartRelation } from './office-archive.ts';
import { BoundedText, type ExtractionBudget } from './reading-budget.ts';

/** Text that was taken out, that is drawn a second time for older programs, that gives the reading of a sign, or that is no text. */
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
export async function extractDocument(path: string, budget?: ExtractionBudget): Promise<string> {
  const read = async (archive: OfficeArchive) => {
    const main = await mainPart(archive, 'word/document.xml');
    const others = (await archive.relations(main)).filter(({ kind }) => besides.has(kind));
    const text = new BoundedText(archive.budget);
    for (const part of [main, ...others.map(({ target }) => target)]) await readRunning(archive, part, text);
    return text.take();
  };
  return await OfficeArchive.using(path, read, budget);
}

/** The part with which an office file begins. */
async function mainPart(archive: OfficeArchive, usual: string): Promise<string> {
  return (await archive.relations('')).find(({ kind }) => kind === 'officeDocument')?.target ?? usual;
}

/** The text of paragraphs: what is in elements `t`, without what a reader does not see. */
async function readRunning(archive: OfficeArchive, part: string, into: BoundedText): Promise<void> {
  let unreadDepth = 0;
  let textDepth = 0;
  let isHidden = false;
  await archive.walk(part, 'xml', {
    opened(name, attributes) {
      if (unread.has(name)) unreadDepth++;
      if (unreadDepth > 0) return;
      if (name === 't') textDepth++;
      else if (name === 'r') isHidden = false;
      else if (name === 'vanish') isHidden = !/^(?:0|false|off)$/.test(findAttribute(attributes, 'val'));
      else into.push(signs[name] ?? '');
    },
    text: (text) => {
      if (textDepth > 0 && unreadDepth === 0 && !isHidden) into.push(text);
    },
    closed(name) {
      if (unread.has(name)) unreadDepth--;
      else if (unreadDepth > 0) return;
      else if (name === 't') textDepth--;
      else if (name === 'p') into.push('\n');
    },
  });
  into.push('\n');
}

/** The slides of a presentation in the order in which they are shown, each with its text. */
export async function extractSlides(path: string, budget?: ExtractionBudget): Promise<string[]> {
  const read = async (archive: OfficeArchive) => {
    const main = await mainPart(archive, 'ppt/presentation.xml');
    const ids: string[] = [];
    await archive.walk(main, 'xml', {
      opened: (name, attributes) => {
        if (name === 'sldId') ids.push(findAttribute(attributes, 'id'));
      },
    });
    const text = new BoundedText(archive.budget);
    const slides: string[] = [];
    for (const part of targetsOf(ids, await archive.relations(main))) {
      await readRunning(archive, part, text);
      slides.push(text.take());
    }
    return slides;
  };
  return await OfficeArchive.using(path, read, budget);
}

function targetsOf(ids: readonly string[], relations: readonly PartRelation[]): string[] {
  const targets = new Map(relations.map(({ id, target }) => [id, target]));
  return ids.flatMap((id) => targets.get(id) ?? []);
}

/** The cells of the sheets that a workbook shows, a line for each row. */
export async function extractSheets(path: string, budget?: ExtractionBudget): Promise<string> {
  const read = async (archive: OfficeArchive) => {
    const main = await mainPart(archive, 'xl/workbook.xml');
    const relations = await archive.relations(main);
    const ids: string[] = [];
    await archive.walk(main, 'xml', {
      opened: (name, attributes) => {
        if (name === 'sheet' && !/hidden/i.test(attributes.state ?? '')) ids.push(findAttribute(attributes, 'id'));
      },
    });
    const strings = relations.find(({ kind }) => kind === 'sharedStrings')?.target;
    const shared = strings ? await sharedTexts(archive, strings) : [];
    const text = new BoundedText(archive.budget);
    for (const part of targetsOf(ids, relations)) await readCells(archive, part, shared, text);
    return text.take();
  };
  return await OfficeArchive.using(path, read, budget);
}

/** The texts that cells share; how their signs sound, as eastern languages note it, is no part of them. */
async function sharedTexts(archive: OfficeArchive, part: string): Promise<string[]> {
  const texts: string[] = [];
  let own = '';
  let depth = { text: 0, sounds: 0 };
  await archive.walk(part, 'xml', {
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
async function readCells(
  archive: OfficeArchive,
  part: string,
  shared: readonly string[],
  into: BoundedText,
): Promise<void> {
  let type = '';
  let value: string | null = null;
  await archive.walk(part, 'xml', {
    opened(name, attributes) {
      if (name === 'c') type = attributes.t ?? '';
      else if (name === 'v' || name === 't') value = '';
    },
    text: (text) => {
      if (value !== null) value += text;
    },
    closed(name) {
      if (name === 'row') into.push('\n');
      if ((name !== 'v' && name !== 't') || value === null) return;
      into.push(`${type === 's' ? (shared[Number(value)] ?? '') : value} `);
      value = null;
    },
  });
  into.push('\n');
}
