import { passkeys as calls } from '@bilim/contract/passkeys.ts';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { note, noteInAct } from '../../auth/audit.ts';
import { provePassword } from '../../auth/prove-password.ts';
import { dropWaitingCookie } from '../../auth/second-step.ts';
import { room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { enter } from '../../delivery/enter.ts';
import { nameOfUniversity } from '../../university/university.queries.ts';
import { answerWithin, objectIn, type Party, partyOf, recall, remember } from './passkeys.asking.ts';
import {
  addKey,
  credentialsOf,
  type Key,
  keyCalled,
  keysOf,
  lockAccount,
  markTwice,
  noteUse,
  removeKey,
} from './passkeys.queries.ts';

/** Fetched when somebody first needs it: it looks through all of Node's crypto, which takes time and warns. */
const webauthn = () => import('@simplewebauthn/server');

/** Most keys of a person. */
const keysAtMost = 10;

/** Passkeys: keys that devices keep for signing in (WebAuthn level 3). */
export const passkeys = room('passkeys', calls, {
  handlers: {
    async list({ db, caller }) {
      return await keysOf(db, caller.uid);
    },

    async begin({ input, caller, language, house, request, reply }) {
      const party = partyOf(house, request);
      await provePassword(house, request, caller, input.password, 'present');
      const { held, name } = await house.database.read(async (db) => ({
        held: await credentialsOf(db, caller.uid),
        name: await nameOfUniversity(db, language),
      }));
      if (held.length >= keysAtMost) throw new Refusal('passkeys.tooMany', 422, { values: { limit: keysAtMost } });
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: name,
        rpID: party.id,
        // The same for all keys of a person, and says nothing about them.
        userID: new Uint8Array(Buffer.from(house.signer.sign('passkey', String(caller.uid)), 'base64url')),
        userName: caller.login,
        userDisplayName: caller.fullName,
        attestationType: 'none',
        timeout: answerWithin * 1000,
        excludeCredentials: held.map(({ id, transports }) => ({
          id,
          transports: transports as AuthenticatorTransport[],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await remember(house, reply, options.challenge, caller.uid);
      return { options: JSON.stringify(options) };
    },

    async add(ask) {
      const { input, caller, house, request } = ask;
      const party = partyOf(house, request);
      const challenge = await recall(house, ask, caller.uid);
      const response = objectIn<RegistrationResponseJSON>(input.answer);
      const made = challenge && response && (await madeKey(response, challenge, party));
      if (!made) {
        note(house.database, request, 'passkeys.refused', caller.uid);
        throw new Refusal('passkeys.wrong', 422);
      }
      return await ask.transact(async (db) => {
        await lockAccount(db, caller.uid);
        if ((await credentialsOf(db, caller.uid)).length >= keysAtMost)
          throw new Refusal('passkeys.tooMany', 422, { values: { limit: keysAtMost } });
        const agent = request.headers['user-agent']?.slice(0, 300) ?? null;
        if (!(await addKey(db, caller.uid, { ...made, agent }))) throw new Refusal('passkeys.known', 422);
        await noteInAct(db, request, 'passkeys.added', caller.uid, {});
        // Password and device have been shown: this session has its second step.
        await markTwice(db, caller.sessionId);
        ask.afterCommit(() => house.sessions.forget(caller.uid));
        return await keysOf(db, caller.uid);
      });
    },

    async remove(ask) {
      const { input, caller, house, request } = ask;
      await provePassword(house, request, caller, input.password, 'present');
      return await ask.transact(async (db) => {
        // Removed before, by an answer that was lost: it is gone all the same.
        if (await removeKey(db, caller.uid, input.id)) await noteInAct(db, request, 'passkeys.removed', caller.uid, {});
        return await keysOf(db, caller.uid);
      });
    },

    async ask({ house, request, reply }) {
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({
        rpID: partyOf(house, request).id,
        userVerification: 'required',
        timeout: answerWithin * 1000,
      });
      await remember(house, reply, options.challenge, null);
      return { options: JSON.stringify(options) };
    },

    async signIn(ask) {
      const { input, house, request, reply, afterCommit } = ask;
      const party = partyOf(house, request);
      const challenge = await recall(house, ask, null);
      const response = objectIn<AuthenticationResponseJSON>(input.answer);
      const refuse = () => {
        note(house.database, request, 'passkeys.refused', null);
        return new Refusal('passkeys.refused', 401);
      };
      if (!challenge || typeof response?.id !== 'string') throw refuse();
      return await ask.transact(async (db) => {
        const key = await keyCalled(db, response.id);
        if (!key || !(await proves(db, key, response, challenge, party))) throw refuse();
        if (key.role !== 1 && key.role !== 2) throw new Refusal('login.roleNotServed', 403);
        afterCommit(() => dropWaitingCookie(house.sessions, reply));
        return await enter(ask, db, { uid: key.uid, shared: input.shared ?? false, twice: true });
      });
    },
  },
});

/** What a browser made, if it made it for us and this question; null: it did not. */
async function madeKey(response: RegistrationResponseJSON, challenge: string, { id, origin }: Party) {
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
  key: Key,
  response: AuthenticationResponseJSON,
  challenge: string,
  { id, origin }: Party,
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
    if (verified) await noteUse(db, key.id, authenticationInfo.newCounter);
    return verified;
  } catch {
    return false;
  }
}
