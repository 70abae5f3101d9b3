import { call } from './call.ts';
import * as f from './fields.ts';
import {
  maxDeskBatch,
  maxNoteLength,
  maxOrdersListed,
  maxPapersPerFile,
  maxReasonLength,
  pdfsPerMinute,
  queuePageSize,
  searchesPerMinute,
} from './limits.ts';
import { attachedFileSchema } from './news.ts';

const order = {
  id_okno_zakaz: f.int(),
  id_okno_document: f.int(),
  okno_document: f.str(),
  id_oblast: f.int(),
  oblast: f.str(),
  id_raion: f.int(),
  raion: f.str(),
  status: f.str(),
  date_insert: f.timestamp(),
  date_update: f.nullable(f.timestamp()),
  canCancel: f.bool(),
  reason: f.nullable(f.str()),
  /** Registration number of a prepared document, 2026-000012. */
  number: f.nullable(f.str()),
  /** The portal has written the document: it can be downloaded. */
  isCertificate: f.bool(),
  handed: f.nullable(f.timestamp()),
  revoked: f.nullable(f.timestamp()),
  /** Where and when such a document is handed out; who prepared this one. */
  pickup: f.nullable(f.str()),
  preparedBy: f.nullable(f.str()),
  /** The clerk's line and scan for the owner. */
  note: f.nullable(f.str()),
  scan: f.nullable(attachedFileSchema),
  /** Prepared, and the owner has neither seen that, nor fetched the document, nor been handed it. */
  isNew: f.bool(),
};
const queued = {
  ...order,
  uid: f.int(),
  fullName: f.str(),
  group: f.nullable(f.str()),
  apart: f.namesakeHint(),
  /** The last message about it came from its owner. */
  wrote: f.bool(),
  /** The portal writes the paper itself: it is ready without a line or a scan. */
  isMade: f.bool(),
};
const done = f.rows(f.shape({ result: f.int(), ...order }));
const one = { id_okno_zakaz: f.id(), uid: f.callerId() };
const queueOne = f.shape({ id_okno_zakaz: f.id() });
const withReason = f.shape({ id_okno_zakaz: f.id(), reason: f.requiredText(maxReasonLength) });
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
const many = f.ids(maxDeskBatch);
/** What came of an act: its number, to take it back, null where that cannot be; and of each order. */
const outcome = f.rows(
  f.shape({
    act: f.nullable(f.str()),
    orders: f.rows(
      f.shape({
        id_okno_zakaz: f.int(),
        result: f.int(),
        /**
         * done; faster (somebody else acted before, `by`); line (ready needs a line or a scan); today (was reminded
         * within a day); again (its owner has ordered the same again); gone (not at this desk).
         */
        outcome: f.str(),
        by: f.nullable(f.str()),
      }),
    ),
  }),
);

