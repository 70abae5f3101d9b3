import { call } from './call.ts';
import * as f from './fields.ts';
import {
  deskQueuePageSize,
  maxDeskBatch,
  maxOrderNoteLength,
  maxOrdersListed,
  maxOrdersPerPdf,
  maxPdfsPerMinute,
  maxReasonLength,
  maxSearchesPerMinute,
} from './limits.ts';
import { attachedFileSchema } from './news.ts';

const order = {
  id_okno_zakaz: f.integer(),
  id_okno_document: f.integer(),
  okno_document: f.string(),
  id_oblast: f.integer(),
  oblast: f.string(),
  id_raion: f.integer(),
  raion: f.string(),
  status: f.string(),
  date_insert: f.timestamp(),
  date_update: f.nullable(f.timestamp()),
  canCancel: f.boolean(),
  reason: f.nullable(f.string()),
  /** Registration number of a prepared document, 2026-000012. */
  number: f.nullable(f.string()),
  /** The portal has written the document: it can be downloaded. */
  isCertificate: f.boolean(),
  handed: f.nullable(f.timestamp()),
  revoked: f.nullable(f.timestamp()),
  /** Where and when such a document is handed out; who prepared this one. */
  pickup: f.nullable(f.string()),
  preparedBy: f.nullable(f.string()),
  /** The clerk's line and scan for the owner. */
  note: f.nullable(f.string()),
  scan: f.nullable(attachedFileSchema),
  /** Prepared, and the owner has neither seen that, nor fetched the document, nor been handed it. */
  isNew: f.boolean(),
};
const queued = {
  ...order,
  uid: f.integer(),
  fullName: f.string(),
  group: f.nullable(f.string()),
  apart: f.namesakeHint(),
  /** The last message about it came from its owner. */
  wrote: f.boolean(),
  /** The portal writes the paper itself: it is ready without a line or a scan. */
  isMade: f.boolean(),
};
const done = f.array(f.object({ result: f.integer(), ...order }));
const one = { id_okno_zakaz: f.id(), uid: f.callerId() };
const queueOne = f.object({ id_okno_zakaz: f.id() });
const withReason = f.object({ id_okno_zakaz: f.id(), reason: f.requiredText(maxReasonLength) });
/** Which orders of the queue are meant. */
const wanted = {
  status: f.optionalText(20),
  id_okno_document: f.optionalId('int'),
  id_faculty: f.optionalId('int'),
  /** Of name, login, group and number: every word, in any order. */
  find: f.optionalText(100),
  /** Only those that were ordered more than two days ago. */
  isOld: f.optionalFlag(),
  /** Of prepared ones: those handed out, or those that lie ready; both, with the void ones, when left out. */
  isHanded: f.optionalFlag(),
  /** Only those that have lain ready for longer than two weeks. */
  isLying: f.optionalFlag(),
};
const many = f.optionalIds(maxDeskBatch);
/** What came of an act: its number, to take it back, null where that cannot be; and of each order. */
const outcome = f.array(
  f.object({
    act: f.nullable(f.string()),
    orders: f.array(
      f.object({
        id_okno_zakaz: f.integer(),
        result: f.integer(),
        /**
         * done; faster (somebody else acted before, `by`); line (ready needs a line or a scan); today (was reminded
         * within a day); again (its owner has ordered the same again); gone (not at this desk).
         */
        outcome: f.string(),
        by: f.nullable(f.string()),
      }),
    ),
  }),
);

/** The steps that the desk takes an order by themselves; handing out and refusing have acts of their own. */
const deskSteps = ['preparing', 'prepared'] as const;

