import { call } from './call.ts';
import * as f from './fields.ts';
import { maxSearchesPerMinute } from './limits.ts';
import { searchLimits } from './search-limits.ts';

/** A text, and in it, from and to by turns, the letters that were searched. */
const marked = f.object({ text: f.string(), marks: f.array(f.integer()) });

/** The course that a room's address names. */
const course = {
  year: f.integer(),
  ws: f.integer(),
  id_discipline: f.integer(),
  isSelect: f.boolean(),
  kredit: f.number(),
  id_semester: f.integer(),
  id_group: f.integer(),
};

/** Some of what was found, best first, and how many more there are, as far as they were counted. */
const group = <T extends Parameters<typeof f.array>[0]>(row: T) => f.object({ rows: f.array(row), more: f.integer() });

const input = f.object({
  text: f.text(searchLimits.text, searchLimits.shortest),
  /** One group alone, with more of it. */
  only: f.optionalText(20),
});
const searching = { method: 'POST', access: 'in', often: maxSearchesPerMinute, oftenAs: 'search' } as const;

/** One search over all rooms. Each group holds only what the caller may see in its room. */
export const search = {
  names: call({
    ...searching,
    path: '/api/find/names.json',
    reads: true,
    input,
    output: f.array(
      f.object({
        disciplines: group(f.object({ ...course, name: marked, people: f.string() })),
        people: group(
          f.object({
            idid: f.integer(),
            fio: marked,
            apart: f.namesakeHint(),
            post: f.string(),
            /** Null: an office, or not somebody to write to, but a student whom a permission covers. */
            course: f.nullable(f.object(course)),
            /** The office that is called so; null: a person. */
            id_office: f.nullable(f.integer()),
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
    output: f.array(
      f.object({
        books: group(
          f.object({
            id: f.integer(),
            /** The set of a material; null: it is in the library, by itself or as a material. */
            course: f.nullable(f.object({ id_discipline: f.integer(), isSelect: f.boolean(), kredit: f.number() })),
            isFromUmk: f.boolean(),
            name: marked,
            about: f.string(),
            fileName: f.string(),
            page: f.nullable(f.integer()),
            snippet: f.nullable(marked),
          }),
        ),
        messages: group(
          f.object({
            id_message: f.integer(),
            message: marked,
            fio: f.string(),
            id_author: f.integer(),
            created: f.timestamp(),
            /** Whom the conversation is with; -1: with the group. */
            idid: f.integer(),
            /** The office of the conversation, null: it is with none. */
            id_office: f.nullable(f.integer()),
            discipline: f.string(),
            year: f.integer(),
            ws: f.integer(),
            id_discipline: f.integer(),
            isSelect: f.boolean(),
            kredit: f.number(),
            id_group: f.nullable(f.integer()),
          }),
        ),
        news: group(
          f.object({ id_eventMessage: f.integer(), message: marked, author: f.string(), created: f.timestamp() }),
        ),
      }),
    ),
  }),
};
