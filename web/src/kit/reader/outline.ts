import type { PdfDocument } from './pdf.ts';

/** A line of a book's own table of contents. */
export interface Chapter {
  readonly key: string;
  readonly title: string;
  /** 0 is the outermost. */
  readonly depth: number;
  readonly page: number;
}

type Outline = Awaited<ReturnType<PdfDocument['getOutline']>>;

/** More lines than this nobody reads, and a made-up file must not stop the page. */
const most = 500;
const deepest = 4;

/** The chapters that lead to a page of the same file, in the order of the book; none when it names none. */
export async function readChapters(
  pdf: Pick<PdfDocument, 'getOutline' | 'getDestination' | 'getPageIndex'>,
): Promise<Chapter[]> {
  const found: Chapter[] = [];
  const walk = async (lines: Outline | null, depth: number): Promise<void> => {
    for (const line of lines ?? []) {
      if (found.length >= most) return;
      const page = await pageOf(pdf, line.dest).catch(() => null);
      const title = line.title.trim();
      if (page !== null && title) found.push({ key: String(found.length), title, depth, page });
      if (depth < deepest) await walk(line.items, depth + 1);
    }
  };
  await walk(await pdf.getOutline(), 0);
  return found;
}

async function pageOf(
  pdf: Pick<PdfDocument, 'getDestination' | 'getPageIndex'>,
  named: Outline[number]['dest'],
): Promise<number | null> {
  const [target] = (typeof named === 'string' ? await pdf.getDestination(named) : named) ?? [];
  if (typeof target === 'number') return target + 1;
  return target ? (await pdf.getPageIndex(target)) + 1 : null;
}
