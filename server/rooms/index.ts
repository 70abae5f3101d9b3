import type { Room } from '../call/room.ts';
import { accounts } from './accounts/accounts.ts';
import { apps } from './apps/apps.ts';
import { archive } from './archive/archive.ts';
import { audit } from './audit/audit.ts';
import { chat } from './chat/chat.ts';
import { data } from './data/data.ts';
import { discipline } from './discipline/discipline.ts';
import { emailAddress } from './email-address/email-address.ts';
import { forgottenPassword } from './forgotten/forgotten.ts';
import { journal } from './journal/journal.ts';
import { library } from './library/library.ts';
import { live } from './live/live.ts';
import { login } from './login/login.ts';
import { moderation } from './moderation/moderation.ts';
import { news } from './news/news.ts';
import { notices } from './notices/notices.ts';
import { notificationSettings } from './notification-settings/notification-settings.ts';
import { offlineFiles } from './offline-files/offline-files.ts';
import { oidc } from './oidc/oidc.ts';
import { passkeys } from './passkeys/passkeys.ts';
import { paymentcode } from './paymentcode/paymentcode.ts';
import { people } from './people/people.ts';
import { personaldata } from './personaldata/personaldata.ts';
import { profile } from './profile/profile.ts';
import { recipes } from './recipes/recipes.ts';
import { registration } from './registration/registration.ts';
import { reports } from './reports/reports.ts';
import { schedule } from './schedule/schedule.ts';
import { search } from './search/search.ts';
import { secondstep } from './secondstep/secondstep.ts';
import { singlewindow } from './singlewindow/singlewindow.ts';
import { createStartRoom } from './start/start.ts';
import { timetableChanges } from './timetable-changes/timetable-changes.ts';
import { umk } from './umk/umk.ts';

/** Every room of the portal but that of the beginning of pages, which asks these. */
const asked: readonly Room[] = [
  login,
  secondstep,
  oidc,
  passkeys,
  profile,
  archive,
  apps,
  discipline,
  live,
  search,
  news,
  notices,
  notificationSettings,
  emailAddress,
  chat,
  journal,
  schedule,
  umk,
  library,
  offlineFiles,
  registration,
  singlewindow,
  paymentcode,
  accounts,
  timetableChanges,
  people,
  personaldata,
  forgottenPassword,
  audit,
  recipes,
  data,
  reports,
  moderation,
];

export const rooms: readonly Room[] = asked.concat(createStartRoom(asked));
