import type { Room } from '../core/room.ts';
import { apps } from './apps/apps.ts';
import { discipline } from './discipline/discipline.ts';
import { live } from './live/live.ts';
import { login } from './login/login.ts';
import { news } from './news/news.ts';
import { paymentcode } from './paymentcode/paymentcode.ts';
import { profile } from './profile/profile.ts';
import { schedule } from './schedule/schedule.ts';
import { singlewindow } from './singlewindow/singlewindow.ts';

/** Every room of the portal. */
export const rooms: readonly Room[] = [login, profile, apps, discipline, live, news, schedule, singlewindow, paymentcode];
