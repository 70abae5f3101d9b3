import { call } from './call.ts';
import * as f from './fields.ts';
import { limits, maxFacultiesAtOnce, maxNameLength, maxRecentPeople, maxSearchesPerMinute } from './limits.ts';
import { accountStatusSchema, personRowSchema } from './people-rows.ts';
import { signInMethods } from './sign-in-methods.ts';

const reason = () => f.text(limits.reasonLength, 3);
const whom = { id_person: f.id() };

/** What can be done with one person, and with a reason. */
const withReason = () => f.object({ ...whom, reason: reason() });

/** The other sign-in methods (sign-in-methods.ts) that stay. Left out: nothing does. */
const keep = () => f.optionalShortTexts(signInMethods.length);

/**
 * A reset of an account: sessions end, and all sign-in methods go but those to be kept; keys of programs that push tables go
 * with `programs` alone.
 */
const reset = () => f.object({ ...whom, reason: reason(), keep: keep(), programs: f.optionalFlag() });

/** Rows of one kind: how many move, and how many do not, because there is such a row already. */
const moved = f.array(f.object({ kind: f.string(), rows: f.integer(), apart: f.integer() }));
/** The two accounts of a merge: the one that stays, and `id_other`, which is merged into it. */
const two = { ...whom, id_other: f.id() };

/** Who is moved to which group, from which day on. */
const move = { ...whom, id_group: f.id('int'), from: f.day() };

/** A password as it is handed out: it is shown this once. */
const slip = f.array(
  f.object({
    fio: f.string(),
    place: f.string(),
    login: f.string(),
    password: f.string(),
    /** It opens the account until then. */
    until: f.timestamp(),
    university: f.string(),
  }),
);

