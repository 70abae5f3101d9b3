import type { Call } from '@bilim/contract/call.ts';
import type { ClientProgram } from '../auth/service-token.ts';
import type { Caller } from '../auth/session.ts';
import type { ReceivedFile } from '../files/files.ts';
import type { AdmissionCheck } from './admission-check.ts';
import type { RepeatableRequest } from './idempotency.ts';
import type { CallTimeLimits } from './limits.ts';
import type { AppContext } from './room.ts';
import type { RunningDownloads } from './running-downloads.ts';
import type { TraceContext } from './trace.ts';

/** One call as it is mounted: what its steps share. */
export interface RouteConfig {
  readonly app: AppContext;
  /** The room's name. */
  readonly room: string;
  readonly call: Call;
  readonly handler: (asked: unknown) => Promise<unknown>;
  /** The room's own right to make the call; undefined: it has none besides `access`. */
  readonly admit: AdmissionCheck | undefined;
  /** What the room keeps in this process. */
  readonly state: unknown;
  readonly limits: CallTimeLimits;
  readonly downloads: RunningDownloads;
  /** How often a person may call it; null: as often as they like. */
  readonly rate: Rate | null;
}

interface Rate {
  /** Calls with the same name are counted together. */
  readonly counted: string;
  readonly most: number;
  /** The window of the limit, in milliseconds. */
  readonly span: number;
}

/** What a request brought, read and checked. */
export interface ParsedRequest {
  readonly input: Record<string, unknown>;
  readonly files: readonly ReceivedFile[];
  /** Null when it cannot be distinguished from a new one if it comes again. */
  readonly repeatable: RepeatableRequest | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first step; null for calls that anybody may make. */
    caller: Caller | null;
    /** Set by the first step for calls that programs make. */
    program: ClientProgram | null;
    /** Set by the second step. */
    parsed: ParsedRequest | null;
    /** Set when it comes; null: it belongs to nobody's trace. */
    trace: TraceContext | null;
  }
}

const minute = 60_000;
const hour = 60 * minute;

/** How often a call may be made, by the contract and the setting that widens all limits. */
export function resolveCallRateLimit(room: string, name: string, call: Call, percent: number): Rate | null {
  const limit = call.often ?? call.oftenAnHour;
  if (!limit) return null;
  return {
    counted: call.oftenAs ?? `${room}.${name}`,
    most: Math.max(1, Math.round((limit * percent) / 100)),
    span: call.often ? minute : hour,
  };
}

/** Under which word a person's calls are counted. */
export const rateLimitKey = (rate: Rate, caller: Caller): string => `${rate.counted}|${caller.uid}`;
