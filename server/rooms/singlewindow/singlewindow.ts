import { singlewindow as calls } from '@bilim/contract/singlewindow.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import { type CallContext, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { languages } from '../../core/translations.ts';
import { keepFiles } from '../../files/files.ts';
import { certificatePdf } from './certificate.ts';
import { deskOrder, deskOrders, type OpenOrder, ownOrder, readableOrder } from './singlewindow.access.ts';
import { rememberAnswer } from './singlewindow.acts.queries.ts';
import { certificateOf } from './singlewindow.content.queries.ts';
import { certificateWays, desk } from './singlewindow.desk.ts';
import {
  cancelOrders,
  checkNumber,
  districts,
  documentTypes,
  handOut,
  historyOf,
  insertOrder,
  noteSeen,
  orderRow,
  ordersOf,
  prepareOrders,
  regions,
  rememberNote,
  revokeOrder,
  type Status,
  scanOf,
  setNote,
  setScan,
  startOrders,
  wrongChoices,
} from './singlewindow.queries.ts';
import { tellAbout, tellOwners } from './singlewindow.told.ts';

type Fetching = Pick<CallContext<typeof calls.scan>, 'caller' | 'input' | 'house' | 'afterCommit' | 'request'>;

async function answer({ db, language }: Pick<CallContext, 'db' | 'language'>, order: OpenOrder) {
  return [{ result: 1, ...(await orderRow(db, order, language)) }];
}

const wrongStep = () => new Refusal('singlewindow.wrongStep', 409);

/** Takes orders one step further; gives the ids of those for which it was the next step. */
function step(
  ask: Pick<CallContext, 'db' | 'house'> & { caller: { uid: number } },
  orders: OpenOrder[],
  status: string,
) {
  if (status === 'preparing') return startOrders(ask.db, orders, ask.caller.uid);
  return prepareOrders(ask.db, orders, ask.caller.uid, ask.house.settings.timeZone);
}

