import { call } from './call.ts';
import * as f from './fields.ts';
import { searchesPerMinute } from './limits.ts';

/** Filters of the entries; one that is left out excludes nothing. */
const wanted = {
  /** people, rights, signins, data, papers, marks, readings, registration, timetable, rest. */
  kind: f.optionalText(20),
  /** Of the name of who did it, or to whom: every word; or the number of an order: 2026-000184. */
  search: f.optionalText(100),
  /** Of the name of who did it alone. */
  who: f.optionalText(100),
  /** Of the name of the person whose data it was about alone; whoever changes own data is that person. */
  whose: f.optionalText(100),
  /** First and last day. */
  from: f.optionalDay(),
  until: f.optionalDay(),
  /** One half hour of the first day, by its beginning: 09:30. */
  at: f.optionalText(5),
};

const person = f.shape({ uid: f.int(), fullName: f.str(), apart: f.namesakeHint() });

const entry = f.shape({
  cursor: f.str(),
  at: f.timestamp(),
  action: f.str(),
  /** Null: a command on the server, the portal itself, or somebody who did not get in. */
  by: f.nullable(person),
  whom: f.nullable(person),
  /**
   * What it was about: a right, a discipline, a document, a number of rows; a message by its conversation (person, office,
   * class) and its number.
   */
  what: f.nullable(f.str()),
  permission: f.nullable(f.str()),
  /** What stood there before, and since. */
  was: f.nullable(f.str()),
  now: f.nullable(f.str()),
  reason: f.nullable(f.str()),
  address: f.nullable(f.str()),
  /** What the university calls the network of that address; null: it is none of its own. */
  network: f.nullable(f.str()),
});

/** For who holds `audit`: what was done in the portal, by whom and when; nothing of it can be changed. */
export const audit = {
  /** Newest first, 50 a page. Who has the permission at some faculties sees what concerns their people alone. */
  list: call({
    path: '/api/audit/list.json',
    method: 'POST',
    access: 'audit',
    reads: 'long',
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({
      ...wanted,
      /** `cursor` of the last entry of the page before. */
      before: f.optionalText(60),
    }),
    output: f.rows(entry),
  }),
  /** How many of these entries fell into each half hour of one day, the whole day through; `from` and `until` are not asked. */
  strip: call({
    path: '/api/audit/strip.json',
    method: 'POST',
    access: 'audit',
    reads: 'long',
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({
      kind: wanted.kind,
      search: wanted.search,
      who: wanted.who,
      whose: wanted.whose,
      /** Left out: today. */
      day: f.optionalDay(),
    }),
    output: f.rows(
      f.shape({
        day: f.str(),
        halfHours: f.rows(
          f.shape({
            at: f.str(),
            acts: f.int(),
            /** Ten and more, and over twice as many as then on any of the fourteen days before. */
            isUnusual: f.bool(),
          }),
        ),
      }),
    ),
  }),
  /** The same for a file, at most 20 000 entries; that somebody took them, and by which filters, is an entry itself. */
  export: call({
    path: '/api/audit/export.json',
    method: 'POST',
    access: 'audit',
    oftenAnHour: 20,
    input: f.shape(wanted),
    output: f.rows(f.shape({ acts: f.rows(entry), rows: f.int(), isAll: f.bool() })),
  }),
  /** How long the trail keeps entries of each kind, the first word of their name. */
  retention: call({
    path: '/api/audit/retention.json',
    method: 'POST',
    access: 'audit',
    reads: 'long',
    input: f.noFields(),
    output: f.rows(
      f.shape({
        /** Who has `audit` and `accounts`, both without a limit. */
        mayChange: f.bool(),
        /** `months` null: for good. `least` and `most`: what may be chosen. */
        kinds: f.rows(f.shape({ kind: f.str(), months: f.nullable(f.int()), least: f.int(), most: f.int() })),
      }),
    ),
  }),
  /** Keeps a kind for so many months from now on; an entry itself. What is older goes by a command of the server. */
  setRetention: call({
    path: '/api/audit/retention/set.json',
    method: 'POST',
    access: 'audit',
    idempotent: true,
    input: f.shape({ kind: f.text(20, 1), months: f.wholeNumber(0, 1000) }),
    output: f.writeResult(),
  }),
};
