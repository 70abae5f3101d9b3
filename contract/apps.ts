import { call } from './call.ts';
import * as f from './fields.ts';

const link = f.object({ id_dynUrl: f.integer(), name: f.string(), url: f.string(), isBaner: f.boolean() });

const defaults = f.object({ id_a_year_def: f.integer(), p32: f.string(), id_ws: f.integer(), ws: f.string() });

export const apps = {
  links: call({
    path: '/api/misc/dinurls.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(link),
  }),
  settings: call({
    path: '/api/misc/settings.json',
    method: 'POST',
    access: 'in',
    reads: true,
    beforePasswordChange: true,
    input: f.object({ role: f.callerRole() }),
    output: f.tuple(defaults, f.array(link)),
  }),
  badges: call({
    path: '/api/misc/badges.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(f.object({ room: f.string(), count: f.integer() })),
  }),
  /** Rooms that can hold nothing for the caller: rail and launcher leave them out, their addresses open. */
  empty: call({
    path: '/api/misc/emptyrooms.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(f.object({ room: f.string() })),
  }),
};
