import { call } from './call.ts';
import * as f from './fields.ts';
import { sessionUserSchema } from './login.ts';

/** How a person proves a second time who they are. */
const state = f.object({
  /** This person may not go without. */
  demanded: f.boolean(),
  /** Since when codes of an app are asked for; null: none are. */
  codesSince: f.nullable(f.timestamp()),
  /** Recovery codes that were not used yet. */
  recoveryLeft: f.integer(),
  /** Browsers that are not asked at present. */
  resting: f.integer(),
});

/** Recovery codes, shown this once. */
const codes = f.object({ codes: f.array(f.string()) });

export const secondstep = {
  /** Ends a sign-in that 401 `login.secondStep` left open, for whoever holds its cookie. */
  signIn: call({
    path: '/api/auth/second.json',
    method: 'POST',
    access: 'all',
    own: true,
    input: f.object({
      /** Six figures of the app, or a recovery code; spaces and dashes do not count. */
      code: f.text(40, 1),
      /** The code that the app showed next, after 401 `login.twoCodes`: many tried codes of this account. */
      nextCode: f.optionalText(40),
      /** This browser is not asked again for thirty days. */
      rest: f.optionalFlag(),
      /** What the browser worked out for an earlier `login.proof`. */
      proof: f.optionalText(200),
    }),
    output: f.array(sessionUserSchema),
  }),
  /** Whose sign-in waits behind the cookie. */
  waiting: call({
    path: '/api/auth/second/waiting.json',
    method: 'POST',
    access: 'all',
    reads: true,
    input: f.noFields(),
    output: f.object({
      fullName: f.string(),
      recoveryLeft: f.integer(),
      shared: f.boolean(),
      /** What the second step may be. */
      codes: f.boolean(),
      passkey: f.boolean(),
    }),
  }),
  state: call({
    path: '/api/profile/second.json',
    method: 'POST',
    access: 'in',
    reads: true,
    beforePasswordChange: true,
    input: f.noFields(),
    output: state,
  }),
  /**
   * Makes a key for an app. It counts from the first code on, which `confirm` takes in the same session; all others end. 403
   * `secondstep.prove` for whoever has a second step already and has not shown it just now.
   */
  begin: call({
    path: '/api/profile/second/begin.json',
    method: 'POST',
    access: 'in',
    own: true,
    beforePasswordChange: true,
    input: f.object({ password: f.text(200, 1) }),
    output: f.object({
      /** The key as one types it, in base 32. */
      key: f.string(),
      /** The key as an app reads it from a picture (`otpauth:`). */
      address: f.string(),
    }),
  }),
  confirm: call({
    path: '/api/profile/second/confirm.json',
    method: 'POST',
    access: 'in',
    own: true,
    beforePasswordChange: true,
    input: f.object({ code: f.text(40, 1) }),
    output: codes,
  }),
  /**
   * Shows a code of the app or a recovery code in this session: for five minutes it counts as present for what answers 403
   * `secondstep.prove`. 422 `secondstep.codeWrong`.
   */
  prove: call({
    path: '/api/profile/second/prove.json',
    method: 'POST',
    access: 'in',
    own: true,
    beforePasswordChange: true,
    input: f.object({ code: f.text(40, 1) }),
    output: f.writeResult(),
  }),
  /** New recovery codes; the old ones hold no longer. */
  renewCodes: call({
    path: '/api/profile/second/codes.json',
    method: 'POST',
    access: 'in',
    own: true,
    input: f.object({ password: f.text(200, 1) }),
    output: codes,
  }),
  remove: call({
    path: '/api/profile/second/remove.json',
    method: 'POST',
    access: 'in',
    own: true,
    input: f.object({ password: f.text(200, 1) }),
    output: state,
  }),
  /** Every browser is asked again at its next sign-in. */
  endRest: call({
    path: '/api/profile/second/ask.json',
    method: 'POST',
    access: 'in',
    input: f.noFields(),
    output: state,
  }),
};
