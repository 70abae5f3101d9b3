import { Parser } from 'htmlparser2';
import type { ExtractionBudget } from './reading-budget.ts';

/** An element that begins: its name without the prefix, its attributes as they stand. */
export type ElementHandler = (name: string, attributes: Readonly<Record<string, string>>) => void;

/** Gets the pieces of markup in order; texts come with their entities as letters. */
export interface MarkupListener {
  readonly opened?: ElementHandler;
  readonly closed?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Elements within each other that any document of a person has; deeper ones are made to hold the reader up. */
const deepest = 1000;

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Goes through XML, or HTML, however well it is formed, until its end or that of the budget of its file.
 * @throws where elements stand too deep within each other
 */
export function walkMarkup(
  markup: string,
  kind: 'xml' | 'html',
  budget: ExtractionBudget,
  { opened, closed, text }: MarkupListener,
): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (++depth > deepest) throw new Error('the elements stand too deep within each other');
        opened?.(bare(name), attributes);
      },
      onclosetag: (name) => {
        depth--;
        closed?.(bare(name));
        if (budget.isSpent) parser.pause();
      },
      ontext: (piece) => {
        text?.(piece);
        if (budget.isSpent) parser.pause();
      },
    },
    { xmlMode: kind === 'xml', decodeEntities: true, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(budget.lookAt(withoutOwnDeclarations(markup)));
}

const ownBegin = /<!DOCTYPE\b[^<>[]{0,1000}\[/i;
/** A piece of what a document declares for itself; each is passed once, also where it does not end. */
const ownPiece = /"[^"]*(?:"|$)|'[^']*(?:'|$)|<!--[\s\S]*?(?:-->|$)|\]\s*>|[^\]"'<]+|[\s\S]/y;

/** The parser ends a document type at its first `>`: what a document declares in it would be read as its text. */
function withoutOwnDeclarations(markup: string): string {
  const begin = ownBegin.exec(markup);
  if (!begin) return markup;
  ownPiece.lastIndex = begin.index + begin[0].length;
  for (let piece = ownPiece.exec(markup); piece; piece = ownPiece.exec(markup))
    if (piece[0].startsWith(']') && piece[0].endsWith('>'))
      return markup.slice(0, begin.index) + markup.slice(ownPiece.lastIndex);
  return markup;
}

/** The value of an attribute by its name without the prefix; of several the one with a prefix. */
export function findAttribute(attributes: Readonly<Record<string, string>>, name: string): string {
  const key = Object.keys(attributes).find((one) => one.includes(':') && bare(one) === name);
  return attributes[key ?? name] ?? '';
}
