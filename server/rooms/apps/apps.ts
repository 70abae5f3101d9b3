import { apps as calls } from '@bilim/contract/apps.ts';
import type { Output } from '@bilim/contract/call.ts';
import { room } from '../../core/room.ts';
import { termDefaults } from '../../university/university.queries.ts';
import { badgesOf, linksOf } from './apps.queries.ts';

/** What the portal opens with after sign-in: the term's defaults and the links of the apps page. */
export const apps = room('apps', calls, {
  async links({ db, caller, language }) {
    return await linksOf(db, caller.role, language);
  },

  async badges({ db, caller, house }) {
    return await badgesOf(db, caller, house.settings.timeZone);
  },

  async settings({ db, caller, language, house }) {
    const [defaults, links] = await Promise.all([
      termDefaults(db, house.settings.timeZone, language),
      linksOf(db, caller.role, language),
    ]);
    const answer: Output<typeof calls.settings> = [defaults, links];
    return answer;
  },
});
