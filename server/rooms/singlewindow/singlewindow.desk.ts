import { maxDeskBatch, maxOrderNoteLength } from '@bilim/contract/limits.ts';
import type { singlewindow as calls } from '@bilim/contract/singlewindow.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import type { AppContext, CallContext, Handlers } from '../../call/room.ts';
import { now } from '../../core/clock.ts';
import { Refusal } from '../../core/refusal.ts';
import { type Language, wireLanguages } from '../../core/translations.ts';
import { addNamesakeHints } from '../../university/namesakes.queries.ts';
import { readUniversityName } from '../../university/university.queries.ts';
import { parseDocumentReference } from './document-reference.ts';
import { writePapersPdf } from './papers.ts';
import {
  type AuthorizedOrder,
  authorizeDeskOrders,
  authorizeOrderByDocument,
  authorizeReadableOrders,
} from './singlewindow.access.ts';
import { type Certificate, readPrintableOrders } from './singlewindow.content.queries.ts';
import {
  countOrderQueue,
  type QueueFilter,
  readDeskOrder,
  readOrderQueue,
  readOrderQueueIds,
} from './singlewindow.desk.queries.ts';
import {
  type DeskActionKind,
  deskActions,
  performDeskAction,
  readDeskActionOrders,
  readSkipReasons,
  undoDeskAction,
} from './singlewindow.desk-actions.queries.ts';
import { publishOrderChange } from './singlewindow.notices.ts';
import { orderStatuses } from './singlewindow.queries.ts';

type DeskCall = 'queue' | 'found' | 'figures' | 'act' | 'undo' | 'paper' | 'papers';

/** The clerk's desk: its queue, what is done with many orders at once, and papers in the hand. */
export const deskHandlers: Pick<Handlers<typeof calls>, DeskCall> = {
  async queue({ db, caller, input, language, app }) {
    const queue = await readOrderQueue(db, caller, language, {
      ...wantedOf(input),
      after: input.id_okno_zakaz ?? 0,
      isNewest: input.isNewest ?? false,
      timeZone: app.settings.timeZone,
    });
    return await addNamesakeHints(db, language, queue, ({ uid: id, fullName: name }) => ({ id, name }));
  },

  async found({ db, caller, input, app }) {
    return await readOrderQueueIds(db, caller, wantedOf(input), app.settings.timeZone);
  },

  async figures({ db, caller, language, app }) {
    return await countOrderQueue(db, caller, language, app.settings.timeZone);
  },

  async act(ctx) {
    const { db, caller, input, app } = ctx;
    const ids = [...new Set(input.id_okno_zakaz ?? [])];
    if (!ids.length) throw new Refusal('call.invalid', 400, { fields: { id_okno_zakaz: 'field.required' } });
    if (!isDeskAction(input.act)) throw new Refusal('call.invalid', 400, { fields: { act: 'field.range' } });
    const text = textOf(input.act, input.text);
    const orders = await authorizeDeskOrders(db, caller, ids);
    const done = await performDeskAction(db, orders, input.act, {
      by: caller.uid,
      text,
      timeZone: app.settings.timeZone,
    });
    publishOrderChange(
      ctx,
      orders.filter(({ id }) => done.ids.includes(id)),
    );
    return [{ act: done.act, orders: await outcomes(ctx, { ids, orders, done: done.ids, act: input.act }) }];
  },

  async undo(ctx) {
    const { db, caller, input } = ctx;
    const ids = isUuid(input.act) ? await readDeskActionOrders(db, input.act, caller.uid) : [];
    if (!ids.length) throw new Refusal('singlewindow.noUndo', 409);
    const orders = await authorizeDeskOrders(db, caller, ids);
    const { ids: done, again } = await undoDeskAction(db, orders, input.act, caller.uid).catch(asAgain);
    publishOrderChange(
      ctx,
      orders.filter(({ id }) => done.includes(id)),
    );
    return [{ act: null, orders: await outcomes(ctx, { ids, orders, done, again, act: null }) }];
  },

  async paper({ db, caller, input, language }) {
    const paper = parseDocumentReference(input.paper);
    if (!paper) throw new Refusal('singlewindow.unknownPaper', 404);
    return [await readDeskOrder(db, await authorizeOrderByDocument(db, caller, paper), language)];
  },

  async papers({ caller, input, language, app, request }) {
    const chosen = wireLanguages.find((one) => one === input.lang) ?? language;
    const [printed, university] = await app.database.read(async (db) => [
      await readPrintableOrders(db, await authorizeReadableOrders(db, caller, input.id_okno_zakaz ?? []), chosen),
      await readUniversityName(db, chosen),
    ]);
    if (!printed.length) throw new Refusal('file.notFound', 404);
    const date = new Intl.DateTimeFormat('ru-RU', { timeZone: app.settings.timeZone }).format(now());
    const translate = sayingIn(app, chosen);
    const origin = app.settings.publicAddress ?? `${request.protocol}://${request.host}`;
    const codes = new Map(
      printed.flatMap(({ number, certificate }) => (certificate ? [[number, certificate.code]] : [])),
    );
    // No connection is held while the PDF is laid out.
    const body = await writePapersPdf(printed, {
      language: chosen,
      date,
      university,
      translate,
      how: ({ number }) => toCertificateOptions(app, origin, chosen, { number, code: codes.get(number) ?? '' }),
    });
    return {
      headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': 'inline; filename="papers.pdf"' },
      body,
    };
  },
};

