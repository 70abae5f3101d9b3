import type { Room } from '../call/room.ts';
import { accounts } from './accounts/accounts.ts';
import { apps } from './apps/apps.ts';
import { changes } from './changes/changes.ts';
import { chat } from './chat/chat.ts';
import { discipline } from './discipline/discipline.ts';
import { find } from './find/find.ts';
import { journal } from './journal/journal.ts';
import { library } from './library/library.ts';
import { live } from './live/live.ts';
import { login } from './login/login.ts';
import { mail } from './mail/mail.ts';
import { news } from './news/news.ts';
import { notices } from './notices/notices.ts';
import { outside } from './outside/outside.ts';
import { passkeys } from './passkeys/passkeys.ts';
import { paymentcode } from './paymentcode/paymentcode.ts';
import { profile } from './profile/profile.ts';
import { registration } from './registration/registration.ts';
import { schedule } from './schedule/schedule.ts';
import { secondstep } from './secondstep/secondstep.ts';
import { singlewindow } from './singlewindow/singlewindow.ts';
import { start } from './start/start.ts';
import { telling } from './telling/telling.ts';
import { umk } from './umk/umk.ts';

/** Every room of the portal. */
export const rooms: readonly Room[] = [
  login,
  secondstep,
  outside,
  passkeys,
  profile,
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
  registration,
  singlewindow,
  paymentcode,
  accounts,
  changes,
];
