import { apps as calls } from '@bilim/contract/apps.ts';
import type { Output } from '@bilim/contract/call.ts';
import { room } from '../../core/room.ts';
import { currentTerm, defaultYear } from '../../university/university.queries.ts';
import { linksOf } from './apps.queries.ts';

/** What the portal opens with after sign-in: the term's defaults and the links of the apps page. */
export const apps = room('apps', calls, {
  async links({ db, caller, language }) {
    return await linksOf(db, caller.role, language);
  },

  async settings({ db, caller, language, house }) {
    const [year, now, links] = await Promise.all([
      defaultYear(db),
      currentTerm(db, house.settings.timeZone, language),
      linksOf(db, caller.role, language),
    ]);
    const defaults = {
      id_a_year_def: year?.id ?? 0,
      p32: year?.label ?? '',
      id_ws: now?.termId ?? 1,
      ws: now?.termName ?? '',
    };
    const answer: Output<typeof calls.settings> = [defaults, links];
    return answer;
  },
});
