import { call } from './call.ts';
import * as f from './fields.ts';
import { maxOfflineFiles } from './limits.ts';

/** What people keep on their devices for reading without a network. */
export const offlineFiles = {
  files: call({
    path: '/api/kept/files.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ id_books: f.ids(maxOfflineFiles), id_eBook: f.ids(maxOfflineFiles) }),
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
