import { call } from './call.ts';
import * as f from './fields.ts';
import { maxKeptFiles } from './limits.ts';

/** What people keep on their devices for reading without a network. */
export const kept = {
  files: call({
    path: '/api/kept/files.json',
    method: 'POST',
    who: 'in',
    reads: true,
    input: f.shape({ id_books: f.ids(maxKeptFiles), id_eBook: f.ids(maxKeptFiles) }),
    output: f.rows(
      f.shape({
        id: f.int(),
        isEBook: f.bool(),
        name: f.str(),
        fileName: f.str(),
        size: f.int(),
        type: f.str(),
        mark: f.str(),
      }),
    ),
  }),
};
