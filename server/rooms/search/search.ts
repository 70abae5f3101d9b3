import { search as calls } from '@bilim/contract/search.ts';
import { searchLimits } from '@bilim/contract/search-limits.ts';
import { room } from '../../call/room.ts';
import { findByFormsThenPrefixes, parseFoldedSearchWords } from '../../fulltext/search.ts';
import { createSnippet } from '../../fulltext/snippet.ts';
import { searchMessages } from '../../university/messages.queries.ts';
import { searchBooksAndMaterials, toBookResult } from './search.books.queries.ts';
import {
  searchDisciplines,
  searchPeopleAndOffices,
  toDisciplineResult,
  toPersonResult,
} from './search.names.queries.ts';
import { searchNews } from './search.news.queries.ts';

/** Looks for a group unless another one is asked for alone; of what was found `toRow` makes the rows that are shown. */
async function group<T, R>(name: string, only: string | undefined, look: () => Promise<T[]>, toRow: (found: T) => R) {
  if (only !== undefined && only !== name) return { rows: [], more: 0 };
  const found = await look();
  const shown = found.slice(0, only === name ? searchLimits.alone : searchLimits.shown);
  return { rows: shown.map(toRow), more: found.length - shown.length };
}

/** The one search over all rooms. */
export const search = room('search', calls, {
  handlers: {
    async names({ db, caller, language, input: { text, only } }) {
      const words = parseFoldedSearchWords(text);
      const [disciplines, people] = await Promise.all([
        group(
          'disciplines',
          only,
          () => searchDisciplines(db, caller, language, words),
          (row) => toDisciplineResult(row, words),
        ),
        group(
          'people',
          only,
          async () => (words.length ? await searchPeopleAndOffices(db, caller, language, text) : []),
          (row) => toPersonResult(row, text),
        ),
      ]);
      return [{ disciplines, people }];
    },

    async texts({ db, caller, language, app, input: { text, only } }) {
      const words = parseFoldedSearchWords(text);
      const either = async <T>(look: (what: { words: string[]; sense: 'forms' | 'beginnings' }) => Promise<T[]>) =>
        words.length ? await findByFormsThenPrefixes((sense) => look({ words, sense })) : [];
      const [books, messages, news] = await Promise.all([
        group(
          'books',
          only,
          () => either((what) => searchBooksAndMaterials(db, caller, language, what)),
          (row) => toBookResult(row, words),
        ),
        group(
          'messages',
          only,
          () => either((what) => searchMessages(db, caller, { language, timeZone: app.settings.timeZone }, what)),
          ({ author, message, isSelect, gr_potok, ...row }) => ({
            ...row,
            fio: author,
            isSelect: isSelect ?? false,
            id_group: gr_potok,
            message: createSnippet(message, words),
          }),
        ),
        group(
          'news',
          only,
          () => either((what) => searchNews(db, caller, what)),
          ({ message, ...row }) => ({ ...row, message: createSnippet(message, words) }),
        ),
      ]);
      return [{ books, messages, news }];
    },
  },
});
