import { call } from './call.ts';
import * as f from './fields.ts';
import { maxSearchesPerMinute } from './limits.ts';

const course = {
  year: f.integer(),
  ws: f.integer(),
  id_discipline: f.integer(),
  discipline: f.string(),
  kredit: f.number(),
};
const person = { idid: f.integer(), id_type: f.integer(), fio: f.string() };

/** The search over all own conversations. */
export const chatSearch = {
  /**
   * Messages of all own conversations that hold every word of a text, newest 20 first; `id_last_message` goes on with
   * older ones. `message`: the piece of the text around the first word.
   */
  find: call({
    path: '/api/chat/find.json',
    method: 'POST',
    access: 'in',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({ text: f.text(100, 2), id_last_message: f.optionalId() }),
    output: f.array(
      f.object({
        id_message: f.integer(),
        message: f.string(),
        created: f.timestamp(),
        ismine: f.boolean(),
        author: f.string(),
        ...person,
        ...course,
        isSelect: f.nullable(f.boolean()),
        gr_potok: f.nullable(f.integer()),
        group: f.nullable(f.string()),
        id_office: f.nullable(f.integer()),
      }),
    ),
  }),
  /**
   * People and offices to whom the caller may write and whose names hold every word of a text; people each with a shared
   * discipline.
   */
  findPeople: call({
    path: '/api/chat/findpeople.json',
    method: 'POST',
    access: 'in',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({ text: f.text(100, 2) }),
    output: f.array(
      f.object({
        ...person,
        apart: f.namesakeHint(),
        ...course,
        group: f.nullable(f.string()),
        id_office: f.nullable(f.integer()),
      }),
    ),
  }),
};
