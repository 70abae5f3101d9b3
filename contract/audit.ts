import { call } from './call.ts';
import * as f from './fields.ts';
import { maxSearchesPerMinute } from './limits.ts';
import { auditCategories } from './page-options.ts';

/** Filters of the entries; one that is left out excludes nothing. */
const wanted = {
  category: f.optionalOneOf(auditCategories),
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

const person = f.object({ uid: f.integer(), fullName: f.string(), apart: f.namesakeHint() });

const entry = f.object({
  cursor: f.string(),
  at: f.timestamp(),
  action: f.string(),
  /** Null: a command on the server, the portal itself, or somebody who did not get in. */
  by: f.nullable(person),
  whom: f.nullable(person),
  /**
   * What it was about: a right, a discipline, a document, a number of rows; a message by its conversation (person, office,
   * class) and its number.
   */
  what: f.nullable(f.string()),
  permission: f.nullable(f.string()),
  /** What stood there before, and since. */
  was: f.nullable(f.string()),
  now: f.nullable(f.string()),
  reason: f.nullable(f.string()),
  address: f.nullable(f.string()),
  /** What the university calls the network of that address; null: it is none of its own. */
  network: f.nullable(f.string()),
});

/** For who holds `audit`: what was done in the portal, by whom and when; nothing of it can be changed. */
export const audit = {
  /** Newest first, 50 a page. Who has the permission at some faculties sees what concerns their people alone. */
  list: call({
    path: '/api/audit/list.json',
    method: 'POST',
    access: 'audit',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({
      ...wanted,
      /** `cursor` of the last entry of the page before. */
      before: f.optionalText(60),
    }),
    output: f.array(entry),
  }),
  /** How many of these entries fell into each half hour of one day, the whole day through; `from` and `until` are not asked. */
  strip: call({
    path: '/api/audit/strip.json',
    method: 'POST',
    access: 'audit',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({
      category: wanted.category,
      search: wanted.search,
      who: wanted.who,
      whose: wanted.whose,
      /** Left out: today. */
      day: f.optionalDay(),
    }),
    output: f.array(
      f.object({
        day: f.string(),
        halfHours: f.array(
          f.object({
            at: f.string(),
            acts: f.integer(),
            /** Ten and more, and over twice as many as then on any of the fourteen days before. */
            isUnusual: f.boolean(),
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
    input: f.object(wanted),
    output: f.array(f.object({ acts: f.array(entry), rows: f.integer(), isAll: f.boolean() })),
  }),
  /** How long the trail keeps entries of each kind, the first word of their name. */
  retention: call({
    path: '/api/audit/retention.json',
    method: 'POST',
    access: 'audit',
    reads: 'long',
    input: f.noFields(),
    output: f.array(
      f.object({
        /** Who has `audit` and `accounts`, both without a limit. */
        mayChange: f.boolean(),
        /** `months` null: for good. `least` and `most`: what may be chosen. */
        kinds: f.array(
          f.object({ kind: f.string(), months: f.nullable(f.integer()), least: f.integer(), most: f.integer() }),
        ),
      }),
    ),
  }),
  /** Keeps a kind for so many months from now on; an entry itself. What is older goes by a command of the server. */
  setRetention: call({
    path: '/api/audit/retention/set.json',
    method: 'POST',
    access: 'audit',
    idempotent: true,
    input: f.object({ kind: f.text(20, 1), months: f.wholeNumber(0, 1000) }),
    output: f.writeResult(),
  }),
};
