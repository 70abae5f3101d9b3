import { call } from './call.ts';
import * as f from './fields.ts';
import { searchesPerMinute } from './limits.ts';
import { searchLimits } from './search-limits.ts';

/** A text, and in it, from and to by turns, the letters that were searched. */
const marked = f.shape({ text: f.str(), marks: f.rows(f.int()) });

/** The course that a room's address names. */
const course = {
  year: f.int(),
  ws: f.int(),
  id_discipline: f.int(),
  isSelect: f.bool(),
  kredit: f.num(),
  id_semester: f.int(),
  id_group: f.int(),
};

/** Some of what was found, best first, and how many more there are, as far as they were counted. */
const group = <T extends Parameters<typeof f.rows>[0]>(row: T) => f.shape({ rows: f.rows(row), more: f.int() });

const input = f.shape({
  text: f.text(searchLimits.text, searchLimits.shortest),
  /** One group alone, with more of it. */
  only: f.optionalText(20),
});
const searching = { method: 'POST', access: 'in', often: searchesPerMinute, oftenAs: 'search' } as const;

/** One search over all rooms. Each group holds only what the caller may see in its room. */
export const search = {
  names: call({
    ...searching,
    path: '/api/find/names.json',
    reads: true,
    input,
    output: f.rows(
      f.shape({
        disciplines: group(f.shape({ ...course, name: marked, people: f.str() })),
        people: group(
          f.shape({
            idid: f.int(),
            fio: marked,
            apart: f.namesakeHint(),
            post: f.str(),
            /** Null: an office, or not somebody to write to, but a student whom a permission covers. */
            course: f.nullable(f.shape(course)),
            /** The office that is called so; null: a person. */
            id_office: f.nullable(f.int()),
          }),
        ),
      }),
    ),
  }),
  texts: call({
    ...searching,
    path: '/api/find/texts.json',
    reads: 'long',
    input,
    output: f.rows(
      f.shape({
        books: group(
          f.shape({
            id: f.int(),
            /** The set of a material; null: it is in the library, by itself or as a material. */
            course: f.nullable(f.shape({ id_discipline: f.int(), isSelect: f.bool(), kredit: f.num() })),
            isFromUmk: f.bool(),
            name: marked,
            about: f.str(),
            fileName: f.str(),
            page: f.nullable(f.int()),
            snippet: f.nullable(marked),
          }),
        ),
        messages: group(
          f.shape({
            id_message: f.int(),
            message: marked,
            fio: f.str(),
            id_author: f.int(),
            created: f.timestamp(),
            /** Whom the conversation is with; -1: with the group. */
            idid: f.int(),
            /** The office of the conversation, null: it is with none. */
            id_office: f.nullable(f.int()),
            discipline: f.str(),
            year: f.int(),
            ws: f.int(),
            id_discipline: f.int(),
            isSelect: f.bool(),
            kredit: f.num(),
            id_group: f.nullable(f.int()),
          }),
        ),
        news: group(f.shape({ id_eventMessage: f.int(), message: marked, author: f.str(), created: f.timestamp() })),
      }),
    ),
  }),
};
