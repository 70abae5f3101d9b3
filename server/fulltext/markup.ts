import { Parser } from 'htmlparser2';
import type { ReadingBudget } from './reading-budget.ts';

/** An element that begins: its name without the prefix, its attributes as they stand. */
export type ElementHandler = (name: string, attributes: Readonly<Record<string, string>>) => void;

/** What hears the pieces of markup in order; texts come with their entities as letters. */
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
  budget: ReadingBudget,
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
    { xmlMode: kind === 'xml', decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.end(budget.lookAt(markup));
}

/** The value of an attribute by its name without the prefix; of several the one with a prefix. */
export function prefixedAttribute(attributes: Readonly<Record<string, string>>, name: string): string {
  const key = Object.keys(attributes).find((one) => one.includes(':') && bare(one) === name);
  return attributes[key ?? name] ?? '';
}
