import { news as calls } from '@bilim/contract/news.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import { room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { insertFileRows } from '../../files/files.ts';
import { notifyNews } from '../../notices/writing.queries.ts';
import { authorizeAudience, authorizeDeletion } from './news.access.ts';
import { begins } from './news.begins.ts';
import { authorizeDeletedFiles } from './news.deleted.access.ts';
import { ensureUniqueFileNames } from './news.files.ts';
import { publishNewsChange, toBylinesByLanguage, toWireItem } from './news.item.ts';
import {
  countAudience,
  countExistingFaculties,
  countUrgentNewsToday,
  deleteNews,
  insertNews,
  readAudience,
  readAudienceFaculties,
  readAuthorInLanguages,
  readDeletedNews,
  readNews,
  readNewsFile,
  readOwnNews,
} from './news.queries.ts';

/** Urgent announcements of one author and day. */
const urgentADay = 3;

/** Announcements and their files. */
export const news = room('news', calls, {
  begins,
  handlers: {
    async data({ db, caller, language, input }) {
      const rows = await readNews(db, caller, language, { page: input.page, before: input.id_eventMessage });
      return rows.map(toWireItem);
    },

    async check({ caller }) {
      return [{ result: caller.permissions.includes('news') ? 1 : 0 }];
    },

    async faculties({ db, caller, language }) {
      return await readAudienceFaculties(db, caller, language);
    },

    async readers({ db, input }) {
      return [
        {
          readers: await countAudience(db, { role: input.id_humanTypeFor ?? null, faculties: input.id_faculty ?? [] }),
        },
      ];
    },

    byline: async ({ db, caller }) => [toBylinesByLanguage(await readAuthorInLanguages(db, caller.uid))],
    own: ({ db, caller }) => readOwnNews(db, caller),
    deleted: ({ db, caller }) => readDeletedNews(db, caller),

    async insert({ db, caller, language, input, files, app, publish }) {
      const message = input.message ?? '';
      const again = input.id_file ?? [];
      if (isBlank(message) && !files.length && !again.length)
        throw new Refusal('news.empty', 400, { fields: { message: 'news.empty' } });
      const role = (input.id_humanTypeFor ?? null) as 1 | 2 | null;
      const faculties = [...new Set(input.id_faculty ?? [])];
      authorizeAudience(caller, faculties);
      if ((await countExistingFaculties(db, faculties)) !== faculties.length)
        throw new Refusal('call.invalid', 400, { fields: { id_faculty: 'field.range' } });
      const urgent = input.urgent ?? false;
      if (urgent && (await countUrgentNewsToday(db, caller.uid, app.settings.timeZone)) >= urgentADay)
        throw new Refusal('news.tooUrgent', 422, { fields: { urgent: 'news.tooUrgent' } });
      const old = again.length ? await authorizeDeletedFiles(db, caller, input.id_deleted ?? 0, again) : [];
      const kept = [...old, ...(await insertFileRows(db, caller.uid, ensureUniqueFileNames(old, files)))];
      const id = await insertNews(db, caller.uid, { message, role, faculties, urgent, files: kept });
      await notifyNews(db, { id, author: caller.uid, urgent }, { role, faculties });
      publishNewsChange(publish, role, faculties);
      return (await readNews(db, caller, language, { only: id })).map(toWireItem);
    },

    async delete({ db, caller, input, publish }) {
      const item = await authorizeDeletion(db, caller, input.id_eventMessage);
      const { role, faculties } = await readAudience(db, item);
      await deleteNews(db, item, caller.uid);
      publishNewsChange(publish, role, faculties);
      return [{ result: 1, id_eventMessage: item.id }];
    },

    async download({ db, caller, input, app, request }) {
      const cut = input.filename.indexOf('_');
      const id = Number(input.filename.slice(0, Math.max(cut, 0)));
      const name = input.filename.slice(cut + 1);
      const file = Number.isSafeInteger(id) && id > 0 ? await readNewsFile(db, caller, id, name) : null;
      if (!file) throw new Refusal('file.notFound', 404);
      return app.files.answer(request, file, { inline: input.inline, small: input.size === 'small' });
    },
  },
});
