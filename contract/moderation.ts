import { call } from './call.ts';
import * as f from './fields.ts';
import { limits } from './limits.ts';
import { attachedFileSchema } from './news.ts';

const person = f.object({ uid: f.integer(), fullName: f.string(), apart: f.namesakeHint() });
const decision = () => f.object({ id_case: f.id(), reason: f.text(limits.reasonLength, 3) });

/** A message that was reported, with what there is to decide of it. */
const reported = f.object({
  id_case: f.integer(),
  /** open, left, removed, restored. */
  state: f.string(),
  opened: f.timestamp(),
  /** How many people reported it, why, and in which words; who they are stays unknown. */
  reports: f.integer(),
  reasons: f.array(f.object({ reason: f.string(), count: f.integer() })),
  words: f.array(f.string()),
  id_message: f.integer(),
  author: person,
  created: f.timestamp(),
  /** Null: it was removed so long ago that it is gone. */
  message: f.nullable(f.string()),
  /** What it said before it was edited, oldest first. */
  before: f.array(f.string()),
  files: f.array(attachedFileSchema),
  /** Files that the reports mean. */
  meant: f.array(f.integer()),
  /** person, office, group or stream, with its name and its discipline. */
  place: f.string(),
  group: f.nullable(f.string()),
  discipline: f.nullable(f.string()),
  /** What was decided last. */
  decided: f.nullable(f.object({ by: f.string(), at: f.timestamp(), reason: f.string() })),
  /** Until when a removed message can be restored. */
  until: f.nullable(f.timestamp()),
});

/** For who moderates: what was reported. Nothing of a conversation of the caller's own is here. */
export const moderation = {
  /**
   * `state` open: what waits, oldest first; done: what was decided in the last 90 days, newest first. 20 a page. Who has the
   * permission at some faculties sees what people of there wrote.
   */
  list: call({
    path: '/api/moderation/list.json',
    method: 'POST',
    access: 'moderation',
    reads: 'long',
    input: f.object({
      state: f.oneOf(['open', 'done']),
      /** The last case of the page before. */
      after: f.optionalId(),
    }),
    output: f.array(reported),
  }),
  /** How many cases wait, how many in the caller's own conversations, and how many of these nobody else may decide. */
  figures: call({
    path: '/api/moderation/figures.json',
    method: 'POST',
    access: 'moderation',
    reads: 'long',
    input: f.noFields(),
    output: f.array(f.object({ open: f.integer(), own: f.integer(), alone: f.integer() })),
  }),
  /** Five messages before a reported one and five after it, oldest first; never more of a conversation. */
  around: call({
    path: '/api/moderation/around.json',
    method: 'POST',
    access: 'moderation',
    reads: 'long',
    input: f.object({ id_case: f.id() }),
    output: f.array(
      f.object({
        id_message: f.integer(),
        author: person,
        created: f.timestamp(),
        message: f.string(),
        /** Names of its files. */
        files: f.array(f.string()),
        isAfter: f.boolean(),
      }),
    ),
  }),
  /** Takes the message from everybody, with its files and with what the same act sent to other groups. */
  remove: call({
    path: '/api/moderation/remove.json',
    method: 'POST',
    access: 'moderation',
    idempotent: true,
    input: decision(),
    output: f.writeResult(),
  }),
  /** Leaves the message where it is; `reason` is a note for moderators. */
  leave: call({
    path: '/api/moderation/leave.json',
    method: 'POST',
    access: 'moderation',
    idempotent: true,
    input: decision(),
    output: f.writeResult(),
  }),
  /** Brings a removed message back, within 90 days. */
  restore: call({
    path: '/api/moderation/restore.json',
    method: 'POST',
    access: 'moderation',
    idempotent: true,
    input: decision(),
    output: f.writeResult(),
  }),
  /** A file of a reported message. */
  download: call({
    path: '/api/moderation/download.file',
    method: 'GET',
    access: 'moderation',
    reads: true,
    raw: true,
    input: f.object({ id: f.id(), id_case: f.id(), inline: f.optionalFlag(), size: f.optionalText(10) }),
    output: f.noFields(),
  }),
};
