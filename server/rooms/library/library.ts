import { library as calls } from '@bilim/contract/library.ts';
import { runPrecheck } from '../../call/dry-run.ts';
import { type CallContext, room } from '../../call/room.ts';
import { ensurePdfPages, findPdfFile, requestPdfPages } from '../../converting/converting.queries.ts';
import { findViolatedConstraint, Refusal } from '../../core/refusal.ts';
import { insertFileRows } from '../../files/files.ts';
import { readReadingPosition, saveReadingPosition } from '../../files/reading-place.ts';
import { requestTextExtraction } from '../../fulltext/search.ts';
import {
  authorizeBookChange,
  authorizeBookChangeWithoutLock,
  checkBookReplacement,
  requireBook,
} from './library.access.ts';
import {
  deleteBook,
  insertBook,
  isBookUsed,
  readBaseCategories,
  readBookFile,
  readBooks,
  readCategories,
  searchBooks,
  updateBook,
} from './library.queries.ts';

/** The e-library: shelves, search, books with their files. */
export const library = room('library', calls, {
  handlers: {
    async baseCategories({ db, language }) {
      return await readBaseCategories(db, language);
    },

    async categories({ db, language, input }) {
      return await readCategories(db, language, input.id_baseBookCategory ?? null);
    },

    async list({ db, caller, language, input }) {
      return await readBooks(db, caller, language, { category: input.id_bookCategory ?? null });
    },

    async search({ db, caller, input }) {
      return await searchBooks(db, caller, input.text, input.id_bookCategory ?? null);
    },

    async deleteCheck({ db, caller, input, app, language }) {
      const id = input.id_EBook;
      return await runPrecheck(app.translations, language, async () => {
        if (caller.role !== 1) throw new Refusal('library.notYours', 403);
        if (id === undefined) return;
        if (await isBookUsed(db, await authorizeBookChangeWithoutLock(db, caller, id, input.isFromUMK ?? false)))
          throw new Refusal('library.usedInUmk', 409);
      });
    },

    async deleteBook({ db, caller, input, publish }) {
      const book = await authorizeBookChange(db, caller, input.id_EBook, input.isFromUMK);
      if (await isBookUsed(db, book)) throw new Refusal('library.usedInUmk', 409);
      await deleteBook(db, caller, book);
      publish(['all']);
      return [{ result: 1 }];
    },

    async save({ db, caller, language, input, files, app, publish }) {
      const name = (input.name ?? input.nameBook ?? '').trim();
      const author = input.author.trim();
      const missing = {
        ...(!name && { nameBook: 'field.required' }),
        ...(!author && { author: 'field.required' }),
      };
      if (Object.keys(missing).length) throw new Refusal('call.invalid', 400, { fields: missing });
      const id = input.id_eBook;
      const own = id === -1 ? null : await authorizeBookChange(db, caller, id, input.isFromUmk ?? false);
      if (!own && !files.length)
        throw new Refusal('library.fileRequired', 400, { fields: { files: 'library.fileRequired' } });

      if (own && files.length) await checkBookReplacement(db, app.settings.timeZone, caller, own);
      const [file] = await insertFileRows(db, caller.uid, files);
      if (file) {
        await requestTextExtraction(db, file);
        await requestPdfPages(db, app.settings, file);
      }
      const values = {
        name,
        author,
        description: (input.description ?? '').trim(),
        pages: input.totalPages ?? null,
        category: input.id_bookCategory,
      };
      const book = await known(
        own
          ? updateBook(db, caller, own, values, file?.id ?? null)
          : insertBook(db, caller, values, (file as { id: number }).id),
      );
      publish(['all']);
      return await readBooks(db, caller, language, { category: null, only: book });
    },

    async download({ db, input, app, request }) {
      const original = await readBookFile(
        db,
        await requireBook(db, input.id_eBook, input.isFromUmk ?? false, 'file.notFound'),
      );
      const file = original && input.pages ? await findPdfFile(db, original) : original;
      if (!file) throw new Refusal('file.notFound', 404);
      return app.files.answer(request, file, { inline: input.inline, small: input.size === 'small' });
    },

    async pages(ctx) {
      const file = await opened(ctx);
      return [file ? await ensurePdfPages(ctx.db, ctx.app, file) : { state: 'none', size: 0 }];
    },

    async place(ctx) {
      const file = await opened(ctx);
      return [{ page: file ? await readReadingPosition(ctx.db, ctx.caller.uid, file.id) : 1 }];
    },

    async keepPlace(ctx) {
      const file = await opened(ctx);
      if (file) await saveReadingPosition(ctx.db, ctx.caller.uid, file.id, ctx.input.page);
      return [{ result: 1 }];
    },
  },
});

async function opened({ db, input }: Pick<CallContext<typeof calls.place>, 'db' | 'input'>) {
  return await readBookFile(db, await requireBook(db, input.id_eBook, input.isFromUmk ?? false, 'library.notFound'));
}

/** Waits for a write; a category that does not exist is the field's fault. */
async function known<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (findViolatedConstraint(error)?.endsWith('category_id_fkey'))
      throw new Refusal('call.invalid', 400, { fields: { id_bookCategory: 'field.range' } });
    throw error;
  }
}
