import { posix } from 'node:path';
import { OfficeArchive } from './office-archive.ts';
import { BoundedText, type ExtractionBudget } from './reading-budget.ts';

/** Elements whose text is not shown. */
const unread: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template', 'rp', 'rt']);
/** Elements after which a line ends. */
const blocks: ReadonlySet<string> = new Set(
  'p div h1 h2 h3 h4 h5 h6 li dt dd tr td th caption blockquote pre section article aside figure figcaption br hr'.split(
    ' ',
  ),
);

/** The running text of an electronic book, chapter after chapter as its spine has them. */
export async function extractEpub(path: string, budget?: ExtractionBudget): Promise<string> {
  const read = async (archive: OfficeArchive) => {
    const description = await descriptionOf(archive);
    const files = new Map<string, string>();
    const spine: string[] = [];
    await archive.walk(description, 'xml', {
      opened: (name, { id = '', href = '', idref = '' }) => {
        if (name === 'item') files.set(id, href);
        else if (name === 'itemref') spine.push(idref);
      },
    });
    const text = new BoundedText(archive.budget);
    for (const id of spine) {
      const href = files.get(id);
      if (href) await readPage(archive, posix.join(posix.dirname(description), named(href)), text);
    }
    return text.take();
  };
  return await OfficeArchive.using(path, read, budget);
}

/** The part that describes the book: the container names it. */
async function descriptionOf(archive: OfficeArchive): Promise<string> {
  const paths: string[] = [];
  await archive.walk('META-INF/container.xml', 'xml', {
    opened: (name, attributes) => {
      if (name === 'rootfile' && attributes['full-path']) paths.push(attributes['full-path']);
    },
  });
  return paths[0] ?? archive.names.find((name) => name.endsWith('.opf')) ?? '';
}

/** The name of a file in the archive, that an address in the book means. */
function named(href: string): string {
  const [path = ''] = href.split('#');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What a page shows. */
async function readPage(archive: OfficeArchive, page: string, into: BoundedText): Promise<void> {
  let unreadDepth = 0;
  await archive.walk(page, 'html', {
    opened: (name) => {
      if (unread.has(name)) unreadDepth++;
    },
    text: (text) => {
      if (unreadDepth === 0) into.push(text);
    },
    closed: (name) => {
      if (unread.has(name)) unreadDepth--;
      if (blocks.has(name)) into.push('\n');
    },
  });
  into.push('\n');
}
