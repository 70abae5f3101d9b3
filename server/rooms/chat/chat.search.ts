import type { chatSearch as calls } from '@bilim/contract/chat-search.ts';
import { limits } from '@bilim/contract/limits.ts';
import { findFoldedMatch, foldText } from '@bilim/contract/texts.ts';
import type { Handlers } from '../../call/room.ts';
import { findByFormsThenPrefixes, parseFoldedSearchWords } from '../../fulltext/search.ts';
import { searchContacts, searchMessages, searchOffices } from '../../university/messages.queries.ts';
import { addNamesakeHints } from '../../university/namesakes.queries.ts';
import type { ChatState } from './chat.state.ts';

/** Characters of a found message that are shown before the first word, and in all. */
const before = 40;
const shown = 160;

/** The search over all own conversations. */
export const chatSearchHandlers: Handlers<typeof calls, ChatState> = {
  async find({ db, caller, language, input, app }) {
    const where = { language, timeZone: app.settings.timeZone };
    const part = {
      words: parseFoldedSearchWords(input.text),
      before: input.id_last_message ?? null,
      most: limits.chatPageSize,
    };
    const found = await findByFormsThenPrefixes((sense) => searchMessages(db, caller, where, { ...part, sense }));
    const groupChat = app.translations.translate(language, 'common:groupChat');
    return found.map((one) => ({
      ...one,
      fio: one.idid > 0 ? one.fio : groupChat,
      message: around(one.message, input.text),
    }));
  },

  async findPeople({ db, caller, language, input }) {
    const what = { text: input.text, most: limits.chatPageSize };
    const [people, offices] = await Promise.all([
      searchContacts(db, caller, language, what),
      searchOffices(db, caller, language, what),
    ]);
    const unlike = await addNamesakeHints(db, language, people, ({ idid: id, fio: name }) => ({ id, name }));
    return [...unlike, ...offices].slice(0, what.most);
  },
};

/** The piece of a text around the first place where one of the words stands. */
function around(text: string, wanted: string): string {
  const places = foldText(wanted)
    .split(' ')
    .map((word) => findFoldedMatch(text, word)?.from ?? 0);
  const signs = [...text];
  const from = Math.max(0, [...text.slice(0, Math.min(...places))].length - before);
  const piece = signs.slice(from, from + shown).join('');
  return `${from > 0 ? '…' : ''}${piece}${from + shown < signs.length ? '…' : ''}`;
}
