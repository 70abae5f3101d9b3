import { call } from './call.ts';
import * as f from './fields.ts';
import { sessionUserSchema } from './login.ts';

/** A key that a device keeps for signing in (WebAuthn). */
const passkey = f.object({
  id: f.integer(),
  /** The device and browser it was made with, as they called themselves. */
  agent: f.nullable(f.string()),
  since: f.timestamp(),
  usedAt: f.nullable(f.timestamp()),
});

/** What a browser is asked (WebAuthn, JSON of its options), and what it answers, as text. */
const question = f.object({ options: f.string() });
const answer = () => f.text(20_000, 1);

/** Passkeys: signing in by a key that a device keeps and a finger or a code unlocks. One proves twice who somebody is. */
export const passkeys = {
  list: call({
    path: '/api/profile/passkeys.json',
    method: 'POST',
    access: 'in',
    reads: true,
    beforePasswordChange: true,
    input: f.noFields(),
    output: f.array(passkey),
  }),
  /** 422 `profile.wrongPassword`, `passkeys.tooMany`; 403 `secondstep.prove`; 404 `passkeys.notHere` where the portal's address has no name. */
  begin: call({
    path: '/api/profile/passkeys/begin.json',
    method: 'POST',
    access: 'in',
    own: true,
    beforePasswordChange: true,
    input: f.object({ password: f.text(200, 1) }),
    output: question,
  }),
  /** 422 `passkeys.wrong`, `passkeys.known`. */
  add: call({
    path: '/api/profile/passkeys/add.json',
    method: 'POST',
    access: 'in',
    own: true,
    beforePasswordChange: true,
    input: f.object({ answer: answer() }),
    output: f.array(passkey),
  }),
  remove: call({
    path: '/api/profile/passkeys/remove.json',
    method: 'POST',
    access: 'in',
    own: true,
    input: f.object({ id: f.id(), password: f.text(200, 1) }),
    output: f.array(passkey),
  }),
  /** What a key of this person is asked for showing it in this session. 404 `passkeys.notHere`. */
  beginProof: call({
    path: '/api/profile/passkeys/prove/begin.json',
    method: 'POST',
    access: 'in',
    own: true,
    beforePasswordChange: true,
    input: f.noFields(),
    output: question,
  }),
  /** Shows a key in this session, as `secondstep.prove` shows a code. 422 `passkeys.wrong`. */
  prove: call({
    path: '/api/profile/passkeys/prove.json',
    method: 'POST',
    access: 'in',
    own: true,
    beforePasswordChange: true,
    input: f.object({ answer: answer() }),
    output: f.writeResult(),
  }),
  ask: call({
    path: '/api/auth/passkey/begin.json',
    method: 'POST',
    access: 'all',
    own: true,
    input: f.noFields(),
    output: question,
  }),
  /** Lets in whose key answered. 401 `passkeys.refused`, 403 `login.roleNotServed`. */
  signIn: call({
    path: '/api/auth/passkey.json',
    method: 'POST',
    access: 'all',
    own: true,
    input: f.object({ answer: answer(), shared: f.optionalFlag() }),
    output: f.array(sessionUserSchema),
  }),
};
