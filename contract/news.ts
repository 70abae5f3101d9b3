import { call } from './call.ts';
import * as f from './fields.ts';
import { limits } from './limits.ts';

/** A file as lists show it. */
export const attachedFileSchema = f.object({ id: f.integer(), name: f.string(), size: f.integer(), type: f.string() });

const item = f.object({
  id_eventMessage: f.integer(),
  message: f.string(),
  fileName: f.string(),
  files: f.array(attachedFileSchema),
  created: f.timestamp(),
  'p23-1': f.string(),
  id_author: f.integer(),
  canEdit: f.boolean(),
  id_humanTypeFor: f.integer(),
  faculties: f.array(f.integer()),
});

/** Whom an announcement is for; -1 and nothing mean everybody. */
const audience = { id_humanTypeFor: f.optionalWholeNumberOrNone(1, 2), id_faculty: f.optionalIds(50, 'int') };
const caller = { id: f.callerId(), uid: f.callerId(), role: f.callerRole() };

export const news = {
  data: call({
    path: '/api/news/data.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ ...caller, page: f.optionalWholeNumber(1, 1_000_000), id_eventMessage: f.optionalId() }),
    output: f.array(item),
  }),
  check: call({
    path: '/api/news/check.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ id: f.callerId(), type: f.callerRole() }),
    output: f.writeResult(),
  }),
  faculties: call({
    path: '/api/misc/registered-faculty-list.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ id: f.callerId() }),
    output: f.array(f.object({ id_faculty: f.integer(), 'p23-1': f.string(), 'p23-2': f.string() })),
  }),
  readers: call({
    path: '/api/news/readers.json',
    method: 'POST',
    access: 'news',
    reads: 'long',
    input: f.object(audience),
    output: f.array(f.object({ readers: f.integer() })),
  }),
  /** Name and post of the caller as readers of each language see them above an announcement, packed as in a list. */
  byline: call({
    path: '/api/news/byline.json',
    method: 'POST',
    access: 'news',
    reads: true,
    input: f.noFields(),
    output: f.array(f.object({ kg: f.string(), ru: f.string(), en: f.string() })),
  }),
  /** The caller's own latest announcements with how many people were notified of each, and how many have opened them. */
  own: call({
    path: '/api/news/own.json',
    method: 'POST',
    access: 'news',
    reads: 'long',
    input: f.noFields(),
    output: f.array(
      f.object({
        id_eventMessage: f.integer(),
        /** The beginning of the announcement. */
        message: f.string(),
        created: f.timestamp(),
        id_humanTypeFor: f.integer(),
        faculties: f.array(f.string()),
        readers: f.integer(),
        seen: f.integer(),
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
    output: f.array(
      f.object({
        id_eventMessage: f.integer(),
        message: f.string(),
        files: f.array(attachedFileSchema),
        created: f.timestamp(),
        deleted: f.timestamp(),
        id_humanTypeFor: f.integer(),
        faculties: f.array(f.integer()),
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
    input: f.object({
      ...caller,
      ...audience,
      message: f.optionalText(limits.newsLength),
      urgent: f.optionalFlag(),
      id_deleted: f.optionalId(),
      id_file: f.optionalIds(limits.fileCount),
    }),
    output: f.array(item),
  }),
  delete: call({
    path: '/api/news/delete.json',
    method: 'POST',
    access: 'news',
    idempotent: true,
    input: f.object({ ...caller, id_eventMessage: f.id() }),
    output: f.array(f.object({ result: f.integer(), id_eventMessage: f.integer() })),
  }),
  download: call({
    path: '/api/news/download.file',
    method: 'GET',
    access: 'in',
    reads: true,
    raw: true,
    input: f.object({
      filename: f.text(600, 3),
      type: f.wholeNumber(4, 4),
      inline: f.optionalFlag(),
      size: f.optionalText(10),
    }),
    output: f.noFields(),
  }),
};