const isDeskAction = (word: string): word is DeskActionKind => Object.hasOwn(deskActions, word);
const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** How certificates speak in a language. */
const sayingIn =
  ({ translations }: AppContext, language: Language) =>
  (key: string, values?: Record<string, string | number>) =>
    translations.translate(language, `singlewindow:certificate.${key}`, values);

/** What a certificate is written with: the address of its check, the time zone, the words. */
export const toCertificateOptions = (
  app: AppContext,
  origin: string,
  language: Language,
  { number, code }: Pick<Certificate, 'number' | 'code'>,
) => ({
  address: `${origin}/lms/check/${number}/${code}`,
  timeZone: app.settings.timeZone,
  translate: sayingIn(app, language),
});

function wantedOf(input: CallContext<typeof calls.found>['input']): QueueFilter {
  const status = input.status ?? 'waiting';
  if (!orderStatuses.includes(status)) throw new Refusal('call.invalid', 400, { fields: { status: 'field.range' } });
  return {
    status,
    document: input.id_okno_document ?? null,
    faculty: input.id_faculty ?? null,
    find: input.find ?? '',
    isOld: input.isOld ?? false,
    isHanded: input.isHanded ?? null,
    isLying: input.isLying ?? false,
  };
}

/** What an act says besides: a reason and a message have to be there, a line may be. */
function textOf(action: DeskActionKind, typed: string | undefined): string | null {
  const text = typed === undefined || isBlank(typed) ? null : typed.trim();
  if (action === 'refuse' || action === 'write') {
    if (text === null) throw new Refusal('call.invalid', 400, { fields: { text: 'field.required' } });
    return text;
  }
  if (text !== null && [...text].length > maxOrderNoteLength)
    throw new Refusal('call.invalid', 400, { fields: { text: 'field.long' } });
  return action === 'ready' ? text : null;
}

interface ActionResult {
  readonly ids: readonly number[];
  readonly orders: readonly AuthorizedOrder[];
  readonly done: readonly number[];
  readonly again?: readonly number[];
  /** Null: an act was taken back. */
  readonly act: DeskActionKind | null;
}

/** What came of each order. */
async function outcomes({ db }: Pick<CallContext, 'db'>, { ids, orders, done, again = [], act }: ActionResult) {
  const isDone = new Set(done);
  const left = orders.filter(({ id }) => !isDone.has(id));
  const why = new Map(left.length ? (await readSkipReasons(db, left)).map((one) => [one.id, one]) : []);
  return ids.slice(0, maxDeskBatch).map((id) => {
    const { status, lies, by } = why.get(id) ?? { status: '', lies: false, by: null };
    const outcome = isDone.has(id)
      ? 'done'
      : !why.has(id)
        ? 'gone'
        : again.includes(id)
          ? 'again'
          : act === 'ready' && status === 'preparing'
            ? 'line'
            : act === 'remind' && lies
              ? 'today'
              : 'faster';
    return { id_okno_zakaz: id, result: isDone.has(id) ? 1 : 0, outcome, by: outcome === 'faster' ? by : null };
  });
}

/** Its owner ordered the same in the very moment in which the refusal was taken back. */
function asAgain(error: unknown): never {
  if ((error as { code?: string }).code === '23505') throw new Refusal('singlewindow.already', 409);
  throw error;
}
