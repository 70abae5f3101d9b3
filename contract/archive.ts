import { call } from './call.ts';
import * as f from './fields.ts';

/** The status of the caller's archive. */
const state = f.array(
  f.object({
    /** none, making, ready, failed. */
    state: f.string(),
    askedAt: f.nullable(f.timestamp()),
    /** Of one that is ready: bytes, since when, and until when it can be taken. */
    size: f.nullable(f.integer()),
    readyAt: f.nullable(f.timestamp()),
    until: f.nullable(f.timestamp()),
    /** Of one that failed: noRoom (the server has none for files), away (the store of files did not answer), failed. */
    reason: f.nullable(f.string()),
  }),
);

/** A person's data as one archive, for that person alone. */
export const archive = {
  state: call({
    path: '/api/archive/state.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: state,
  }),
  /** Asks for a new one in the place of the one before; while one is being made, that is the one. */
  make: call({
    path: '/api/archive/make.json',
    method: 'POST',
    access: 'in',
    oftenAnHour: 5,
    input: f.noFields(),
    output: state,
  }),
  /** A key that opens the file below for five minutes, in this session. 404 `archive.none`: there is none that is ready. */
  key: call({
    path: '/api/archive/key.json',
    method: 'POST',
    access: 'in',
    oftenAnHour: 20,
    input: f.noFields(),
    output: f.array(f.object({ key: f.string() })),
  }),
  /** A ZIP with an index in the asker's language, tables as CSV, and the files that the caller put into the portal. */
  file: call({
    path: '/api/archive/archive.file',
    method: 'GET',
    access: 'in',
    reads: true,
    raw: true,
    often: 20,
    input: f.object({ key: f.text(200, 1) }),
    output: f.noFields(),
  }),
};
