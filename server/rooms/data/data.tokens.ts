import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { data as calls } from '@bilim/contract/data.ts';
import { dataLimits, importTableNames } from '@bilim/contract/data-limits.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import { lockCallerAccountRow } from '../../auth/pending-sign-ins.queries.ts';
import { reauthenticateCaller } from '../../auth/recent-second-factor.ts';
import { sha256 } from '../../auth/session.ts';
import type { Handlers } from '../../call/room.ts';
import { today } from '../../core/clock.ts';
import { Refusal } from '../../core/refusal.ts';
import { notifyMethodsChanged } from '../../delivery/method-changes.queries.ts';
import type { ImportJobRunner } from './data.jobs.ts';
import { addToken, readTokens, revokeToken } from './data.tokens.queries.ts';

const partsOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** Names of tables; rights are never pushed. */
function tablesIn(text: string): string[] {
  const tables = partsOf(text);
  const may = (name: string) => name !== 'permissions' && importTableNames.some((one) => one === name);
  if (tables.length === 0 || !tables.every(may))
    throw new Refusal('data.tokenTables', 400, { fields: { tables: 'data.tokenTables' } });
  return tables;
}

function isRange(entry: string): boolean {
  const [address = '', bits, more] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}

/** The IP addresses and ranges of a text. */
function addressesIn(text: string): string[] {
  const addresses = partsOf(text);
  if (addresses.length === 0 || addresses.length > 50 || !addresses.every(isRange))
    throw new Refusal('data.tokenAddresses', 400, { fields: { addresses: 'data.tokenAddresses' } });
  return addresses;
}

function checkEnd(until: string, today: string): void {
  if (until < today || until > addDays(today, dataLimits.tokenDays))
    throw new Refusal('data.tokenEnd', 400, {
      values: { days: dataLimits.tokenDays },
      fields: { until: 'data.tokenEnd' },
    });
}

/** Programs that may push tables. */
export const tokenHandlers: Pick<Handlers<typeof calls, ImportJobRunner>, 'tokens' | 'makeToken' | 'revokeToken'> = {
  async tokens({ db }) {
    return await readTokens(db);
  },

  async makeToken(ctx) {
    const { caller, app, request, publish, input } = ctx;
    const [tables, addresses] = [tablesIn(input.tables), addressesIn(input.addresses)];
    checkEnd(input.until, today(app.settings.timeZone));
    const token = `bilim_${randomBytes(32).toString('base64url')}`;
    const name = input.name.trim();
    if (!name) throw new Refusal('call.invalid', 400, { fields: { name: 'field.required' } });
    // A key writes without a session: whoever sits at somebody's open session makes none.
    await reauthenticateCaller(app, request, caller, input.password);
    return await ctx.transact(async (db) => {
      await lockCallerAccountRow(db, caller);
      const id = await addToken(db, {
        name,
        hash: sha256(token),
        tables,
        addresses,
        until: input.until,
        by: caller.uid,
      });
      await insertAuditEntry(db, request, 'import.tokenMade', caller.uid, { token: name });
      await notifyMethodsChanged(db, caller.uid, 'programAdded', app.settings.smtpUrl !== null);
      publish(['p:import']);
      return [{ id_token: id, token }];
    });
  },

  async revokeToken({ db, caller, app, request, publish, input }) {
    const { name, by } = await revokeToken(db, input.id_token);
    if (by !== null) await notifyMethodsChanged(db, by, 'programRemoved', app.settings.smtpUrl !== null);
    await insertAuditEntry(db, request, 'import.tokenRevoked', caller.uid, { token: name });
    publish(['p:import']);
    return [{ result: 1 }];
  },
};