/** Ordering documents, the clerk's desk, and the public check of what was issued. */
export const singlewindow = {
  documents: call({
    path: '/api/singlewindow/doc/list',
    method: 'POST',
    access: 'in',
    reads: true,
    /** With `forDesk` all that may be in the queue, for who works there; else what the caller may order. */
    input: f.shape({ forDesk: f.optionalFlag() }),
    output: f.rows(f.shape({ id_okno_document: f.int(), okno_document: f.str() })),
  }),
  regions: call({
    path: '/api/singlewindow/region/list',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.rows(f.shape({ id_oblast: f.int(), oblast: f.str() })),
  }),
  districts: call({
    path: '/api/singlewindow/district/list',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ id_oblast: f.id('int') }),
    output: f.rows(f.shape({ id_raion: f.int(), raion: f.str() })),
  }),
  orders: call({
    path: '/api/singlewindow/order/list',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ uid: f.callerId() }),
    output: f.rows(f.shape(order)),
  }),
  /** Notes that the owner has seen prepared orders, so that nowhere they count as new. */
  seen: call({
    path: '/api/singlewindow/order/seen',
    method: 'POST',
    access: 'in',
    input: f.shape({ id_okno_zakaz: f.ids(maxOrdersListed) }),
    output: f.writeResult(),
  }),
  save: call({
    path: '/api/singlewindow/order/save',
    method: 'POST',
    access: 'in',
    idempotent: true,
    often: 30,
    // Required by the room, which answers with its own code for what is not chosen.
    input: f.shape({
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
    input: f.shape(one),
    output: done,
  }),
  /** A message of the owner about an order that is not handed out or cancelled. */
  write: call({
    path: '/api/singlewindow/order/write',
    method: 'POST',
    access: 'in',
    idempotent: true,
    often: 30,
    input: f.shape({ id_okno_zakaz: f.id(), text: f.requiredText(maxNoteLength) }),
    output: f.writeResult(),
  }),
  history: call({
    path: '/api/singlewindow/order/history',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ id_okno_zakaz: f.id() }),
    output: f.rows(
      f.shape({ action: f.str(), at: f.timestamp(), reason: f.nullable(f.str()), fio: f.nullable(f.str()) }),
    ),
  }),
  scan: call({
    path: '/api/singlewindow/order/scan.file',
    method: 'GET',
    access: 'in',
    reads: true,
    raw: true,
    input: f.shape({ id_okno_zakaz: f.id(), inline: f.optionalFlag() }),
    output: f.noFields(),
  }),
  certificate: call({
    path: '/api/singlewindow/order/certificate.file',
    method: 'GET',
    access: 'in',
    own: true,
    reads: true,
    often: pdfsPerMinute,
    oftenAs: 'paper',
    raw: true,
    input: f.shape({ id_okno_zakaz: f.id(), lang: f.optionalText(2), inline: f.optionalFlag() }),
    output: f.noFields(),
  }),
  check: call({
    path: '/api/singlewindow/check.json',
    method: 'GET',
    access: 'all',
    reads: true,
    input: f.shape({ number: f.text(20, 1), code: f.text(40, 1) }),
    output: f.rows(
      f.shape({
        state: f.str(),
        number: f.nullable(f.str()),
        okno_document: f.nullable(f.str()),
        fullName: f.nullable(f.str()),
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
    input: f.shape({
      ...wanted,
      /** The last order of the page before. */
      id_okno_zakaz: f.optionalId(),
      /** The newest first instead of the oldest. */
      isNewest: f.optionalFlag(),
    }),
    output: f.rows(f.shape(queued)),
  }),
  /** The ids of all orders of the queue: at most one more than an action accepts, so that the page sees when there are too many. */
  found: call({
    path: '/api/singlewindow/queue/found',
    method: 'POST',
    access: 'orders',
    reads: 'long',
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape(wanted),
    output: f.rows(f.shape({ id_okno_zakaz: f.int() })),
  }),
  /** The queue of a desk in numbers: what waits, what is lying ready, and what was handed out in the last seven days. */
  figures: call({
    path: '/api/singlewindow/queue/figures',
    method: 'POST',
    access: 'orders',
    reads: 'long',
    input: f.noFields(),
    output: f.rows(
      f.shape({
        waiting: f.int(),
        preparing: f.int(),
        prepared: f.int(),
        /** When the oldest of those that wait was ordered. */
        oldest: f.nullable(f.timestamp()),
        /** Of those that are prepared: ready for longer than two weeks. */
        lying: f.int(),
        /** Of those that are lying: whose owners were not reminded within a day. */
        remindable: f.int(),
        handed: f.rows(f.shape({ day: f.str(), count: f.int() })),
        canceled: f.int(),
        /** Of those that wait: ordered more than two days ago. */
        old: f.int(),
        /** The faculties of this desk. */
        faculties: f.rows(f.shape({ id_faculty: f.int(), name: f.str() })),
      }),
    ),
  }),
  move: call({
    path: '/api/singlewindow/queue/move',
    method: 'POST',
    access: 'orders',
    idempotent: true,
    input: f.shape({ id_okno_zakaz: f.id(), status: f.text(20, 1), note: f.optionalText(maxNoteLength) }),
    output: done,
  }),
  moveMany: call({
    path: '/api/singlewindow/queue/movemany',
    method: 'POST',
    access: 'orders',
    idempotent: true,
    input: f.shape({ id_okno_zakaz: f.ids(queuePageSize), status: f.text(20, 1) }),
    output: f.rows(f.shape({ result: f.int(), id_okno_zakaz: f.int() })),
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
    input: f.shape({ id_okno_zakaz: many, act: f.text(10, 1), text: f.optionalText(maxReasonLength) }),
    output: outcome,
  }),
  /** Takes an own act back, of every order to which nothing has happened since. */
  undo: call({
    path: '/api/singlewindow/queue/undo',
    method: 'POST',
    access: 'orders',
    idempotent: true,
    input: f.shape({ act: f.text(36, 36) }),
    output: outcome,
  }),
  /** The order of a paper in the hand: the address of its QR code as a scanner types it, or its number. */
  paper: call({
    path: '/api/singlewindow/queue/paper',
    method: 'POST',
    access: 'orders',
    reads: true,
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({ paper: f.text(300, 1) }),
    output: f.rows(f.shape({ ...queued, photo: f.nullable(f.str()) })),
  }),
  /** One PDF for several prepared orders: a list to sign, then the papers that the portal writes, by surname. */
  papers: call({
    path: '/api/singlewindow/queue/papers.file',
    method: 'GET',
    access: 'orders',
    own: true,
    reads: true,
    often: pdfsPerMinute,
    oftenAs: 'paper',
    raw: true,
    input: f.shape({ id_okno_zakaz: f.ids(maxPapersPerFile), lang: f.optionalText(2) }),
    output: f.noFields(),
  }),
  /** Gives an order in work or prepared a line and a scan, or takes them away; what is left out stays as it is. */
  note: call({
    path: '/api/singlewindow/queue/note',
    method: 'POST',
    access: 'orders',
    idempotent: true,
    files: { field: 'files', most: 1 },
    input: f.shape({ id_okno_zakaz: f.id(), note: f.optionalText(maxNoteLength), withoutScan: f.optionalFlag() }),
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
