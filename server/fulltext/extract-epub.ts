import { posix } from 'node:path';
import { Archive } from './archive.ts';
import { attributeOf, textOfMarkup } from './markup.ts';

/** The running text of an electronic book, chapter after chapter as its spine has them. */
export async function ofEpub(path: string): Promise<string> {
  return await Archive.using(path, async (archive) => {
    const container = await archive.read('META-INF/container.xml');
    const description = attributeOf(/<rootfile\b[^>]*>/.exec(container)?.[0] ?? '', 'full-path');
    const book = await archive.read(description);
    const files = new Map(
      tags(book, 'item').map((tag): [string, string] => [attributeOf(tag, 'id'), attributeOf(tag, 'href')]),
    );
    const chapters: string[] = [];
    for (const tag of tags(book, 'itemref')) {
      const href = files.get(attributeOf(tag, 'idref'));
      if (href) chapters.push(ofPage(await archive.read(posix.join(posix.dirname(description), named(href)))));
    }
    return chapters.join('\n');
  });
}

const tags = (xml: string, name: string): string[] => xml.match(new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>`, 'g')) ?? [];

/** The name of a file in the archive, of which an address in the book speaks. */
function named(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

const ofPage = (html: string): string =>
  textOfMarkup(
    html
      .replace(/<(head|script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
      .replace(/<\/(?:p|div|h\d|li|tr|td|blockquote|section)>|<br\b[^>]*>/gi, '\n'),
  );
