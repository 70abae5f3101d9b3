import { audit as calls } from '@bilim/contract/audit.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import {
  maxRetentionMonths,
  minRetentionMonths,
  readRetentions,
  setRetention,
} from '../../auth/audit-retention.queries.ts';
import { type CallContext, room } from '../../call/room.ts';
import { SharedCountCache } from '../../call/shared-counts.ts';
import { clientAddress } from '../../core/addresses.ts';
import { Refusal } from '../../core/refusal.ts';
import { addNamesakeHint, distinguishNamesakes } from '../../university/namesakes.queries.ts';
import { canChangeRetention } from './audit.access.ts';
import {
  type AuditCursor,
  type AuditEntryFilter,
  type AuditRow,
  countByHalfHours,
  hasEntriesBefore,
  readAuditEntries,
  readUniversityDay,
} from './audit.queries.ts';
import { buildHalfHourHistogram, comparisonDays } from './audit.strip.ts';

const page = 50;
const exported = 20_000;

/** What a call asks for; 400 for a half hour that is none. */
function wantedOf(input: {
  category?: string | null;
  search?: string | null;
  who?: string | null;
  whose?: string | null;
  from?: string | null;
  until?: string | null;
  at?: string | null;
}): AuditEntryFilter {
  const { category = null, search, who, whose, from = null, until = null, at = null } = input;
  if (at !== null && (from === null || !/^([01]\d|2[0-3]):[03]0$/.test(at)))
    throw new Refusal('call.invalid', 400, { fields: { at: 'field.range' } });
  return { category, search: search ?? '', who: who ?? '', whose: whose ?? '', from, until, at };
}

function cursorOf(text: string | null | undefined): AuditCursor | null {
  if (!text) return null;
  const [, at, source, id] = /^(\d{1,17})\.(\d)\.(\d{1,18})$/.exec(text) ?? [];
  if (!at || !source || !id) throw new Refusal('call.invalid', 400, { fields: { before: 'field.range' } });
  return { at, source: Number(source), id };
}

/** What a file was filtered by, as its own entry has it: of names only that there were some. */
const filtersOf = ({ category, search, who, whose, from, until, at }: AuditEntryFilter) => ({
  category: category ?? 'all',
  ...(from && { from }),
  ...(until && { until }),
  ...(at && { at }),
  ...((search.trim() || who.trim() || whose.trim()) && { isOfSome: true }),
});

/** Entries with what the network of their address is called, and with what distinguishes the people in them from namesakes. */
async function describeEntries(
  { db, language, app }: Pick<CallContext, 'db' | 'language' | 'app'>,
  rows: readonly AuditRow[],
) {
  const people = rows.flatMap(({ by, whom }) => [by, whom].filter((one) => one !== null));
  const listed = people.map(({ uid: id, fullName: name }) => ({ id, name }));
  const marks = await distinguishNamesakes(db, language, listed);
  const hinted = (person: AuditRow['by']) => person && addNamesakeHint(marks, person.uid, person);
  return rows.map((row) => ({
    ...row,
    by: hinted(row.by),
    whom: hinted(row.whom),
    network: app.networks.nameOf(row.address, language),
  }));
}

/** What was done in the portal, for who holds `audit`. */
export const audit = room('audit', calls, {
  // The strip looks through two weeks of everything.
  state: ({ database }) => new SharedCountCache(database, countByHalfHours),
  handlers: {
    async list(ctx) {
      const { db, caller, language, app, input } = ctx;
      const [wanted, before] = [wantedOf(input), cursorOf(input.before)];
      const { timeZone } = app.settings;
      const entries = await readAuditEntries(db, caller, { language, timeZone, wanted, before, most: page });
      return await describeEntries(ctx, entries);
    },

    async strip({ db, caller, state: counts, app: { settings }, input }) {
      const { timeZone } = settings;
      const day = input.day ?? (await readUniversityDay(db, timeZone));
      const faculties = caller.limitedTo.audit;
      const rows = await counts.ask(db, {
        wanted: wantedOf(input),
        day,
        comparedDays: comparisonDays,
        timeZone,
        faculties,
      });
      return [{ day, halfHours: buildHalfHourHistogram(rows, await hasEntriesBefore(db, day, timeZone)) }];
    },

    async export(ctx) {
      const { db, caller, language, app, input, request } = ctx;
      const wanted = wantedOf(input);
      const filter = { language, timeZone: app.settings.timeZone, wanted, before: null, most: exported };
      const entries = await describeEntries(ctx, await readAuditEntries(db, caller, filter));
      await insertAuditEntry(db, request, 'audit.exported', caller.uid, { rows: entries.length, ...filtersOf(wanted) });
      return [{ acts: entries, rows: entries.length, isAll: entries.length < exported }];
    },

    async retention({ db, caller }) {
      const kinds = (await readRetentions(db)).map((one) => ({
        ...one,
        least: minRetentionMonths(one.kind),
        most: maxRetentionMonths,
      }));
      return [{ mayChange: canChangeRetention(caller), kinds }];
    },

    async setRetention({ db, caller, input, request, publish }) {
      if (!canChangeRetention(caller)) throw new Refusal('audit.notAll', 403);
      const actor = { person: caller.uid, address: clientAddress(request), request: request.id };
      if (await setRetention(db, input, actor)) publish(['p:audit']);
      return [{ result: 1 }];
    },
  },
});