/** The single window: a person's orders, the clerk's desk, the public check. */
export const singlewindow = room('singlewindow', calls, {
  handlers: {
    ...desk,

    async documents({ db, caller, input, language }) {
      if (input.forDesk && !caller.permissions.includes('orders')) throw new Refusal('call.notAllowed', 403);
      return await documentTypes(db, input.forDesk ? null : caller.role, language);
    },

    async regions({ db, language }) {
      return await regions(db, language);
    },

    async districts({ db, input, language }) {
      return await districts(db, input.id_oblast, language);
    },

    async orders({ db, caller, language }) {
      return await ordersOf(db, caller.uid, language);
    },

    async save(ask) {
      const { db, caller, input } = ask;
      const choice = { document: input.id_okno_document, region: input.id_oblast, district: input.id_raion };
      const wrong = await wrongChoices(
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
      tellAbout(ask, [order]);
      return await answer(ask, order);
    },

    async seen({ db, caller, input, tell }) {
      const seen = await noteSeen(db, caller.uid, input.id_okno_zakaz ?? []);
      for (const id of seen) tell([`u:${caller.uid}`], String(id));
      if (seen.length) tellOwners({ tell }, [caller.uid]);
      return [{ result: 1 }];
    },

    async cancel(ask) {
      const order = await ownOrder(ask.db, ask.caller, ask.input.id_okno_zakaz);
      const done = await cancelOrders(ask.db, [order], ['waiting'], ask.caller.uid, null);
      if (!done.length) throw new Refusal('singlewindow.notWaiting', 409);
      tellAbout(ask, [order]);
      return await answer(ask, order);
    },

    async write(ask) {
      const order = await ownOrder(ask.db, ask.caller, ask.input.id_okno_zakaz);
      const text = ask.input.text.trim();
      if (isBlank(text)) throw new Refusal('call.invalid', 400, { fields: { text: 'field.required' } });
      if (!(await rememberAnswer(ask.db, order, text))) throw new Refusal('singlewindow.closed', 409);
      tellAbout(ask, [order]);
      return [{ result: 1 }];
    },

    async history({ db, caller, input }) {
      const order = await readableOrder(db, caller, input.id_okno_zakaz);
      return await historyOf(db, order, order.owner !== caller.uid);
    },

    async certificate(ask) {
      const { caller, input, language, house, request } = ask;
      const certificate = await house.database.read(async (db) =>
        certificateOf(db, await readableOrder(db, caller, input.id_okno_zakaz)),
      );
      if (!certificate) throw new Refusal('file.notFound', 404);
      const chosen = languages.find((one) => one === input.lang) ?? language;
      const origin = house.settings.publicAddress ?? `${request.protocol}://${request.host}`;
      // No connection is held while the PDF is laid out.
      const body = await certificatePdf(certificate, chosen, certificateWays(house, origin, chosen, certificate));
      noteFetched(ask);
      return {
        headers: {
          'Content-Type': 'application/pdf',
          'Content-Disposition': `${input.inline ? 'inline' : 'attachment'}; filename="${certificate.number}.pdf"`,
        },
        body,
      };
    },

    async scan(ask) {
      const { db, caller, input, house, request } = ask;
      const file = await scanOf(db, await readableOrder(db, caller, input.id_okno_zakaz));
      if (!file) throw new Refusal('file.notFound', 404);
      noteFetched(ask);
      return house.files.answer(request, file, { inline: input.inline });
    },

    async check({ db, input, language }) {
      const found = await checkNumber(db, input.number, input.code, language);
      const nothing = { number: null, okno_document: null, fullName: null, issued: null, revoked: null };
      if (!found) return [{ state: 'unknown', ...nothing }];
      return [{ state: found.revoked ? 'revoked' : 'genuine', ...found }];
    },

    async move(ask) {
      checkStep(ask.input.status);
      const order = await deskOrder(ask.db, ask.caller, ask.input.id_okno_zakaz);
      const done = await step(ask, [order], ask.input.status);
      if (!done.length) throw wrongStep();
      if (ask.input.note !== undefined) await setNote(ask.db, order, noteOf(ask.input.note));
      tellAbout(ask, [order]);
      return await answer(ask, order);
    },

    async note(ask) {
      const { db, caller, input, files } = ask;
      const order = await deskOrder(db, caller, input.id_okno_zakaz);
      const note = input.note === undefined ? undefined : noteOf(input.note);
      if (!(await rememberNote(db, order, caller.uid, note ?? null))) throw wrongStep();
      if (note !== undefined) await setNote(db, order, note);
      const [scan] = await keepFiles(db, caller.uid, files);
      if (scan || input.withoutScan) await setScan(db, order, scan?.id ?? null);
      tellAbout(ask, [order]);
      return await answer(ask, order);
    },

    async moveMany(ask) {
      checkStep(ask.input.status);
      const ids = ask.input.id_okno_zakaz ?? [];
      const orders = await deskOrders(ask.db, ask.caller, ids);
      const done = new Set(await step(ask, orders, ask.input.status));
      tellAbout(
        ask,
        orders.filter(({ id }) => done.has(id)),
      );
      return ids.map((id) => ({ result: done.has(id) ? 1 : 0, id_okno_zakaz: id }));
    },

    async refuse(ask) {
      const order = await deskOrder(ask.db, ask.caller, ask.input.id_okno_zakaz);
      const reason = reasonOf(ask.input.reason);
      const done = await cancelOrders(ask.db, [order], ['waiting', 'preparing'], ask.caller.uid, reason);
      if (!done.length) throw wrongStep();
      tellAbout(ask, [order]);
      return await answer(ask, order);
    },

    async handOut(ask) {
      const order = await deskOrder(ask.db, ask.caller, ask.input.id_okno_zakaz);
      if (!(await handOut(ask.db, order, ask.caller.uid))) throw wrongStep();
      tellAbout(ask, [order]);
      return await answer(ask, order);
    },

    async revoke(ask) {
      const order = await deskOrder(ask.db, ask.caller, ask.input.id_okno_zakaz);
      if (!(await revokeOrder(ask.db, order, ask.caller.uid, reasonOf(ask.input.reason)))) throw wrongStep();
      tellAbout(ask, [order]);
      return await answer(ask, order);
    },
  },
});

/** The clerk's line; one of which nothing can be seen takes the old one away. */
const noteOf = (text: string) => (isBlank(text) ? null : text.trim());

/** What its owner fetched is no longer new. Noted apart from the call: fetching itself changes nothing. */
function noteFetched({ caller, input, house, afterCommit, request }: Fetching): void {
  const note = async () => {
    const seen = await house.database.alone((db) => noteSeen(db, caller.uid, [input.id_okno_zakaz]));
    const to = [`u:${caller.uid}` as const];
    house.live.publish(
      seen.flatMap((id) => [
        { to, room: 'singlewindow', key: String(id) },
        { to, room: 'notices', key: null },
      ]),
    );
  };
  afterCommit(() => void note().catch((err) => request.log.warn({ err }, 'a fetched document was not noted')));
}

/** A reason of which nothing can be seen is none. */
function reasonOf(text: string): string {
  const reason = text.trim();
  if (isBlank(reason)) throw new Refusal('call.invalid', 400, { fields: { reason: 'field.required' } });
  return reason;
}

/** The steps that the desk takes an order; other words are a mistake in the request, not a wrong step. */
const steps: readonly string[] = ['preparing', 'prepared'] satisfies Status[];

function checkStep(status: string): void {
  if (!steps.includes(status)) throw new Refusal('call.invalid', 400, { fields: { status: 'field.range' } });
}
