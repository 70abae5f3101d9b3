import { call } from './call.ts';
import * as f from './fields.ts';
import { searchesPerMinute } from './limits.ts';

const course = { year: f.int(), ws: f.int(), id_discipline: f.int(), discipline: f.str(), kredit: f.num() };
const person = { idid: f.int(), id_type: f.int(), fio: f.str() };

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
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({ text: f.text(100, 2), id_last_message: f.optionalId() }),
    output: f.rows(
      f.shape({
        id_message: f.int(),
        message: f.str(),
        created: f.timestamp(),
        ismine: f.bool(),
        author: f.str(),
        ...person,
        ...course,
        isSelect: f.nullable(f.bool()),
        gr_potok: f.nullable(f.int()),
        group: f.nullable(f.str()),
        id_office: f.nullable(f.int()),
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
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({ text: f.text(100, 2) }),
    output: f.rows(
      f.shape({
        ...person,
        apart: f.namesakeHint(),
        ...course,
        group: f.nullable(f.str()),
        id_office: f.nullable(f.int()),
      }),
    ),
  }),
};
