import { call } from './call.ts';
import * as f from './fields.ts';

const link = f.shape({ id_dynUrl: f.int(), name: f.str(), url: f.str(), isBaner: f.bool() });

const defaults = f.shape({ id_a_year_def: f.int(), p32: f.str(), id_ws: f.int(), ws: f.str() });

export const apps = {
  links: call({
    path: '/api/misc/dinurls.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.rows(link),
  }),
  settings: call({
    path: '/api/misc/settings.json',
    method: 'POST',
    access: 'in',
    reads: true,
    beforePasswordChange: true,
    input: f.shape({ role: f.callerRole() }),
    output: f.tuple(defaults, f.rows(link)),
  }),
  badges: call({
    path: '/api/misc/badges.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.rows(f.shape({ room: f.str(), count: f.int() })),
  }),
  /** Rooms that can hold nothing for the caller: rail and launcher leave them out, their addresses open. */
  empty: call({
    path: '/api/misc/emptyrooms.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.rows(f.shape({ room: f.str() })),
  }),
};
