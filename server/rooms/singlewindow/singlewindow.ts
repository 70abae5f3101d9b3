import { singlewindow as calls } from '@bilim/contract/singlewindow.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import { type CallContext, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { wireLanguages } from '../../core/translations.ts';
import { insertFileRows } from '../../files/files.ts';
import { writeCertificatePdf } from './certificate.ts';
import {
  type AuthorizedOrder,
  authorizeDeskOrder,
  authorizeDeskOrders,
  authorizeOwnOrder,
  authorizeReadableOrder,
} from './singlewindow.access.ts';
import { begins } from './singlewindow.begins.ts';
import { readCertificate } from './singlewindow.content.queries.ts';
import { deskHandlers, toCertificateOptions } from './singlewindow.desk.ts';
import { recordOwnerMessage } from './singlewindow.desk-actions.queries.ts';
import { publishOrderChange, publishOwnerNotices } from './singlewindow.notices.ts';
import {
  cancelOrders,
  checkDocumentNumber,
  findInvalidOrderFields,
  insertOrder,
  markHandedOut,
  markOrdersSeen,
  prepareOrders,
  readDistricts,
  readDocumentTypes,
  readOrderHistory,
  readOrderRow,
  readOrderScan,
  readOwnOrders,
  readRegions,
  recordNoteChange,
  revokeOrder,
  setOrderNote,
  setOrderScan,
  startPreparingOrders,
} from './singlewindow.queries.ts';

type Fetching = Pick<CallContext<typeof calls.scan>, 'caller' | 'input' | 'app' | 'afterCommit' | 'request'>;

async function answer({ db, language }: Pick<CallContext, 'db' | 'language'>, order: AuthorizedOrder) {
  return [{ result: 1, ...(await readOrderRow(db, order, language)) }];
}

const wrongStep = () => new Refusal('singlewindow.wrongStep', 409);

/** Takes orders one step further; gives the ids of those for which it was the next step. */
function step(
  ctx: Pick<CallContext, 'db' | 'app'> & { caller: { uid: number } },
  orders: AuthorizedOrder[],
  status: string,
) {
  if (status === 'preparing') return startPreparingOrders(ctx.db, orders, ctx.caller.uid);
  return prepareOrders(ctx.db, orders, ctx.caller.uid, ctx.app.settings.timeZone);
}

