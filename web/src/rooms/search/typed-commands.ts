import { foldText } from '@bilim/contract/texts.ts';

/** What can be done with something that is named behind the word for it: «пароль Токтогулова». */
export const commandVerbs = ['password', 'write', 'mark', 'order'] as const;
export type CommandVerb = (typeof commandVerbs)[number];

/** What somebody wants to do, and the words that say with what. */
export interface TypedCommand {
  readonly verb: CommandVerb;
  readonly object: string;
}

/** The act that a text begins with, where something is named behind it. `words`: how each is said, forms divided by bars. */
export function parseCommand(text: string, words: Readonly<Record<CommandVerb, string>>): TypedCommand | null {
  const typed = text.trim().split(/\s+/);
  const begins = (form: string[]) => foldText(typed.slice(0, form.length).join(' ')) === form.join(' ');
  const forms = commandVerbs
    .flatMap((verb) => words[verb].split('|').map((form) => ({ verb, form: foldText(form).split(' ') })))
    .sort((one, other) => other.form.length - one.form.length);
  const command = forms.find(({ form }) => form.length < typed.length && begins(form));
  return command ? { verb: command.verb, object: typed.slice(command.form.length).join(' ') } : null;
}
