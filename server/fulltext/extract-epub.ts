import { posix } from 'node:path';
import { Archive } from './archive.ts';
import { walk } from './markup.ts';

/** What no reader sees. */
const unread: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template', 'rp', 'rt']);
/** Elements after which a line ends. */
const blocks: ReadonlySet<string> = new Set(
  'p div h1 h2 h3 h4 h5 h6 li dt dd tr td th caption blockquote pre section article aside figure figcaption br hr'.split(
    ' ',
  ),
);

/** The running text of an electronic book, chapter after chapter as its spine has them. */
export async function ofEpub(path: string): Promise<string> {
  return await Archive.using(path, async (archive) => {
    const description = await descriptionOf(archive);
    const files = new Map<string, string>();
    const spine: string[] = [];
    walk(await archive.read(description), 'xml', {
      opened: (name, { id = '', href = '', idref = '' }) => {
        if (name === 'item') files.set(id, href);
        else if (name === 'itemref') spine.push(idref);
      },
    });
    const chapters: string[] = [];
    for (const id of spine) {
      const href = files.get(id);
      if (href) chapters.push(textOfPage(await archive.read(posix.join(posix.dirname(description), named(href)))));
    }
    return chapters.join('\n');
  });
}

/** The part that describes the book: the container names it. */
async function descriptionOf(archive: Archive): Promise<string> {
  const paths: string[] = [];
  walk(await archive.read('META-INF/container.xml'), 'xml', {
    opened: (name, attributes) => {
      if (name === 'rootfile' && attributes['full-path']) paths.push(attributes['full-path']);
    },
  });
  return paths[0] ?? archive.names.find((name) => name.endsWith('.opf')) ?? '';
}

/** The name of a file in the archive, of which an address in the book speaks. */
function named(href: string): string {
  const [path = ''] = href.split('#');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What a page shows. */
function textOfPage(html: string): string {
  const pieces: string[] = [];
  let unreadDepth = 0;
  walk(html, 'html', {
    opened: (name) => {
      if (unread.has(name)) unreadDepth++;
    },
    text: (text) => {
      if (unreadDepth === 0) pieces.push(text);
    },
    closed: (name) => {
      if (unread.has(name)) unreadDepth--;
      if (blocks.has(name)) pieces.push('\n');
    },
  });
  return pieces.join('');
}
