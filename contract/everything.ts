import { apps } from './apps.ts';
import type { Call } from './call.ts';
import { discipline } from './discipline.ts';
import { live } from './live.ts';
import { login } from './login.ts';
import { news } from './news.ts';
import { paymentcode } from './paymentcode.ts';
import { profile } from './profile.ts';
import { schedule } from './schedule.ts';
import { singlewindow } from './singlewindow.ts';

/** All rooms with their calls; tests, OpenAPI and the path rule walk over it. */
export const everything = {
  login,
  profile,
  apps,
  discipline,
  live,
  news,
  schedule,
  singlewindow,
  paymentcode,
} as const;

/** Every call with the name of its room and its own name. */
export function eachCall(): { room: string; name: string; call: Call }[] {
  return Object.entries(everything).flatMap(([room, calls]) =>
    Object.entries(calls).map(([name, call]) => ({ room, name, call: call as Call })),
  );
}
