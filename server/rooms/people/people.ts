import type { Call } from '@bilim/contract/call.ts';
import { people as calls } from '@bilim/contract/people.ts';
import { type Permission, permissions } from '@bilim/contract/permissions.ts';
import { secondStepMethods } from '@bilim/contract/sign-in-methods.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import { parseDirectoryIssuer } from '../../auth/directory/directories.ts';
import {
  coversPermission,
  findLatestExpiry,
  findLatestGrantableDay,
  type HeldPermission,
} from '../../auth/held-rights.ts';
import { notifyAddressOfAccountBlock } from '../../auth/methods/mail.queries.ts';
import {
  countSignInMethods,
  type RemovedMethods,
  removedMethodsDetail,
} from '../../auth/methods/sign-in-methods.queries.ts';
import { hashPassword } from '../../auth/password.ts';
import type { Caller } from '../../auth/session.ts';
import { type AppContext, type CallContext, room } from '../../call/room.ts';
import { SharedCountCache } from '../../call/shared-counts.ts';
import { today } from '../../core/clock.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { notifyMethodsChanged } from '../../delivery/method-changes.queries.ts';
import { addNamesakeHints } from '../../university/namesakes.queries.ts';
import {
  type AuthorizedAccount,
  authorizeAccount,
  authorizePerson,
  isAnyPersonOutsideScope,
  readCallerPermissions,
  requireUniversityWidePermission,
} from './people.access.ts';
import {
  activatePasswordSlip,
  addPerson,
  endOneSession,
  facultyExists,
  grantPermission,
  readLastReasons,
  readPasswordSlip,
  readPermission,
  setBlocked,
  storeAccountEvent,
  storeReasonForAudit,
  unlinkDirectory,
  withdrawPermission,
} from './people.actions.queries.ts';
import { findDuplicateAccounts } from './people.merge.queries.ts';
import { handleAccountMerge, handleMergeUndo, previewMerge } from './people.merge.ts';
import { readAccountHistory, readPerson } from './people.person.queries.ts';
import { countPasswordRequests, countPeople, type PeopleCountsCache, readPeople } from './people.queries.ts';
import { parseMethodsToRemove, resetAccountAccess } from './people.reset.ts';
import { generateSlipPassword } from './people.slip.ts';
import { listTransferGroups, previewTransfer, transferStudent } from './people.transfer.ts';

const states = ['working', 'never', 'blocked', 'closed', 'ending', 'nogroup', 'asked', 'double'];
const done = [{ result: 1 }];

const isPermission = (word: string): word is Permission => permissions.some((one) => one === word);

/** The directory of a link; nothing: it is a provider's. */
function directoryIn(issuer: string): { directory?: string } {
  const directory = parseDirectoryIssuer(issuer);
  return directory === null ? {} : { directory };
}

/** What an action has besides the account. */
interface AccountAction {
  readonly db: Db;
  readonly caller: Caller;
  readonly ctx: Pick<CallContext<Call, PeopleCountsCache>, 'request' | 'app' | 'publish' | 'afterCommit' | 'state'>;
}

/** Records an action with its reason and what it removed, and has every page and node read the account again. */
async function finish(
  { db, caller, ctx }: AccountAction,
  account: AuthorizedAccount,
  { action, reason, removed = {} }: { action: string; reason: string; removed?: RemovedMethods },
): Promise<void> {
  const event = await storeAccountEvent(db, { person: account.id, action, reason, by: caller.uid });
  const detail = { person: account.id, event, ...removedMethodsDetail(removed) };
  await insertAuditEntry(db, ctx.request, action, caller.uid, detail);
  announce({ db, caller, ctx }, account);
}

function announce({ ctx: { publish, afterCommit, app, state } }: AccountAction, { id }: AuthorizedAccount): void {
  publish(['p:accounts']);
  afterCommit(() => {
    app.sessions.forget(id);
    state.forget();
  });
}

/** Opens an account of somebody who has not left: 409 otherwise. */
async function openPresent(db: Db, caller: Caller, id: number): Promise<AuthorizedAccount> {
  const account = await authorizeAccount(db, caller, id);
  if (account.isClosed) throw new Refusal('people.closed', 409);
  return account;
}

