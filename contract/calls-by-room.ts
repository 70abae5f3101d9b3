import { accounts } from './accounts.ts';
import { apps } from './apps.ts';
import { archive } from './archive.ts';
import { audit } from './audit.ts';
import type { Call } from './call.ts';
import { chat } from './chat.ts';
import { data } from './data.ts';
import { discipline } from './discipline.ts';
import { emailAddress } from './email-address.ts';
import { forgottenPassword } from './forgotten.ts';
import { journal } from './journal.ts';
import { library } from './library.ts';
import { live } from './live.ts';
import { login } from './login.ts';
import { moderation } from './moderation.ts';
import { news } from './news.ts';
import { notices } from './notices.ts';
import { notificationSettings } from './notification-settings.ts';
import { offlineFiles } from './offline-files.ts';
import { oidc } from './oidc.ts';
import { passkeys } from './passkeys.ts';
import { paymentcode } from './paymentcode.ts';
import { people } from './people.ts';
import { personaldata } from './personaldata.ts';
import { profile } from './profile.ts';
import { recipes } from './recipes.ts';
import { registration } from './registration.ts';
import { reports } from './reports.ts';
import { schedule } from './schedule.ts';
import { search } from './search.ts';
import { secondstep } from './secondstep.ts';
import { singlewindow } from './singlewindow.ts';
import { start } from './start.ts';
import { timetableChanges } from './timetable-changes.ts';
import { umk } from './umk.ts';

/** All rooms with their calls; tests, OpenAPI and the path rule walk over it. */
export const callsByRoom = {
  login,
  secondstep,
  oidc,
  passkeys,
  profile,
  archive,
  apps,
  start,
  discipline,
  live,
  search,
  news,
  notices,
  'notification-settings': notificationSettings,
  'email-address': emailAddress,
  chat,
  journal,
  schedule,
  umk,
  library,
  'offline-files': offlineFiles,
  registration,
  singlewindow,
  paymentcode,
  accounts,
  'timetable-changes': timetableChanges,
  people,
  personaldata,
  forgotten: forgottenPassword,
  audit,
  recipes,
  data,
  reports,
  moderation,
} as const;

/** Every call with the name of its room and its own name. */
export function listCalls(): { room: string; name: string; call: Call }[] {
  return Object.entries(callsByRoom).flatMap(([room, calls]) =>
    Object.entries(calls).map(([name, call]) => ({ room, name, call: call as Call })),
  );
}
