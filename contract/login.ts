import { call } from './call.ts';
import * as f from './fields.ts';

/** Drawings that a provider's button may have; `national`: the national identity service. */
export const providerIcons = ['national', 'university', 'google', 'microsoft', 'bank', 'card'] as const;
export type ProviderIcon = (typeof providerIcons)[number];

/** The person who is signed in, as the sign-in calls give them. */
export const sessionUserSchema = f.object({
  id: f.integer(),
  uid: f.integer(),
  role: f.integer(),
  fullName: f.string(),
  group: f.nullable(f.string()),
  id_group: f.nullable(f.integer()),
  doljnost: f.nullable(f.string()),
  faculty: f.nullable(f.string()),
  newsPerms: f.boolean(),
  permissions: f.array(f.string()),
  photo: f.boolean(),
  mustChangePassword: f.boolean(),
  /**
   * They may know no password: they came by an account elsewhere and never chose one here, or a directory that they are linked to
   * no more keeps it. Nothing that asks for one is offered.
   */
  hasNoPassword: f.optionalTrue(),
  /** The university asks this person for a second step, and none is set up. */
  mustSetSecondStep: f.optionalTrue(),
  token: f.string(),
});

export const login = {
  config: call({
    path: '/api/config.json',
    method: 'GET',
    access: 'all',
    reads: true,
    input: f.noFields(),
    output: f.object({
      version: f.string(),
      fileLimitMb: f.number(),
      fileCount: f.integer(),
      messageLength: f.integer(),
      chatPageSize: f.integer(),
      newsPageSize: f.integer(),
      timeoutMs: f.integer(),
      languages: f.array(f.string()),
      timeZone: f.string(),
      passwordMin: f.integer(),
      /** A new password may be none of those that are tried first, nor the login or the name. */
      passwordUncommon: f.boolean(),
      photoUpload: f.boolean(),
      journalDays: f.nullable(f.integer()),
      /** Ways of signing in besides the password (oidc.ts); `icon`: one of `providerIcons`. */
      ways: f.array(
        f.object({
          id: f.string(),
          name: f.object({ ru: f.string(), kg: f.string(), en: f.string() }),
          icon: f.string(),
        }),
      ),
      /** Teachers move and cancel their own classes. */
      teacherMoves: f.boolean(),
      /** Pages are made of office files. */
      officePages: f.boolean(),
      /** Work on the server that is announced or goes on: from `begins` on what changes something is 503 call.maintenance. */
      maintenance: f.nullable(
        f.object({
          begins: f.timestamp(),
          /** When it is expected to end. */
          ends: f.nullable(f.timestamp()),
          reason: f.nullable(f.object({ ru: f.string(), kg: f.string(), en: f.string() })),
        }),
      ),
    }),
  }),
  authenticate: call({
    path: '/api/auth/authenticate.json',
    method: 'POST',
    access: 'all',
    own: true,
    input: f.object({ token: f.text(100, 1) }),
    output: f.array(sessionUserSchema),
  }),
  authorize: call({
    path: '/api/auth/authorize.json',
    method: 'POST',
    access: 'all',
    own: true,
    // Missing and empty are distinguished from a malformed body: the form's own sentence answers them.
    // `proof` answers an earlier 401 `login.proof`, whose error carries `proof: { challenge, bits }` (call.ts, Proof).
    input: f.object({
      login: f.optionalText(100),
      password: f.optionalText(200),
      shared: f.optionalFlag(),
      proof: f.optionalText(200),
    }),
    output: f.array(sessionUserSchema),
  }),
  logout: call({
    path: '/api/auth/logout.json',
    method: 'POST',
    access: 'all',
    own: true,
    input: f.object({ logout: f.optionalFlag() }),
    output: f.array(
      f.object({
        result: f.integer(),
        /** Whoever came by a provider is still signed in there; at this address that ends too. */
        there: f.optional(f.object({ way: f.string(), address: f.string() })),
      }),
    ),
  }),
  logo: call({
    path: '/api/logo.json',
    method: 'GET',
    access: 'all',
    reads: true,
    input: f.noFields(),
    output: f.object({ logo: f.string(), width: f.integer(), name: f.string(), fontsize: f.integer() }),
  }),
  locale: call({
    path: '/locales/:lng/:ns',
    notByPages: true,
    method: 'GET',
    access: 'all',
    reads: true,
    raw: true,
    input: f.noFields(),
    output: f.noFields(),
  }),
};