/** People and their accounts, for who looks after them. */
export const people = room('people', calls, {
  admits: { add: requireUniversityWidePermission },
  state: ({ database }: AppContext): PeopleCountsCache => new SharedCountCache(database, countPeople),
  handlers: {
    async list({ db, caller, language, input }) {
      const {
        search = '',
        role = null,
        id_faculty: faculty = null,
        faculties = null,
        people = null,
        descending = false,
        id_group: group = null,
        state = null,
        permission = null,
        after = null,
      } = input;
      if (state !== null && !states.includes(state))
        throw new Refusal('call.invalid', 400, { fields: { state: 'field.range' } });
      const atFaculties = faculty === null ? faculties : [faculty, ...(faculties ?? [])];
      const narrowed = { role, faculties: atFaculties, people, group, state, permission };
      const wanted = { search: search ?? '', ...narrowed, after, descending };
      const rows = await readPeople(db, caller, language, wanted);
      return await addNamesakeHints(db, language, rows, ({ id_person: id, fio: name }) => ({ id, name }));
    },

    async figures({ db, caller, state }) {
      const own = await readCallerPermissions(db, caller);
      const mayGive = caller.permissions.map((permission) => ({
        permission,
        faculties: caller.limitedTo[permission] ? [...caller.limitedTo[permission]] : null,
        until: findLatestExpiry(own.filter(({ code }) => code === permission)),
      }));
      const counted = { faculties: caller.limitedTo.accounts };
      return [
        {
          ...(await state.ask(db, counted)),
          asked: await countPasswordRequests(db, counted),
          reasons: await readLastReasons(db, caller.uid),
          mayGive,
        },
      ];
    },

    async person({ db, caller, app, language, input }) {
      const row = await readPerson(db, await authorizePerson(db, caller, input.id_person), language);
      const isSelf = row.id_person === caller.uid;
      const own = await readCallerPermissions(db, caller);
      const isWithin = ({ permission, id_faculty: faculty, until }: Omit<(typeof row.rights)[number], 'directory'>) =>
        coversPermission(own, { code: permission as HeldPermission['code'], faculty, until });
      const rights = row.rights.map(({ directory, ...right }) => {
        const isKept = directory !== null && app.directories.has(directory);
        return { ...right, ...(directory !== null && { directory }), mayTake: !isSelf && isWithin(right) && !isKept };
      });
      const sessions = row.sessions.map((one) => ({ ...one, network: app.networks.nameOf(one.address, language) }));
      const outside = row.outside.map(({ name: issuer, since }) => ({
        name: app.oidcProviders.all.find((one) => one.issuer === issuer)?.name[language] ?? issuer,
        since,
        ...(app.directories.issuers.includes(issuer) && { isOfDirectory: true }),
        ...directoryIn(issuer),
      }));
      const isElsewhere = await isAnyPersonOutsideScope(db, own, [row.id_person]);
      const mayAct = !isSelf && !isElsewhere && row.rights.every(isWithin);
      return [{ ...row, rights, sessions, outside, mayAct, isSelf, ...(isElsewhere && { isElsewhere }) }];
    },

    async history({ db, caller, input }) {
      return await readAccountHistory(db, await authorizePerson(db, caller, input.id_person), input.before ?? null);
    },

    async doubles({ db, caller, language, input }) {
      return await findDuplicateAccounts(db, caller, await authorizePerson(db, caller, input.id_person), language);
    },

    compare: previewMerge,
    merge: handleAccountMerge,
    part: handleMergeUndo,
    groups: listTransferGroups,
    transferLook: previewTransfer,
    transfer: transferStudent,

    async block(ctx) {
      const { db, caller, input } = ctx;
      const account = await openPresent(db, caller, input.id_person);
      const methods = parseMethodsToRemove(input.keep, input.programs);
      if (await setBlocked(db, account, true)) {
        const { removed } = await resetAccountAccess(db, ctx, account, { methods, why: 'blocked' });
        // An address that is removed gets a mail of its own.
        if (!methods.includes('mail')) await notifyAddressOfAccountBlock(db, account.id);
        await finish({ db, caller, ctx }, account, { action: 'account.blocked', reason: input.reason, removed });
      }
      return done;
    },

    async unblock(ctx) {
      const { db, caller, input } = ctx;
      const account = await openPresent(db, caller, input.id_person);
      if (await setBlocked(db, account, false))
        await finish({ db, caller, ctx }, account, { action: 'account.unblocked', reason: input.reason });
      return done;
    },

    async password(ctx) {
      const { caller, input, language } = ctx;
      const methods = parseMethodsToRemove(input.keep, input.programs);
      const password = generateSlipPassword();
      // Before the transaction: hashing takes its time, and waits in a queue of its own.
      const hash = await hashPassword(password);
      return await ctx.transact(async (db) => {
        const account = await openPresent(db, caller, input.id_person);
        if (account.isBlocked) throw new Refusal('people.blocked', 409);
        const until = await activatePasswordSlip(db, account, hash);
        const { removed } = await resetAccountAccess(db, ctx, account, { methods });
        await finish({ db, caller, ctx }, account, { action: 'password.reissued', reason: input.reason, removed });
        return [{ ...(await readPasswordSlip(db, account.id, language)), password, until }];
      });
    },

    async add(ctx) {
      const { caller, input, language } = ctx;
      const [login, surname, name] = [input.login.trim(), input.surname.trim(), input.name.trim()];
      if (!/^[\p{L}\p{N}._-]{3,60}$/u.test(login))
        throw new Refusal('people.badLogin', 400, { fields: { login: 'people.badLogin' } });
      const password = generateSlipPassword();
      const hash = await hashPassword(password);
      return await ctx.transact(async (db) => {
        const id = await addPerson(db, { surname, name, patronymic: input.patronymic?.trim() || null, login, hash });
        if (id === null) throw new Refusal('people.loginTaken', 409, { fields: { login: 'people.loginTaken' } });
        const account = await openPresent(db, caller, id);
        const until = await activatePasswordSlip(db, account, hash);
        await finish({ db, caller, ctx }, account, { action: 'account.added', reason: input.reason });
        return [{ id_person: id, slip: [{ ...(await readPasswordSlip(db, id, language)), password, until }] }];
      });
    },

    async endSession(ctx) {
      const { db, caller, input, request } = ctx;
      const account = await authorizeAccount(db, caller, input.id_person);
      if (!(await endOneSession(db, account, input.id_session))) throw new Refusal('people.noSession', 404);
      await insertAuditEntry(db, request, 'account.sessions', caller.uid, { person: account.id, count: 1 });
      announce({ db, caller, ctx }, account);
      return done;
    },

    async endSessions(ctx) {
      const { db, caller, input } = ctx;
      const account = await authorizeAccount(db, caller, input.id_person);
      const { ended, removed } = await resetAccountAccess(db, ctx, account, {
        methods: parseMethodsToRemove(input.keep, input.programs),
      });
      await finish({ db, caller, ctx }, account, { action: 'account.sessions', reason: input.reason, removed });
      return [{ ended }];
    },

    async resetSecondStep(ctx) {
      const { db, caller, input } = ctx;
      const account = await openPresent(db, caller, input.id_person);
      // All that is the second step goes, whatever else is to be kept.
      const methods = [...new Set([...parseMethodsToRemove(input.keep, input.programs), ...secondStepMethods])];
      const had = await countSignInMethods(db, account.id, ctx.app.directories.issuers);
      if (secondStepMethods.every((method) => had[method] === 0)) throw new Refusal('people.noSecondStep', 409);
      const { removed } = await resetAccountAccess(db, ctx, account, { methods });
      await finish({ db, caller, ctx }, account, { action: 'secondstep.reset', reason: input.reason, removed });
      return done;
    },

    async unlinkDirectory(ctx) {
      const { db, caller, input, request, app } = ctx;
      const account = await authorizeAccount(db, caller, input.id_person);
      const action = 'account.unlinked';
      const event = await storeReasonForAudit(db, request, {
        person: account.id,
        action,
        reason: input.reason,
        by: caller.uid,
      });
      // Told before an address goes; where there is no such link it is taken back.
      await notifyMethodsChanged(db, account.id, 'unlinked', app.settings.smtpUrl !== null);
      const removed = await unlinkDirectory(db, account, input.directory);
      if (!removed) throw new Refusal('people.noLink', 404);
      const detail = { person: account.id, provider: input.directory, event, ...removedMethodsDetail(removed) };
      await insertAuditEntry(db, request, action, caller.uid, detail);
      announce({ db, caller, ctx }, account);
      return done;
    },

    async grant(ctx) {
      const { db, caller, input } = ctx;
      const { permission: code, id_faculty: faculty = null, until = null, reason } = input;
      const account = await openPresent(db, caller, input.id_person);
      if (!isPermission(code)) throw new Refusal('people.notHeld', 403);
      const last = findLatestGrantableDay(account.callers, { code, faculty, until });
      if (last === undefined) throw new Refusal('people.notHeld', 403);
      if (faculty !== null && !(await facultyExists(db, faculty))) throw new Refusal('people.noFaculty', 404);
      if (until !== null && until < today(ctx.app.settings.timeZone))
        throw new Refusal('people.past', 400, { fields: { until: 'people.past' } });
      // Given for longer, a right that ends would come back by way of somebody else.
      if (last !== null && (until === null || until > last))
        throw new Refusal('people.outlasts', 403, { fields: { until: 'people.outlasts' } });
      await storeReasonForAudit(db, ctx.request, {
        person: account.id,
        action: 'right.granted',
        reason,
        by: caller.uid,
      });
      const right = await grantPermission(db, account, { code, faculty, until });
      if (right === null) throw new Refusal('people.has', 409);
      announce({ db, caller, ctx }, account);
      return [{ id_right: right }];
    },

    async withdraw(ctx) {
      const { db, caller, input } = ctx;
      const account = await authorizeAccount(db, caller, input.id_person);
      const right = await readPermission(db, account, input.id_right);
      if (!right) throw new Refusal('people.noRight', 404);
      // Taken here it would be back at the next sign-in.
      if (right.directory !== null && ctx.app.directories.has(right.directory))
        throw new Refusal('people.rightOfDirectory', 422, { values: { directory: right.directory } });
      await storeReasonForAudit(db, ctx.request, {
        person: account.id,
        action: 'right.taken',
        reason: input.reason,
        by: caller.uid,
      });
      await withdrawPermission(db, account, input.id_right);
      announce({ db, caller, ctx }, account);
      return done;
    },
  },
});
