import type { Static, TObject, TSchema } from 'typebox';
import type { CallAccess } from './access.ts';
import type { FileRule } from './file-rule.ts';

/**
 * What browser and server agree on about one call. Everything else follows from it: the route, the check of `access`,
 * validation, the filter of the reply, the typed client, form limits, OpenAPI and the permission test.
 */
interface CallEntry<I extends TObject = TObject, O extends TSchema = TSchema> {
  /** As other programs know it; its other spellings are one rule of the server (docs/wire.md#1-all-calls). */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly access: CallAccess;
  readonly input: I;
  /** The `data` of the reply; a field that is not declared does not go out. */
  readonly output: O;
  /**
   * Changes nothing: runs on a read-only connection, which it shares with others at the same time. 'long' when a
   * statement may take more than a few milliseconds, so that nobody waits behind it; 'snapshot' when several statements
   * need one snapshot.
   */
  readonly reads?: true | 'long' | 'snapshot';
  /**
   * Its handler begins the transaction itself, after work that must not hold one open (hashing, pictures, unpacking) or
   * must survive a refusal (counters).
   */
  readonly own?: true;
  /** Honours Idempotency-Key. */
  readonly idempotent?: true;
  /** Most calls a person and minute. */
  readonly often?: number;
  /** Calls with the same word here are counted together. */
  readonly oftenAs?: string;
  /** Most calls a person and hour, for what is handed out slowly. */
  readonly oftenAnHour?: number;
  /** Takes multipart/form-data with this field of files. */
  readonly files?: FileRule;
  /** Answers a file or a stream, without the envelope. */
  readonly raw?: true;
  /**
   * Open to whoever knows the address: no cookie is read or set. A POST may come from another site, needs no CSRF
   * header, and its input may be in the address, with any body (docs/permissions.md#xsrf).
   */
  readonly cookieless?: true;
  /**
   * A form that a page of somebody else sends, with cookies that were made for it: it needs no anti-forgery header, because
   * its handler knows it by a secret that was given to this browser (docs/permissions.md#xsrf).
   */
  readonly fromElsewhere?: true;
  /** Made by a program with a service token in the header Authorization, looked at before the body; never a cookie. */
  readonly byToken?: true;
  /** Made by other programs alone: the pages do not carry it. */
  readonly notByPages?: true;
  /** Open to a person who still has to change the first password, or to set up the second step of signing in. */
  readonly beforePasswordChange?: true;
}

/** A call with the types of its schemas: generic code looks them up, since working them out again takes the compiler long. */
export interface Call<I extends TObject = TObject, O extends TSchema = TSchema> extends CallEntry<I, O> {
  /** For the compiler alone: no value is there. */
  readonly types: { readonly input: Record<never, never>; readonly output: unknown };
}

/** Declares a call; only gives the types a name. */
export function call<const C extends CallEntry>(
  entry: C,
): C & { readonly types: { readonly input: Static<C['input']>; readonly output: Static<C['output']> } } {
  return entry as ReturnType<typeof call<C>>;
}

export type Input<C extends Call> = C['types']['input'];
/** Last arguments of a function that makes a call: its input, which may be left out where no field is needed. */
export type CallArguments<C extends Call, More extends readonly unknown[] = []> =
  Record<never, never> extends Input<C> ? [input?: Input<C>, ...More] : [input: Input<C>, ...More];
export type Output<C extends Call> = C['types']['output'];
