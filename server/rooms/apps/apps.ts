import { apps as calls } from '@bilim/contract/apps.ts';
import type { Output } from '@bilim/contract/call.ts';
import { type CallContext, room } from '../../call/room.ts';
import { officePermissions } from '../../university/office-mailboxes.queries.ts';
import { readTermDefaults } from '../../university/university.queries.ts';
import { begins } from './apps.begins.ts';
import { hasAnyTeachingLoad, hasOfferedDocuments, hasOrders, readBadges, readExternalLinks } from './apps.queries.ts';

/** What the portal opens with after sign-in: the term's defaults and the links of the apps page. */
export const apps = room('apps', calls, {
  begins,
  handlers: {
    async links(ctx) {
      return await links(ctx);
    },

    async badges({ db, caller, app }) {
      return await readBadges(db, caller, app.settings.timeZone);
    },

    async empty({ db, caller, app }) {
      const { uid, role, permissions } = caller;
      // What a university has changes by an import, which empties the cache; so an opening costs no statement for it.
      const isCourse = role === 2 || (await app.reference.get(`teaches ${uid}`, () => hasAnyTeachingLoad(db, uid)));
      const isOffered = await app.reference.get(`documents ${role}`, () => hasOfferedDocuments(db, role));
      const held = {
        chat: isCourse || officePermissions.some((one) => permissions.includes(one)),
        journal: isCourse || permissions.includes('journal'),
        schedule: isCourse,
        umk: isCourse || permissions.includes('umk'),
        singlewindow: isOffered || (await hasOrders(db, uid)),
      };
      return Object.entries(held).flatMap(([room, holds]) => (holds ? [] : [{ room }]));
    },

    async settings(ctx) {
      const { db, language, app } = ctx;
      const defaults = app.reference.get(`defaults ${language}`, () =>
        readTermDefaults(db, app.settings.timeZone, language),
      );
      const answer: Output<typeof calls.settings> = await Promise.all([defaults, links(ctx)]);
      return answer;
    },
  },
});

function links({ db, caller, language, app }: CallContext<typeof calls.links>) {
  return app.reference.get(`links ${caller.role} ${language}`, () => readExternalLinks(db, caller.role, language));
}
