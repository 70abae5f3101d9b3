import { apps as calls } from '@bilim/contract/apps.ts';
import type { Output } from '@bilim/contract/call.ts';
import { type CallContext, room } from '../../call/room.ts';
import { officePermissions } from '../../university/offices.queries.ts';
import { termDefaults } from '../../university/university.queries.ts';
import { badgesOf, hasOrdered, linksOf, offersDocuments, teaches } from './apps.queries.ts';

/** What the portal opens with after sign-in: the term's defaults and the links of the apps page. */
export const apps = room('apps', calls, {
  handlers: {
    async links(ask) {
      return await links(ask);
    },

    async badges({ db, caller, house }) {
      return await badgesOf(db, caller, house.settings.timeZone);
    },

    async empty({ db, caller, house }) {
      const { uid, role, permissions } = caller;
      // What a university has changes by an import, which empties the cache; so an opening costs no statement for it.
      const isCourse = role === 2 || (await house.reference.get(`teaches ${uid}`, () => teaches(db, uid)));
      const isOffered = await house.reference.get(`documents ${role}`, () => offersDocuments(db, role));
      const held = {
        chat: isCourse || officePermissions.some((one) => permissions.includes(one)),
        journal: isCourse || permissions.includes('journal'),
        schedule: isCourse,
        umk: isCourse || permissions.includes('umk'),
        singlewindow: isOffered || (await hasOrdered(db, uid)),
      };
      return Object.entries(held).flatMap(([room, holds]) => (holds ? [] : [{ room }]));
    },

    async settings(ask) {
      const { db, language, house } = ask;
      const defaults = house.reference.get(`defaults ${language}`, () =>
        termDefaults(db, house.settings.timeZone, language),
      );
      const answer: Output<typeof calls.settings> = await Promise.all([defaults, links(ask)]);
      return answer;
    },
  },
});

function links({ db, caller, language, house }: CallContext<typeof calls.links>) {
  return house.reference.get(`links ${caller.role} ${language}`, () => linksOf(db, caller.role, language));
}
