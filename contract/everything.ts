import { accounts } from './accounts.ts';
import { apps } from './apps.ts';
import { archive } from './archive.ts';
import { audit } from './audit.ts';
import type { Call } from './call.ts';
import { changes } from './changes.ts';
import { chat } from './chat.ts';
import { data } from './data.ts';
import { discipline } from './discipline.ts';
import { find } from './find.ts';
import { forgotten } from './forgotten.ts';
import { journal } from './journal.ts';
import { kept } from './kept.ts';
import { library } from './library.ts';
import { live } from './live.ts';
import { login } from './login.ts';
import { mail } from './mail.ts';
import { moderation } from './moderation.ts';
import { news } from './news.ts';
import { notices } from './notices.ts';
import { outside } from './outside.ts';
import { passkeys } from './passkeys.ts';
import { paymentcode } from './paymentcode.ts';
import { people } from './people.ts';
import { profile } from './profile.ts';
import { recipes } from './recipes.ts';
import { registration } from './registration.ts';
import { reports } from './reports.ts';
import { schedule } from './schedule.ts';
import { secondstep } from './secondstep.ts';
import { singlewindow } from './singlewindow.ts';
import { start } from './start.ts';
import { telling } from './telling.ts';
import { umk } from './umk.ts';

/** All rooms with their calls; tests, OpenAPI and the path rule walk over it. */
export const everything = {
  login,
  secondstep,
  outside,
  passkeys,
  profile,
  archive,
  apps,
  start,
  discipline,
  live,
  find,
  news,
  notices,
  telling,
  mail,
  chat,
  journal,
  schedule,
  umk,
  library,
  kept,
  registration,
  singlewindow,
  paymentcode,
  accounts,
  changes,
  people,
  forgotten,
  audit,
  recipes,
  data,
  reports,
  moderation,
} as const;

/** Every call with the name of its room and its own name. */
export function eachCall(): { room: string; name: string; call: Call }[] {
  return Object.entries(everything).flatMap(([room, calls]) =>
    Object.entries(calls).map(([name, call]) => ({ room, name, call: call as Call })),
  );
}
