import { call } from './call.ts';
import * as f from './fields.ts';

/** Drawings that a provider's button may have; `national`: the national identity service. */
export const providerIcons = ['national', 'university', 'google', 'microsoft', 'bank', 'card'] as const;
export type ProviderIcon = (typeof providerIcons)[number];

/** The person who is signed in, as the sign-in calls tell. */
export const sessionUserSchema = f.shape({
  id: f.int(),
  uid: f.int(),
  role: f.int(),
  fullName: f.str(),
  group: f.nullable(f.str()),
  id_group: f.nullable(f.int()),
  doljnost: f.nullable(f.str()),
  faculty: f.nullable(f.str()),
  newsPerms: f.bool(),
  permissions: f.rows(f.str()),
  photo: f.bool(),
  mustChangePassword: f.bool(),
  /**
   * They may know no password: they came by an account elsewhere and never chose one here, or a directory that they are linked to
   * no more keeps it. Nothing that asks for one is offered.
   */
  hasNoPassword: f.optionalTrue(),
  /** The university asks this person for a second step, and none is set up. */
  mustSetSecondStep: f.optionalTrue(),
  token: f.str(),
});

export const login = {
  config: call({
    path: '/api/config.json',
    method: 'GET',
    access: 'all',
    reads: true,
    input: f.noFields(),
    output: f.shape({
      version: f.str(),
      fileLimitMb: f.num(),
      fileCount: f.int(),
      messageLength: f.int(),
      chatPageSize: f.int(),
      newsPageSize: f.int(),
      timeoutMs: f.int(),
      languages: f.rows(f.str()),
      timeZone: f.str(),
      passwordMin: f.int(),
      /** A new password may be none of those that are tried first, nor the login or the name. */
      passwordUncommon: f.bool(),
      photoUpload: f.bool(),
      journalDays: f.nullable(f.int()),
      /** Ways of signing in besides the password (oidc.ts); `icon`: one of `providerIcons`. */
      ways: f.rows(f.shape({ id: f.str(), name: f.shape({ ru: f.str(), kg: f.str(), en: f.str() }), icon: f.str() })),
      /** Teachers move and cancel their own classes. */
      teacherMoves: f.bool(),
      /** Pages are made of office files. */
      officePages: f.bool(),
      /** Work on the server that is announced or goes on: from `begins` on what changes something is 503 call.maintenance. */
      maintenance: f.nullable(
        f.shape({
          begins: f.timestamp(),
          /** When it is expected to end. */
          ends: f.nullable(f.timestamp()),
          reason: f.nullable(f.shape({ ru: f.str(), kg: f.str(), en: f.str() })),
        }),
      ),
    }),
  }),
  authenticate: call({
    path: '/api/auth/authenticate.json',
    method: 'POST',
    access: 'all',
    own: true,
    input: f.shape({ token: f.text(100, 1) }),
    output: f.rows(sessionUserSchema),
  }),
  authorize: call({
    path: '/api/auth/authorize.json',
    method: 'POST',
    access: 'all',
    own: true,
    // Missing and empty are distinguished from a malformed body: the form's own sentence answers them.
    // `proof` answers an earlier 401 `login.proof`, whose error carries `proof: { challenge, bits }` (call.ts, Proof).
    input: f.shape({
      login: f.optionalText(100),
      password: f.optionalText(200),
      shared: f.optionalFlag(),
      proof: f.optionalText(200),
    }),
    output: f.rows(sessionUserSchema),
  }),
  logout: call({
    path: '/api/auth/logout.json',
    method: 'POST',
    access: 'all',
    own: true,
    input: f.shape({ logout: f.optionalFlag() }),
    output: f.rows(
      f.shape({
        result: f.int(),
        /** Whoever came by a provider is still signed in there; at this address that ends too. */
        there: f.optional(f.shape({ way: f.str(), address: f.str() })),
      }),
    ),
  }),
  logo: call({
    path: '/api/logo.json',
    method: 'GET',
    access: 'all',
    reads: true,
    input: f.noFields(),
    output: f.shape({ logo: f.str(), width: f.int(), name: f.str(), fontsize: f.int() }),
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