/** For who looks after accounts: people, their rights, sessions and sign-in methods. */
export const people = {
  /** Page by page in the order of names. Who has the permission at some faculties sees people of there alone. */
  list: call({
    path: '/api/people/list.json',
    method: 'POST',
    access: 'accounts',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({
      /** Of name, login, group, number of the record book: every word, in any order. */
      search: f.optionalText(100),
      role: f.optionalWholeNumber(1, 2),
      id_faculty: f.optionalId('int'),
      /** Who is at one of these. */
      faculties: f.optionalIds(maxFacultiesAtOnce, 'int'),
      /** These people alone. */
      people: f.optionalIds(maxRecentPeople),
      /** From the last name to the first. */
      descending: f.optionalFlag(),
      /** Who is in this group now. */
      id_group: f.optionalId('int'),
      /**
       * working, never, blocked, closed, ending (a right within 30 days), nogroup, asked (for a new password), double (looks
       * like another account).
       */
      state: f.optionalText(10),
      /** Who holds this right beside the role. */
      permission: f.optionalText(20),
      /** The last person of the page before. */
      after: f.optionalId(),
    }),
    output: f.array(
      f.object({
        id_person: f.integer(),
        fio: f.string(),
        login: f.string(),
        role: f.integer(),
        /** Group or post. */
        place: f.nullable(f.string()),
        /** Speciality or department. */
        under: f.nullable(f.string()),
        permissions: f.array(f.string()),
        seen: f.nullable(f.timestamp()),
        state: accountStatusSchema,
        apart: f.namesakeHint(),
      }),
    ),
  }),
  /** What asks for attention, who holds what, and what the caller may give. */
  figures: call({
    path: '/api/people/figures.json',
    method: 'POST',
    access: 'accounts',
    reads: 'long',
    input: f.noFields(),
    output: f.array(
      f.object({
        people: f.integer(),
        /** Asked for a new password from the sign-in page. */
        asked: f.integer(),
        never: f.integer(),
        ending: f.integer(),
        blocked: f.integer(),
        nogroup: f.integer(),
        /** Look like another account of the same person. */
        double: f.integer(),
        /** Holders of each right. */
        rights: f.array(f.object({ permission: f.string(), people: f.integer() })),
        faculties: f.array(f.object({ id_faculty: f.integer(), name: f.string() })),
        /** The last reasons that the caller gave more than once, the newest first, each once, at most five. */
        reasons: f.array(f.string()),
        /** What the caller may give: at these faculties (null: at all), and until this day (null: for good). */
        mayGive: f.array(
          f.object({
            permission: f.string(),
            faculties: f.nullable(f.array(f.integer())),
            until: f.nullable(f.string()),
          }),
        ),
      }),
    ),
  }),
  person: call({
    path: '/api/people/person.json',
    method: 'POST',
    access: 'accounts',
    reads: 'long',
    input: f.object(whom),
    output: f.array(personRowSchema),
  }),
  /** Accounts that look like another one of the same person. */
  doubles: call({
    path: '/api/people/doubles.json',
    method: 'POST',
    access: 'accounts',
    reads: 'long',
    input: f.object(whom),
    output: f.array(
      f.object({
        id_person: f.integer(),
        fio: f.string(),
        login: f.string(),
        place: f.nullable(f.string()),
        state: accountStatusSchema,
        /** What is the same: `name` or `email`. */
        by: f.string(),
      }),
    ),
  }),
  /** What a merge would move: it is done and taken back. */
  compare: call({
    path: '/api/people/compare.json',
    method: 'POST',
    access: 'accounts',
    own: true,
    often: 30,
    input: f.object(two),
    output: moved,
  }),
  /** Makes two accounts of one person one; `id_other` goes into `id_person`, and what lets into it is removed. */
  merge: call({
    path: '/api/people/merge.json',
    method: 'POST',
    access: 'accounts',
    idempotent: true,
    often: 20,
    input: f.object({ ...two, reason: reason(), keep: keep() }),
    output: f.array(f.object({ id_merge: f.integer(), moved })),
  }),
  /** Parts two accounts again, within 30 days. */
  part: call({
    path: '/api/people/part.json',
    method: 'POST',
    access: 'accounts',
    idempotent: true,
    often: 20,
    input: f.object({ ...whom, id_merge: f.id(), reason: reason() }),
    output: f.array(
      f.object({
        moved,
        /** What came since the merge, and stays with the account that stayed. */
        since: f.array(f.object({ kind: f.string(), rows: f.integer() })),
      }),
    ),
  }),
  /** The groups of the caller's faculties, of the last years. */
  groups: call({
    path: '/api/people/groups.json',
    method: 'POST',
    access: 'accounts',
    reads: true,
    input: f.noFields(),
    output: f.array(f.object({ id_group: f.integer(), name: f.string(), id_faculty: f.integer() })),
  }),
  /** What follows from moving a student to another group; nothing is done. */
  transferLook: call({
    path: '/api/people/transfer/look.json',
    method: 'POST',
    access: 'accounts',
    reads: 'long',
    input: f.object(move),
    output: f.array(
      f.object({
        /** The present group; null: none. */
        was: f.nullable(f.string()),
        now: f.string(),
        /** Entries of that day and later in the journals of the group that is left; they stay there. */
        marks: f.integer(),
        /** Registrations of this term; they stay. */
        registrations: f.integer(),
        /** Disciplines of this term that one group has and the other has not. */
        leaves: f.array(f.string()),
        comes: f.array(f.string()),
        teachersLeft: f.integer(),
        teachersNew: f.integer(),
        /** How many students are in the new group already. */
        classmates: f.integer(),
      }),
    ),
  }),
  /** Moves a student to another group from a day on, not later than today; who has no group comes to one. */
  transfer: call({
    path: '/api/people/transfer.json',
    method: 'POST',
    access: 'accounts',
    idempotent: true,
    input: f.object({ ...move, reason: reason() }),
    output: f.writeResult(),
  }),
  /** What was done with the account, newest first. */
  history: call({
    path: '/api/people/history.json',
    method: 'POST',
    access: 'accounts',
    reads: 'long',
    input: f.object({ ...whom, before: f.optionalId() }),
    output: f.array(
      f.object({
        id: f.integer(),
        action: f.string(),
        at: f.timestamp(),
        /** Null: the person, or nobody. */
        by: f.nullable(f.string()),
        isOwn: f.boolean(),
        permission: f.nullable(f.string()),
        faculty: f.nullable(f.string()),
        /** Of a move: from which group to which. */
        was: f.nullable(f.string()),
        now: f.nullable(f.string()),
        reason: f.nullable(f.string()),
      }),
    ),
  }),
  block: call({
    path: '/api/people/block.json',
    method: 'POST',
    access: 'accounts',
    idempotent: true,
    input: reset(),
    output: f.writeResult(),
  }),
  unblock: call({
    path: '/api/people/unblock.json',
    method: 'POST',
    access: 'accounts',
    idempotent: true,
    input: withReason(),
    output: f.writeResult(),
  }),
  /** A new first password; the old one and all sessions end. A repeat makes another one. */
  password: call({
    path: '/api/people/password.json',
    method: 'POST',
    access: 'accounts',
    own: true,
    often: 60,
    input: reset(),
    output: slip,
  }),
  /** An account of somebody in no table of the registrar's, with the first password. */
  add: call({
    path: '/api/people/add.json',
    method: 'POST',
    access: 'accounts',
    own: true,
    often: 20,
    input: f.object({
      surname: f.text(maxNameLength, 1),
      name: f.text(maxNameLength, 1),
      patronymic: f.optionalText(maxNameLength),
      login: f.text(60, 3),
      reason: reason(),
    }),
    output: f.array(f.object({ id_person: f.integer(), slip })),
  }),
  endSession: call({
    path: '/api/people/session/end.json',
    method: 'POST',
    access: 'accounts',
    input: f.object({ ...whom, id_session: f.id() }),
    output: f.writeResult(),
  }),
  endSessions: call({
    path: '/api/people/sessions/end.json',
    method: 'POST',
    access: 'accounts',
    idempotent: true,
    input: reset(),
    output: f.array(f.object({ ended: f.integer() })),
  }),
  /** Codes, recovery codes and passkeys of somebody who lost them. */
  resetSecondStep: call({
    path: '/api/people/second/reset.json',
    method: 'POST',
    access: 'accounts',
    idempotent: true,
    input: reset(),
    output: f.writeResult(),
  }),
  /**
   * Parts an account from its entry in a directory, with the sessions and rights that came by it: the next sign-in there links
   * again. 404 `people.noLink`.
   */
  unlinkDirectory: call({
    path: '/api/people/outside/unlink.json',
    method: 'POST',
    access: 'accounts',
    idempotent: true,
    input: f.object({ ...whom, directory: f.text(60, 1), reason: reason() }),
    output: f.writeResult(),
  }),
  grant: call({
    path: '/api/people/right/grant.json',
    method: 'POST',
    access: 'accounts',
    idempotent: true,
    input: f.object({
      ...whom,
      permission: f.text(20, 1),
      id_faculty: f.optionalId('int'),
      until: f.optionalDay(),
      reason: reason(),
    }),
    output: f.array(f.object({ id_right: f.integer() })),
  }),
  withdraw: call({
    path: '/api/people/right/withdraw.json',
    method: 'POST',
    access: 'accounts',
    idempotent: true,
    input: f.object({ ...whom, id_right: f.id('int'), reason: reason() }),
    output: f.writeResult(),
  }),
};
