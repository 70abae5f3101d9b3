import { passkeys as calls } from '@bilim/contract/passkeys.ts';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { insertAuditEntry, recordAuditEntryOutsideTransaction } from '../../auth/audit.ts';
import { readMatchedAccount } from '../../auth/linked-accounts.queries.ts';
import { endPendingSignIns, lockCallerAccountRow } from '../../auth/pending-sign-ins.queries.ts';
import { reauthenticateCaller, recordSecondFactor } from '../../auth/recent-second-factor.ts';
import {
  clearPendingSecondStepCookie,
  endPendingSecondStep,
  readPendingSecondStepHash,
  requiresSecondStep,
} from '../../auth/second-step.ts';
import type { Caller } from '../../auth/session.ts';
import { completeSignIn } from '../../auth/sign-in.ts';
import { auditAnonymousRefusal } from '../../call/refusal-audit.ts';
import { type AppContext, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { notifyMethodsChanged } from '../../delivery/method-changes.queries.ts';
import { readUniversityName } from '../../university/university.queries.ts';
import {
  ceremonyTimeoutSeconds,
  consumeCeremony,
  parseJsonObject,
  type RelyingParty,
  resolveRelyingParty,
  saveCeremony,
} from './passkeys.ceremony.ts';
import {
  addPasskey,
  deletePasskey,
  findPasskeyOwner,
  lockPasskeyForSignIn,
  readCredentialIds,
  readPasskeys,
  type StoredPasskey,
  storePasskeyUse,
  sweepChallenges,
} from './passkeys.queries.ts';

/** Fetched when somebody first needs it: it looks through all of Node's crypto, which takes time and warns. */
const webauthn = () => import('@simplewebauthn/server');

/** Most keys of a person. */
const maxPasskeys = 10;

/** Passkeys: keys that devices keep for signing in (WebAuthn level 3). */
export const passkeys = room('passkeys', calls, {
  sweep: ({ database }) => sweepChallenges(database.autocommit),
  handlers: {
    async list({ db, caller }) {
      return await readPasskeys(db, caller.uid);
    },

    async begin({ input, caller, language, app, request, reply }) {
      const party = resolveRelyingParty(app, request);
      const vouchedBy = await reauthenticateCaller(app, request, caller, input.password);
      const { held, name } = await app.database.read(async (db) => ({
        held: await readCredentialIds(db, caller.uid),
        name: await readUniversityName(db, language),
      }));
      if (held.length >= maxPasskeys) throw new Refusal('passkeys.tooMany', 422, { values: { limit: maxPasskeys } });
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: name,
        rpID: party.id,
        // The same for all keys of a person, and says nothing about them.
        userID: new Uint8Array(Buffer.from(app.signer.sign('passkey', String(caller.uid)), 'base64url')),
        userName: caller.login,
        userDisplayName: caller.fullName,
        attestationType: 'none',
        timeout: ceremonyTimeoutSeconds * 1000,
        excludeCredentials: held.map(({ id, transports }) => ({
          id,
          transports: transports as AuthenticatorTransport[],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await saveCeremony(app, reply, options.challenge, { purpose: 'add', uid: caller.uid, vouchedBy });
      return { options: JSON.stringify(options) };
    },

    async add(ctx) {
      const { input, caller, app, request } = ctx;
      const party = resolveRelyingParty(app, request);
      const asked = await consumeCeremony(app, ctx, { purpose: 'add', uid: caller.uid });
      const response = parseJsonObject<RegistrationResponseJSON>(input.answer);
      const made = asked && response && (await madeKey(response, asked.challenge, party));
      if (!made) {
        recordAuditEntryOutsideTransaction(app.database, request, 'passkeys.refused', caller.uid);
        throw new Refusal('passkeys.wrong', 422);
      }
      return await ctx.transact(async (db) => {
        await lockCallerAccountRow(db, caller);
        if ((await readCredentialIds(db, caller.uid)).length >= maxPasskeys)
          throw new Refusal('passkeys.tooMany', 422, { values: { limit: maxPasskeys } });
        const agent = request.headers['user-agent']?.slice(0, 300) ?? null;
        if (!(await addPasskey(db, caller, { ...made, agent, vouchedBy: asked.vouchedBy })))
          throw new Refusal('passkeys.known', 422);
        await insertAuditEntry(db, request, 'passkeys.added', caller.uid, {});
        await notifyMethodsChanged(db, caller.uid, 'keyAdded', app.settings.smtpUrl !== null);
        await settle(db, app, caller);
        ctx.afterCommit(() => app.sessions.forget(caller.uid));
        return await readPasskeys(db, caller.uid);
      });
    },

    async remove(ctx) {
      const { input, caller, app, request } = ctx;
      await reauthenticateCaller(app, request, caller, input.password);
      return await ctx.transact(async (db) => {
        await lockCallerAccountRow(db, caller);
        // Removed before, by an answer that was lost: it is gone all the same.
        if (await deletePasskey(db, caller.uid, input.id)) {
          await insertAuditEntry(db, request, 'passkeys.removed', caller.uid, {});
          await notifyMethodsChanged(db, caller.uid, 'keyRemoved', app.settings.smtpUrl !== null);
        }
        return await readPasskeys(db, caller.uid);
      });
    },

    async ask({ app, request, reply }) {
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({
        rpID: resolveRelyingParty(app, request).id,
        userVerification: 'required',
        timeout: ceremonyTimeoutSeconds * 1000,
      });
      await saveCeremony(app, reply, options.challenge, { purpose: 'signIn', uid: null });
      return { options: JSON.stringify(options) };
    },

    async beginProof({ caller, app, request, reply }) {
      const party = resolveRelyingParty(app, request);
      const held = await app.database.read((db) => readCredentialIds(db, caller.uid));
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        userVerification: 'required',
        timeout: ceremonyTimeoutSeconds * 1000,
        allowCredentials: held.map(({ id, transports }) => ({
          id,
          transports: transports as AuthenticatorTransport[],
        })),
      });
      await saveCeremony(app, reply, options.challenge, { purpose: 'prove', uid: caller.uid });
      return { options: JSON.stringify(options) };
    },

    async prove(ctx) {
      const { input, caller, app, request, afterCommit } = ctx;
      const party = resolveRelyingParty(app, request);
      const { challenge = null } = (await consumeCeremony(app, ctx, { purpose: 'prove', uid: caller.uid })) ?? {};
      const response = parseJsonObject<AuthenticationResponseJSON>(input.answer);
      return await ctx.transact(async (db) => {
        await lockCallerAccountRow(db, caller);
        const key = challenge && typeof response?.id === 'string' ? await lockPasskeyForSignIn(db, response.id) : null;
        const isShown =
          key?.uid === caller.uid && challenge && response && (await proves(db, key, response, challenge, party));
        if (!isShown) {
          recordAuditEntryOutsideTransaction(app.database, request, 'passkeys.refused', caller.uid);
          throw new Refusal('passkeys.wrong', 422);
        }
        await recordSecondFactor(db, caller.sessionId);
        afterCommit(() => app.sessions.forget(caller.uid));
        return [{ result: 1 }];
      });
    },

    async signIn(ctx) {
      const { input, app, request, reply, afterCommit } = ctx;
      const party = resolveRelyingParty(app, request);
      const { challenge = null } = (await consumeCeremony(app, ctx, { purpose: 'signIn', uid: null })) ?? {};
      const response = parseJsonObject<AuthenticationResponseJSON>(input.answer);
      const refuse = () => {
        auditAnonymousRefusal(app, request, 'passkeys.refused');
        return new Refusal('passkeys.refused', 401);
      };
      if (!challenge || typeof response?.id !== 'string') throw refuse();
      const uid = await app.database.read((db) => findPasskeyOwner(db, response.id));
      if (uid === null) throw refuse();
      return await completeSignIn(ctx, {
        factors: 'two',
        uid,
        async take(db) {
          const key = await lockPasskeyForSignIn(db, response.id);
          if (key?.uid !== uid || !(await proves(db, key, response, challenge, party))) throw refuse();
          // A key signs in by itself, and is the second step of whoever waits for one.
          const hash = readPendingSecondStepHash(app.sessions, request);
          const waiting = hash && (await endPendingSecondStep(db, hash, key.uid));
          afterCommit(() => clearPendingSecondStepCookie(app.sessions, reply));
          return { uid: key.uid, shared: input.shared ?? false, vouchedBy: key.by, ...waiting };
        },
      });
    },
  },
});

/**
 * Password and device have been shown: this session has its second step. Where the key is the person's first one, what began
 * without it ends.
 */
async function settle(
  db: Db,
  { sessions, settings }: AppContext,
  { uid, sessionId, isProvenTwice }: Caller,
): Promise<void> {
  await recordSecondFactor(db, sessionId);
  const account = await readMatchedAccount(db, uid);
  if (isProvenTwice || !account || !requiresSecondStep(settings, account)) return;
  await sessions.endOthers(db, uid, sessionId, 'elsewhere');
  await endPendingSignIns(db, [uid]);
}

/** What a browser made, if it made it for us and this question; null: it did not. */
async function madeKey(response: RegistrationResponseJSON, challenge: string, { id, origin }: RelyingParty) {
  try {
    const { verifyRegistrationResponse } = await webauthn();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    });
    if (!verified || !registrationInfo) return null;
    const { credential } = registrationInfo;
    return {
      credential: credential.id,
      publicKey: credential.publicKey,
      uses: credential.counter,
      transports: (credential.transports ?? []).slice(0, 8),
    };
  } catch {
    return null;
  }
}

/** Whether a key signed this question for us, unlocked by its owner; its count is written down. */
async function proves(
  db: Db,
  key: StoredPasskey,
  response: AuthenticationResponseJSON,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<boolean> {
  try {
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: key.credential, publicKey: new Uint8Array(key.publicKey), counter: key.uses },
    });
    if (verified) await storePasskeyUse(db, key.id, authenticationInfo.newCounter);
    return verified;
  } catch {
    return false;
  }
}
