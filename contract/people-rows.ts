import * as f from './fields.ts';

/** working; never (was not in yet); blocked; closed (has left). */
export const accountStatusSchema = f.string();

/** A right with where and until when. */
const right = f.object({
  id_right: f.integer(),
  permission: f.string(),
  /** Null: at all faculties. */
  id_faculty: f.nullable(f.integer()),
  faculty: f.nullable(f.string()),
  /** Last day; null: for good. */
  until: f.nullable(f.string()),
  /** Given in the portal, and not by the registrar's table or a directory. */
  isByHand: f.boolean(),
  /** The directory (LDAP) whose group gives it: it is taken there, 422 `people.rightOfDirectory` here. */
  directory: f.optional(f.string()),
  mayTake: f.boolean(),
});

/** All that is shown of a person. */
export const personRowSchema = f.object({
  id_person: f.integer(),
  fio: f.string(),
  login: f.string(),
  role: f.integer(),
  /** Key in the university's data. */
  code: f.string(),
  studentNumber: f.nullable(f.string()),
  email: f.nullable(f.string()),
  state: accountStatusSchema,
  closedOn: f.nullable(f.string()),
  /** Their rights and faculties lie within the caller's, and it is not the caller: what is done with the account is possible. */
  mayAct: f.boolean(),
  /** They are at a faculty, too, where the caller does not look after accounts. */
  isElsewhere: f.optionalTrue(),
  isSelf: f.boolean(),
  groups: f.array(f.object({ name: f.string(), speciality: f.string(), from: f.string(), to: f.nullable(f.string()) })),
  posts: f.array(f.object({ name: f.string(), department: f.string(), from: f.string(), to: f.nullable(f.string()) })),
  rights: f.array(right),
  sessions: f.array(
    f.object({
      id_session: f.integer(),
      begun: f.timestamp(),
      seen: f.timestamp(),
      address: f.nullable(f.string()),
      /** The university's network in which that address lies, where the settings name it. */
      network: f.nullable(f.string()),
      agent: f.nullable(f.string()),
      isShared: f.boolean(),
    }),
  ),
  password: f.object({
    /** When it was chosen or handed out, as far as the trail goes. */
    since: f.nullable(f.timestamp()),
    mustChange: f.boolean(),
    /** That of a slip: until then. */
    until: f.nullable(f.timestamp()),
  }),
  codesSince: f.nullable(f.timestamp()),
  passkeys: f.array(f.object({ id_passkey: f.integer(), agent: f.nullable(f.string()), since: f.timestamp() })),
  /** Linked accounts; those that a directory keeps are linked by it, and no reset removes them. */
  outside: f.array(
    f.object({
      name: f.string(),
      since: f.timestamp(),
      isOfDirectory: f.optionalTrue(),
      /** The directory (LDAP) of the link, also one that the settings name no more. */
      directory: f.optional(f.string()),
    }),
  ),
  /** Where a code for a forgotten password goes. */
  mail: f.nullable(f.object({ address: f.string(), isConfirmed: f.boolean() })),
  /** Since when a calendar program may read the timetable. */
  calendarSince: f.nullable(f.timestamp()),
  /** Keys made by this person with which programs push tables: neither revoked nor over. */
  programs: f.array(f.object({ id_token: f.integer(), name: f.string(), since: f.timestamp(), until: f.string() })),
  /** Browsers that are not asked for the second step at present, and devices that get push messages. */
  resting: f.integer(),
  devices: f.integer(),
  /** Why it is blocked, by whom and when; null: it is not, or nobody said why. */
  blocked: f.nullable(f.object({ reason: f.string(), by: f.string(), at: f.timestamp() })),
  /** Accounts that were merged with this one, as long as they are. */
  merges: f.array(
    f.object({
      id_merge: f.integer(),
      /** The other account. */
      id_person: f.integer(),
      fio: f.string(),
      login: f.string(),
      /** This account went into the other one. */
      isGone: f.boolean(),
      at: f.timestamp(),
      by: f.string(),
      /** Until then the two can be parted; null: that time is over. */
      until: f.nullable(f.timestamp()),
    }),
  ),
});
