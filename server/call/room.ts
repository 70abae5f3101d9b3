import type { Call, Input, Output } from '@bilim/contract/call.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CsrfProtection } from '../auth/csrf.ts';
import type { DeviceCookie } from '../auth/device-cookie.ts';
import type { DirectoryRegistry } from '../auth/directory/directories.ts';
import type { OidcProviderRegistry } from '../auth/oidc-providers.ts';
import type { PasswordRule } from '../auth/password.ts';
import type { PinHasher } from '../auth/pins.ts';
import type { Caller, SessionStore } from '../auth/session.ts';
import type { NewBrowserSession } from '../auth/sign-in.ts';
import type { Signer } from '../auth/signer.ts';
import type { SignInThrottle } from '../auth/throttle.ts';
import type { Vault } from '../auth/vault.ts';
import type { NetworkRegistry } from '../core/networks.ts';
import type { DeferredReply, RawReply } from '../core/raw-reply.ts';
import type { Sweep } from '../core/sweep.ts';
import type { Language, Translations } from '../core/translations.ts';
import type { Database, Db } from '../database/database.ts';
import type { ReferenceCache } from '../database/reference-cache.ts';
import type { FileService, ReceivedFile } from '../files/files.ts';
import type { WebBooks } from '../files/web-books.ts';
import type { LiveAudience, LiveEvents } from '../live/live.ts';
import type { Settings } from '../settings.ts';
import type { AdmissionCheck } from './admission-check.ts';
import type { AnonymousThrottle } from './anonymous-throttle.ts';
import type { RepeatableRequest } from './idempotency.ts';
import type { MaintenanceState } from './maintenance.ts';
import type { PageStartLoader } from './page-start.ts';
import type { CallRateLimiter } from './rate-limit.ts';

/** What every room may use; made once a process. */
export interface AppContext {
  readonly settings: Settings;
  readonly log: Pick<FastifyRequest['log'], 'warn'>;
  readonly database: Database;
  readonly sessions: SessionStore;
  readonly signer: Signer;
  readonly vault: Vault;
  readonly pins: PinHasher;
  readonly csrf: CsrfProtection;
  readonly deviceCookie: DeviceCookie;
  readonly live: LiveEvents;
  readonly translations: Translations;
  readonly throttle: SignInThrottle;
  readonly networks: NetworkRegistry;
  readonly directories: DirectoryRegistry;
  readonly oidcProviders: OidcProviderRegistry;
  readonly files: FileService;
  readonly webBooks: WebBooks;
  readonly reference: ReferenceCache;
  readonly rateLimit: CallRateLimiter;
  readonly anonymousThrottle: AnonymousThrottle;
  readonly maintenance: MaintenanceState;
  readonly passwordRule: PasswordRule;
  /** Tells a person of a sign-in in a browser that is new for them. */
  readonly notifySignIn: (db: Db, uid: number, signIn: NewBrowserSession) => Promise<void>;
  /** Tells a person that an account elsewhere lets them in from now on. */
  readonly notifyLinked: (db: Db, uid: number) => Promise<void>;
}

type CallerOf<C extends Call> = C['access'] extends 'all' ? Caller | null : Caller;

export type HandlerReply<C extends Call> = C['raw'] extends true ? RawReply | DeferredReply | undefined : Output<C>;

/** What a handler is given, whichever call it is for. */
interface BaseContext<C extends Call, State> {
  readonly input: Input<C>;
  readonly caller: CallerOf<C>;
  readonly language: Language;
  /** The files of a multipart call; they are removed again unless the transaction commits. */
  readonly files: readonly ReceivedFile[];
  /** Publishes a live event that something changed in this room; sent after the commit, never when the call fails. */
  readonly publish: (to: readonly LiveAudience[], key?: string | null, room?: string, cause?: string) => void;
  /** Runs when the transaction has committed. */
  readonly afterCommit: (work: () => void) => void;
  readonly app: AppContext;
  /** What the room keeps in this process. */
  readonly state: State;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** For calls marked `own`. */
interface OwnTransaction<C extends Call> {
  /** Runs work in the call's transaction, once for a repeated request: its answer is the call's, and is kept with it. */
  readonly transact: (work: (db: Db) => Promise<HandlerReply<C>>) => Promise<HandlerReply<C>>;
  /** The request as it may be repeated, for work that keeps its answer itself; null: it came without a key. */
  readonly repeatable: RepeatableRequest | null;
  /** Says that the answer is a kept one. */
  readonly replayed: () => void;
}

/** What a handler is given: `db`, its transaction (marked `reads`: a read-only connection), unless the call begins its own. */
export type CallContext<C extends Call = Call, State = unknown> = BaseContext<C, State> &
  (C['own'] extends true ? OwnTransaction<C> : { readonly db: Db });

export type Handler<C extends Call, State = unknown> = (ctx: CallContext<C, State>) => Promise<HandlerReply<C>>;

export type Handlers<Calls extends Record<string, Call>, State = unknown> = {
  readonly [Name in keyof Calls]: Handler<Calls[Name], State>;
};

/** A room as the portal mounts it. */
export interface Room {
  readonly name: string;
  readonly calls: Readonly<Record<string, Call>>;
  /** Opens the room in one process: its handlers, and what ends it when no call runs any more. */
  readonly open: (app: AppContext) => RunningRoom;
  /** The room's own right to make a call, by the call's name. */
  readonly admits: (name: string) => AdmissionCheck | undefined;
  readonly begins: PageStartLoader | undefined;
}

export interface RunningRoom {
  /** By the call's name: runs its handler. */
  readonly handlers: Readonly<Record<string, (asked: unknown) => Promise<unknown>>>;
  readonly state: unknown;
  readonly stop: () => void | Promise<void>;
  readonly sweep: Sweep | null;
}

/**
 * A room: its name, its calls of the contract, and a handler for each. `admits` refuses callers of one call, or of
 * all, before their body is read. `state` makes what the room keeps in each process, `stop` ends it. `begins` gives
 * the calls with which pages begin. `sweep` runs every ten minutes and removes what is expired.
 */
export function room<Calls extends Record<string, Call>, State = undefined>(
  name: string,
  calls: Calls,
  parts: {
    readonly state?: (app: AppContext) => State;
    readonly admits?: AdmissionCheck | { readonly [Name in keyof Calls]?: AdmissionCheck };
    readonly handlers: Handlers<Calls, State>;
    readonly begins?: PageStartLoader;
    readonly sweep?: (app: AppContext, state: State) => Promise<void>;
    readonly stop?: (state: State) => void | Promise<void>;
  },
): Room {
  return {
    name,
    calls,
    begins: parts.begins,
    admits: (call) => (typeof parts.admits === 'function' ? parts.admits : parts.admits?.[call]),
    open(app) {
      const state = parts.state?.(app) as State;
      const { sweep, stop } = parts;
      return {
        handlers: parts.handlers as unknown as RunningRoom['handlers'],
        state,
        sweep: sweep ? () => sweep(app, state) : null,
        stop: () => stop?.(state),
      };
    },
  };
}
