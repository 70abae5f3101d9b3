import { call } from './call.ts';
import * as f from './fields.ts';
import { sessionUserSchema } from './login.ts';

/** A provider of the settings, and since when the caller's account there is linked. */
const linked = f.object({ provider: f.string(), since: f.nullable(f.timestamp()) });

/**
 * Signing in with an account of an identity provider (OpenID Connect): `begin` sends the browser to the provider,
 * `callback` takes it back, and `finish` completes the sign-in. Providers are named in the settings
 * (docs/operating.md).
 */
export const oidc = {
  /** Where to go for signing in. 404 `outside.unknownProvider`, 503 `outside.away`. */
  begin: call({
    path: '/api/auth/outside/begin.json',
    method: 'POST',
    access: 'all',
    own: true,
    input: f.object({
      /** The provider's `id` in the settings and in `config`. */
      provider: f.text(40, 1),
      /** Others use this computer too. */
      shared: f.optionalFlag(),
      /** The page of the portal that was asked for. */
      to: f.optionalText(500),
    }),
    output: f.array(f.object({ address: f.string() })),
  }),
  /** The provider sends the browser back, by its address (`response_mode=query`). Leads to the sign-in page, or to the profile where an account is linked, whatever came. */
  callback: call({
    path: '/api/auth/outside/back/:provider',
    method: 'GET',
    access: 'all',
    own: true,
    raw: true,
    input: f.noFields(),
    output: f.noFields(),
  }),
  /** The same by a form that the provider's page sends (`response_mode=form_post`). */
  callbackByForm: call({
    path: '/api/auth/outside/back/:provider',
    method: 'POST',
    access: 'all',
    own: true,
    raw: true,
    fromElsewhere: true,
    input: f.noFields(),
    output: f.noFields(),
  }),
  /**
   * Lets in whom the provider named. 401 `outside.over`, `outside.cancelled`, `outside.refused` and `login.secondStep`,
   * 403 `outside.unknown`, `outside.guarded`, `outside.notLinked`, `outside.otherAccount`, `outside.closed` and
   * `login.roleNotServed`,
   * 503 `outside.away`.
   */
  finish: call({
    path: '/api/auth/outside/finish.json',
    method: 'POST',
    access: 'all',
    own: true,
    input: f.noFields(),
    output: f.array(sessionUserSchema),
  }),
  linked: call({
    path: '/api/profile/outside.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(linked),
  }),
  /**
   * Where to go for linking the account there, which the provider asks to sign in again. 422 `profile.wrongPassword`,
   * 403 `outside.otherAccount`, `outside.guarded` where only a directory vouches for that password, 404 and 503 as `begin`. The provider leads back to the profile.
   */
  link: call({
    path: '/api/profile/outside/link.json',
    method: 'POST',
    access: 'in',
    own: true,
    input: f.object({ provider: f.text(40, 1), password: f.text(200, 1) }),
    output: f.array(f.object({ address: f.string() })),
  }),
  /**
   * Links the account that the provider named, in the session that asked for it. 401 `outside.over`, `outside.cancelled`,
   * `outside.refused`, 403 `outside.taken`, `outside.otherPin`, `outside.otherAccount`, 503 `outside.away`.
   */
  finishLink: call({
    path: '/api/profile/outside/finish.json',
    method: 'POST',
    access: 'in',
    own: true,
    input: f.noFields(),
    output: f.array(linked),
  }),
  /** The account there opens nothing from now on, until it is linked again. 422 `profile.wrongPassword`. */
  unlink: call({
    path: '/api/profile/outside/unlink.json',
    method: 'POST',
    access: 'in',
    own: true,
    input: f.object({ provider: f.text(40, 1), password: f.text(200, 1) }),
    output: f.array(linked),
  }),
  /** A provider says that somebody signed out there (OpenID Connect Back-Channel Logout 1.0). 400 `outside.refused`. */
  backchannelLogout: call({
    path: '/api/auth/outside/ended/:provider',
    method: 'POST',
    access: 'all',
    own: true,
    cookieless: true,
    input: f.object({ logout_token: f.optionalText(8000) }),
    output: f.writeResult(),
  }),
};
