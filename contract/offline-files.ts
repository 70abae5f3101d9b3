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
    input: f.object({ id_books: f.optionalIds(maxOfflineFiles), id_eBook: f.optionalIds(maxOfflineFiles) }),
    output: f.array(
      f.object({
        id: f.integer(),
        isEBook: f.boolean(),
        name: f.string(),
        fileName: f.string(),
        size: f.integer(),
        type: f.string(),
        mark: f.string(),
      }),
    ),
  }),
};
