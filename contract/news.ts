import { call } from './call.ts';
import * as f from './fields.ts';
import { limits } from './limits.ts';

/** A file as lists tell it. */
export const attachedFileSchema = f.shape({ id: f.int(), name: f.str(), size: f.int(), type: f.str() });

const item = f.shape({
  id_eventMessage: f.int(),
  message: f.str(),
  fileName: f.str(),
  files: f.rows(attachedFileSchema),
  created: f.timestamp(),
  'p23-1': f.str(),
  id_author: f.int(),
  canEdit: f.bool(),
  id_humanTypeFor: f.int(),
  faculties: f.rows(f.int()),
});

/** Whom an announcement is for; -1 and nothing mean everybody. */
const audience = { id_humanTypeFor: f.optionalWholeNumberOrNone(1, 2), id_faculty: f.ids(50, 'int') };
const caller = { id: f.callerId(), uid: f.callerId(), role: f.callerRole() };

export const news = {
  data: call({
    path: '/api/news/data.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ ...caller, page: f.optionalWholeNumber(1, 1_000_000), id_eventMessage: f.optionalId() }),
    output: f.rows(item),
  }),
  check: call({
    path: '/api/news/check.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ id: f.callerId(), type: f.callerRole() }),
    output: f.writeResult(),
  }),
  faculties: call({
    path: '/api/misc/registered-faculty-list.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ id: f.callerId() }),
    output: f.rows(f.shape({ id_faculty: f.int(), 'p23-1': f.str(), 'p23-2': f.str() })),
  }),
  readers: call({
    path: '/api/news/readers.json',
    method: 'POST',
    access: 'news',
    reads: 'long',
    input: f.shape(audience),
    output: f.rows(f.shape({ readers: f.int() })),
  }),
  /** Name and post of the caller as readers of each language see them above an announcement, packed as in a list. */
  byline: call({
    path: '/api/news/byline.json',
    method: 'POST',
    access: 'news',
    reads: true,
    input: f.noFields(),
    output: f.rows(f.shape({ kg: f.str(), ru: f.str(), en: f.str() })),
  }),
  /** The caller's own latest announcements with how many people were notified of each, and how many have opened them. */
  own: call({
    path: '/api/news/own.json',
    method: 'POST',
    access: 'news',
    reads: 'long',
    input: f.noFields(),
    output: f.rows(
      f.shape({
        id_eventMessage: f.int(),
        /** The beginning of the announcement. */
        message: f.str(),
        created: f.timestamp(),
        id_humanTypeFor: f.int(),
        faculties: f.rows(f.str()),
        readers: f.int(),
        seen: f.int(),
      }),
    ),
  }),
  /** The caller's own announcements that were taken back, the last one first: with their files they can be written again. */
  deleted: call({
    path: '/api/news/deleted.json',
    method: 'POST',
    access: 'news',
    reads: true,
    input: f.noFields(),
    output: f.rows(
      f.shape({
        id_eventMessage: f.int(),
        message: f.str(),
        files: f.rows(attachedFileSchema),
        created: f.timestamp(),
        deleted: f.timestamp(),
        id_humanTypeFor: f.int(),
        faculties: f.rows(f.int()),
      }),
    ),
  }),
  /**
   * `urgent`: notified at once, three a day an author (422 `news.tooUrgent`). `id_deleted`: an own announcement that was taken
   * back, of which the files `id_file` go along.
   */
  insert: call({
    path: '/api/news/insert.json',
    method: 'POST',
    access: 'news',
    idempotent: true,
    often: 30,
    files: { field: 'file', most: limits.fileCount },
    input: f.shape({
      ...caller,
      ...audience,
      message: f.optionalText(limits.newsLength),
      urgent: f.optionalFlag(),
      id_deleted: f.optionalId(),
      id_file: f.ids(limits.fileCount),
    }),
    output: f.rows(item),
  }),
  delete: call({
    path: '/api/news/delete.json',
    method: 'POST',
    access: 'news',
    idempotent: true,
    input: f.shape({ ...caller, id_eventMessage: f.id() }),
    output: f.rows(f.shape({ result: f.int(), id_eventMessage: f.int() })),
  }),
  download: call({
    path: '/api/news/download.file',
    method: 'GET',
    access: 'in',
    reads: true,
    raw: true,
    input: f.shape({
      filename: f.text(600, 3),
      type: f.wholeNumber(4, 4),
      inline: f.optionalFlag(),
      size: f.optionalText(10),
    }),
    output: f.noFields(),
  }),
};
