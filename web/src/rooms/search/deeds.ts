import { foldText } from '@bilim/contract/texts.ts';

/** What can be done with something that is named behind the word for it: «пароль Токтогулова». */
export const verbs = ['password', 'write', 'mark', 'order'] as const;
export type Verb = (typeof verbs)[number];

/** What somebody wants to do, and the words that say with what. */
export interface Deed {
  readonly verb: Verb;
  readonly object: string;
}

/** The act that a text begins with, where something is named behind it. `words`: how each is said, forms divided by bars. */
export function deedIn(text: string, words: Readonly<Record<Verb, string>>): Deed | null {
  const typed = text.trim().split(/\s+/);
  const begins = (form: string[]) => foldText(typed.slice(0, form.length).join(' ')) === form.join(' ');
  const forms = verbs
    .flatMap((verb) => words[verb].split('|').map((form) => ({ verb, form: foldText(form).split(' ') })))
    .sort((one, other) => other.form.length - one.form.length);
  const said = forms.find(({ form }) => form.length < typed.length && begins(form));
  return said ? { verb: said.verb, object: typed.slice(said.form.length).join(' ') } : null;
}