/** Ordering documents, the clerk's desk, and the public check of what was issued. */
export const singlewindow = {
  documents: call({
    path: '/api/singlewindow/doc/list',
    method: 'POST',
    access: 'in',
    reads: true,
    /** With `forDesk` all that may be in the queue, for who works there; else what the caller may order. */
    input: f.object({ forDesk: f.optionalFlag() }),
    output: f.array(f.object({ id_okno_document: f.integer(), okno_document: f.string() })),
  }),
  regions: call({
    path: '/api/singlewindow/region/list',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.array(f.object({ id_oblast: f.integer(), oblast: f.string() })),
  }),
  districts: call({
    path: '/api/singlewindow/district/list',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ id_oblast: f.id('int') }),
    output: f.array(f.object({ id_raion: f.integer(), raion: f.string() })),
  }),
  orders: call({
    path: '/api/singlewindow/order/list',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ uid: f.callerId() }),
    output: f.array(f.object(order)),
  }),
  /** Notes that the owner has seen prepared orders, so that nowhere they count as new. */
  seen: call({
    path: '/api/singlewindow/order/seen',
    method: 'POST',
    access: 'in',
    input: f.object({ id_okno_zakaz: f.optionalIds(maxOrdersListed) }),
    output: f.writeResult(),
  }),
  save: call({
    path: '/api/singlewindow/order/save',
    method: 'POST',
    access: 'in',
    idempotent: true,
    often: 30,
    // Required by the room, which answers with its own code for what is not chosen.
    input: f.object({
      id_okno_document: f.optionalId('int'),
      id_oblast: f.optionalId('int'),
      id_raion: f.optionalId('int'),
      uid: f.callerId(),
    }),
    output: done,
  }),
  cancel: call({
    path: '/api/singlewindow/order/cancel',
    method: 'POST',
    access: 'in',
    idempotent: true,
    input: f.object(one),
    output: done,
  }),
  /** A message of the owner about an order that is not handed out or cancelled. */
  write: call({
    path: '/api/singlewindow/order/write',
    method: 'POST',
    access: 'in',
    idempotent: true,
    often: 30,
    input: f.object({ id_okno_zakaz: f.id(), text: f.requiredText(maxOrderNoteLength) }),
    output: f.writeResult(),
  }),
  history: call({
    path: '/api/singlewindow/order/history',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ id_okno_zakaz: f.id() }),
    output: f.array(
      f.object({ action: f.string(), at: f.timestamp(), reason: f.nullable(f.string()), fio: f.nullable(f.string()) }),
    ),
  }),
  scan: call({
    path: '/api/singlewindow/order/scan.file',
    method: 'GET',
    access: 'in',
    reads: true,
    raw: true,
    input: f.object({ id_okno_zakaz: f.id(), inline: f.optionalFlag() }),
    output: f.noFields(),
  }),
  certificate: call({
    path: '/api/singlewindow/order/certificate.file',
    method: 'GET',
    access: 'in',
    own: true,
    reads: true,
    often: maxPdfsPerMinute,
    oftenAs: 'paper',
    raw: true,
    input: f.object({ id_okno_zakaz: f.id(), lang: f.optionalText(2), inline: f.optionalFlag() }),
    output: f.noFields(),
  }),
  check: call({
    path: '/api/singlewindow/check.json',
    method: 'GET',
    access: 'all',
    reads: true,
    input: f.object({ number: f.text(20, 1), code: f.text(40, 1) }),
    output: f.array(
      f.object({
        state: f.string(),
        number: f.nullable(f.string()),
        okno_document: f.nullable(f.string()),
        fullName: f.nullable(f.string()),
        issued: f.nullable(f.timestamp()),
        revoked: f.nullable(f.timestamp()),
      }),
    ),
  }),
  queue: call({
    path: '/api/singlewindow/queue/list',
    method: 'POST',
    access: 'orders',
    reads: 'long',
    input: f.object({
      ...wanted,
      /** The last order of the page before. */
      id_okno_zakaz: f.optionalId(),
      /** The newest first instead of the oldest. */
      isNewest: f.optionalFlag(),
    }),
    output: f.array(f.object(queued)),
  }),
  /** The ids of all orders of the queue: at most one more than an action accepts, so that the page sees when there are too many. */
  found: call({
    path: '/api/singlewindow/queue/found',
    method: 'POST',
    access: 'orders',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object(wanted),
    output: f.array(f.object({ id_okno_zakaz: f.integer() })),
  }),
  /** The queue of a desk in numbers: what waits, what is lying ready, and what was handed out in the last seven days. */
  figures: call({
    path: '/api/singlewindow/queue/figures',
    method: 'POST',
    access: 'orders',
    reads: 'long',
    input: f.noFields(),
    output: f.array(
      f.object({
        waiting: f.integer(),
        preparing: f.integer(),
        prepared: f.integer(),
        /** When the oldest of those that wait was ordered. */
        oldest: f.nullable(f.timestamp()),
        /** Of those that are prepared: ready for longer than two weeks. */
        lying: f.integer(),
        /** Of those that are lying: whose owners were not reminded within a day. */
        remindable: f.integer(),
        handed: f.array(f.object({ day: f.string(), count: f.integer() })),
        canceled: f.integer(),
        /** Of those that wait: ordered more than two days ago. */
        old: f.integer(),
        /** The faculties of this desk. */
        faculties: f.array(f.object({ id_faculty: f.integer(), name: f.string() })),
      }),
    ),
  }),
  move: call({
    path: '/api/singlewindow/queue/move',
    method: 'POST',
    access: 'orders',
    idempotent: true,
    input: f.object({ id_okno_zakaz: f.id(), status: f.oneOf(deskSteps), note: f.optionalText(maxOrderNoteLength) }),
    output: done,
  }),
  moveMany: call({
    path: '/api/singlewindow/queue/movemany',
    method: 'POST',
    access: 'orders',
    idempotent: true,
    input: f.object({ id_okno_zakaz: f.optionalIds(deskQueuePageSize), status: f.oneOf(deskSteps) }),
    output: f.array(f.object({ result: f.integer(), id_okno_zakaz: f.integer() })),
  }),
  /**
   * One act on many orders: take, ready, hand, refuse (`text`: the reason), write (`text`), remind. With ready `text` is the
   * line of those that have none. Every order is judged by itself: those for which it was the next step are done.
   */
  act: call({
    path: '/api/singlewindow/queue/act',
    method: 'POST',
    access: 'orders',
    idempotent: true,
    input: f.object({ id_okno_zakaz: many, act: f.text(10, 1), text: f.optionalText(maxReasonLength) }),
    output: outcome,
  }),
  /** Takes an own act back, of every order to which nothing has happened since. */
  undo: call({
    path: '/api/singlewindow/queue/undo',
    method: 'POST',
    access: 'orders',
    idempotent: true,
    input: f.object({ act: f.text(36, 36) }),
    output: outcome,
  }),
  /** The order of a paper in the hand: the address of its QR code as a scanner types it, or its number. */
  paper: call({
    path: '/api/singlewindow/queue/paper',
    method: 'POST',
    access: 'orders',
    reads: true,
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({ paper: f.text(300, 1) }),
    output: f.array(f.object({ ...queued, photo: f.nullable(f.string()) })),
  }),
  /** One PDF for several prepared orders: a list to sign, then the papers that the portal writes, by surname. */
  papers: call({
    path: '/api/singlewindow/queue/papers.file',
    method: 'GET',
    access: 'orders',
    own: true,
    reads: true,
    often: maxPdfsPerMinute,
    oftenAs: 'paper',
    raw: true,
    input: f.object({ id_okno_zakaz: f.optionalIds(maxOrdersPerPdf), lang: f.optionalText(2) }),
    output: f.noFields(),
  }),
  /** Gives an order in work or prepared a line and a scan, or takes them away; what is left out stays as it is. */
  note: call({
    path: '/api/singlewindow/queue/note',
    method: 'POST',
    access: 'orders',
    idempotent: true,
    files: { field: 'files', most: 1 },
    input: f.object({ id_okno_zakaz: f.id(), note: f.optionalText(maxOrderNoteLength), withoutScan: f.optionalFlag() }),
    output: done,
  }),
  refuse: call({
    path: '/api/singlewindow/queue/refuse',
    method: 'POST',
    access: 'orders',
    idempotent: true,
    input: withReason,
    output: done,
  }),
  handOut: call({
    path: '/api/singlewindow/queue/handout',
    method: 'POST',
    access: 'orders',
    idempotent: true,
    input: queueOne,
    output: done,
  }),
  revoke: call({
    path: '/api/singlewindow/queue/revoke',
    method: 'POST',
    access: 'orders',
    idempotent: true,
    input: withReason,
    output: done,
  }),
};
