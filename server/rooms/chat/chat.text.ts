import { limits } from '@bilim/contract/limits.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import { Refusal } from '../../core/refusal.ts';

/** A text as it was typed: a form writes every line break as CR LF. */
export const normalizeLineBreaks = (text: string): string => text.replaceAll('\r\n', '\n');

/** Refuses a text without anything to see (unless files come along), and one that is too long. */
export function checkMessageText(text: string, files: number): void {
  if (!files && isBlank(text)) throw new Refusal('chat.empty', 400, { fields: { message: 'chat.empty' } });
  if ([...text].length > limits.messageLength)
    throw new Refusal('chat.tooLong', 400, { fields: { message: 'chat.tooLong' } });
}
