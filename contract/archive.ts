import { call } from './call.ts';
import * as f from './fields.ts';

/** A person's data as one archive, for that person alone. */
export const archive = {
  /** Asks for it: the key opens the file below for five minutes, in this session. */
  make: call({
    path: '/api/archive/make.json',
    method: 'POST',
    who: 'in',
    oftenAnHour: 5,
    input: f.nothing(),
    output: f.rows(f.shape({ key: f.str() })),
  }),
  /** A ZIP with an index in the caller's language, tables as CSV, and the files that the caller put into the portal. */
  file: call({
    path: '/api/archive/archive.file',
    method: 'GET',
    who: 'in',
    own: true,
    reads: true,
    raw: true,
    often: 5,
    input: f.shape({ key: f.text(200, 1) }),
    output: f.nothing(),
  }),
};