/** The single window: a person's orders, the clerk's desk, the public check. */
export const singlewindow = room('singlewindow', calls, {
  begins,
  handlers: {
    ...deskHandlers,

    async documents({ db, caller, input, language }) {
      if (input.forDesk && !caller.permissions.includes('orders')) throw new Refusal('call.notAllowed', 403);
      return await readDocumentTypes(db, input.forDesk ? null : caller.role, language);
    },

    async regions({ db, language }) {
      return await readRegions(db, language);
    },

    async districts({ db, input, language }) {
      return await readDistricts(db, input.id_oblast, language);
    },

    async orders({ db, caller, language }) {
      return await readOwnOrders(db, caller.uid, language);
    },

    async save(ctx) {
      const { db, caller, input } = ctx;
      const choice = { document: input.id_okno_document, region: input.id_oblast, district: input.id_raion };
      const wrong = await findInvalidOrderFields(
        db,
        { document: choice.document ?? 0, region: choice.region ?? 0, district: choice.district ?? 0 },
        caller.role,
      );
      if (wrong.document || wrong.region || wrong.district)
        throw new Refusal('singlewindow.chooseAll', 400, {
          fields: {
            ...(wrong.document && { id_okno_document: 'singlewindow.chooseDocument' }),
            ...(wrong.region && { id_oblast: 'singlewindow.chooseRegion' }),
            ...(wrong.district && { id_raion: 'singlewindow.chooseDistrict' }),
          },
        });
      if (!wrong.offered)
        throw new Refusal('singlewindow.notOffered', 422, { fields: { id_okno_document: 'singlewindow.notOffered' } });
      const order = await insertOrder(db, caller.uid, choice.document ?? 0, choice.district ?? 0);
      if (!order) throw new Refusal('singlewindow.already', 409);
      publishOrderChange(ctx, [order]);
      return await answer(ctx, order);
    },

    async seen({ db, caller, input, publish }) {
      const seen = await markOrdersSeen(db, caller.uid, input.id_okno_zakaz ?? []);
      for (const id of seen) publish([`u:${caller.uid}`], String(id));
      if (seen.length) publishOwnerNotices({ publish }, [caller.uid]);
      return [{ result: 1 }];
    },

    async cancel(ctx) {
      const order = await authorizeOwnOrder(ctx.db, ctx.caller, ctx.input.id_okno_zakaz);
      const done = await cancelOrders(ctx.db, [order], ['waiting'], ctx.caller.uid, null);
      if (!done.length) throw new Refusal('singlewindow.notWaiting', 409);
      publishOrderChange(ctx, [order]);
      return await answer(ctx, order);
    },

    async write(ctx) {
      const order = await authorizeOwnOrder(ctx.db, ctx.caller, ctx.input.id_okno_zakaz);
      const text = ctx.input.text.trim();
      if (!(await recordOwnerMessage(ctx.db, order, text))) throw new Refusal('singlewindow.closed', 409);
      publishOrderChange(ctx, [order]);
      return [{ result: 1 }];
    },

    async history({ db, caller, input }) {
      const order = await authorizeReadableOrder(db, caller, input.id_okno_zakaz);
      return await readOrderHistory(db, order, order.owner !== caller.uid);
    },

    async certificate(ctx) {
      const { caller, input, language, app, request } = ctx;
      const certificate = await app.database.read(async (db) =>
        readCertificate(db, await authorizeReadableOrder(db, caller, input.id_okno_zakaz)),
      );
      if (!certificate) throw new Refusal('file.notFound', 404);
      const chosen = wireLanguages.find((one) => one === input.lang) ?? language;
      const origin = app.settings.publicAddress ?? `${request.protocol}://${request.host}`;
      // No connection is held while the PDF is laid out.
      const body = await writeCertificatePdf(
        certificate,
        chosen,
        toCertificateOptions(app, origin, chosen, certificate),
      );
      noteFetched(ctx);
      return {
        headers: {
          'Content-Type': 'application/pdf',
          'Content-Disposition': `${input.inline ? 'inline' : 'attachment'}; filename="${certificate.number}.pdf"`,
        },
        body,
      };
    },

    async scan(ctx) {
      const { db, caller, input, app, request } = ctx;
      const file = await readOrderScan(db, await authorizeReadableOrder(db, caller, input.id_okno_zakaz));
      if (!file) throw new Refusal('file.notFound', 404);
      noteFetched(ctx);
      return app.files.answer(request, file, { inline: input.inline });
    },

    async check({ db, input, language }) {
      const found = await checkDocumentNumber(db, input.number, input.code, language);
      const nothing = { number: null, okno_document: null, fullName: null, issued: null, revoked: null };
      if (!found) return [{ state: 'unknown', ...nothing }];
      return [{ state: found.revoked ? 'revoked' : 'genuine', ...found }];
    },

    async move(ctx) {
      const order = await authorizeDeskOrder(ctx.db, ctx.caller, ctx.input.id_okno_zakaz);
      const done = await step(ctx, [order], ctx.input.status);
      if (!done.length) throw wrongStep();
      if (ctx.input.note !== undefined) await setOrderNote(ctx.db, order, noteOf(ctx.input.note));
      publishOrderChange(ctx, [order]);
      return await answer(ctx, order);
    },

    async note(ctx) {
      const { db, caller, input, files } = ctx;
      const order = await authorizeDeskOrder(db, caller, input.id_okno_zakaz);
      const note = input.note === undefined ? undefined : noteOf(input.note);
      if (!(await recordNoteChange(db, order, caller.uid, note ?? null))) throw wrongStep();
      if (note !== undefined) await setOrderNote(db, order, note);
      const [scan] = await insertFileRows(db, caller.uid, files);
      if (scan || input.withoutScan) await setOrderScan(db, order, scan?.id ?? null);
      publishOrderChange(ctx, [order]);
      return await answer(ctx, order);
    },

    async moveMany(ctx) {
      const ids = ctx.input.id_okno_zakaz ?? [];
      const orders = await authorizeDeskOrders(ctx.db, ctx.caller, ids);
      const done = new Set(await step(ctx, orders, ctx.input.status));
      publishOrderChange(
        ctx,
        orders.filter(({ id }) => done.has(id)),
      );
      return ids.map((id) => ({ result: done.has(id) ? 1 : 0, id_okno_zakaz: id }));
    },

    async refuse(ctx) {
      const order = await authorizeDeskOrder(ctx.db, ctx.caller, ctx.input.id_okno_zakaz);
      const reason = ctx.input.reason.trim();
      const done = await cancelOrders(ctx.db, [order], ['waiting', 'preparing'], ctx.caller.uid, reason);
      if (!done.length) throw wrongStep();
      publishOrderChange(ctx, [order]);
      return await answer(ctx, order);
    },

    async handOut(ctx) {
      const order = await authorizeDeskOrder(ctx.db, ctx.caller, ctx.input.id_okno_zakaz);
      if (!(await markHandedOut(ctx.db, order, ctx.caller.uid))) throw wrongStep();
      publishOrderChange(ctx, [order]);
      return await answer(ctx, order);
    },

    async revoke(ctx) {
      const order = await authorizeDeskOrder(ctx.db, ctx.caller, ctx.input.id_okno_zakaz);
      if (!(await revokeOrder(ctx.db, order, ctx.caller.uid, ctx.input.reason.trim()))) throw wrongStep();
      publishOrderChange(ctx, [order]);
      return await answer(ctx, order);
    },
  },
});

/** The clerk's line; one of which nothing can be seen takes the old one away. */
const noteOf = (text: string) => (isBlank(text) ? null : text.trim());

/** What its owner fetched is no longer new. Noted apart from the call: fetching itself changes nothing. */
function noteFetched({ caller, input, app, afterCommit, request }: Fetching): void {
  const note = async () => {
    const seen = await app.database.alone((db) => markOrdersSeen(db, caller.uid, [input.id_okno_zakaz]));
    const to = [`u:${caller.uid}` as const];
    app.live.publish(
      seen.flatMap((id) => [
        { to, room: 'singlewindow', key: String(id) },
        { to, room: 'notices', key: null },
      ]),
    );
  };
  afterCommit(() => void note().catch((err) => request.log.warn({ err }, 'a fetched document was not noted')));
}
