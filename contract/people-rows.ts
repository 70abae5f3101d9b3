import * as f from './fields.ts';

/** working; never (was not in yet); blocked; closed (has left). */
export const accountStatusSchema = f.str();

/** A right with where and until when. */
const right = f.shape({
  id_right: f.int(),
  permission: f.str(),
  /** Null: at all faculties. */
  id_faculty: f.nullable(f.int()),
  faculty: f.nullable(f.str()),
  /** Last day; null: for good. */
  until: f.nullable(f.str()),
  /** Given in the portal, and not by the registrar's table or a directory. */
  isByHand: f.bool(),
  /** The directory (LDAP) whose group gives it: it is taken there, 422 `people.rightOfDirectory` here. */
  directory: f.optional(f.str()),
  mayTake: f.bool(),
});

/** All that is shown of a person. */
export const personRowSchema = f.shape({
  id_person: f.int(),
  fio: f.str(),
  login: f.str(),
  role: f.int(),
  /** Key in the university's data. */
  code: f.str(),
  studentNumber: f.nullable(f.str()),
  email: f.nullable(f.str()),
  state: accountStatusSchema,
  closedOn: f.nullable(f.str()),
  /** Their rights and faculties lie within the caller's, and it is not the caller: what is done with the account is possible. */
  mayAct: f.bool(),
  /** They are at a faculty, too, where the caller does not look after accounts. */
  isElsewhere: f.optionalTrue(),
  isSelf: f.bool(),
  groups: f.rows(f.shape({ name: f.str(), speciality: f.str(), from: f.str(), to: f.nullable(f.str()) })),
  posts: f.rows(f.shape({ name: f.str(), department: f.str(), from: f.str(), to: f.nullable(f.str()) })),
  rights: f.rows(right),
  sessions: f.rows(
    f.shape({
      id_session: f.int(),
      begun: f.timestamp(),
      seen: f.timestamp(),
      address: f.nullable(f.str()),
      /** The university's network in which that address lies, where the settings name it. */
      network: f.nullable(f.str()),
      agent: f.nullable(f.str()),
      isShared: f.bool(),
    }),
  ),
  password: f.shape({
    /** When it was chosen or handed out, as far as the trail goes. */
    since: f.nullable(f.timestamp()),
    mustChange: f.bool(),
    /** That of a slip: until then. */
    until: f.nullable(f.timestamp()),
  }),
  codesSince: f.nullable(f.timestamp()),
  passkeys: f.rows(f.shape({ id_passkey: f.int(), agent: f.nullable(f.str()), since: f.timestamp() })),
  /** Linked accounts; those that a directory keeps are linked by it, and no reset removes them. */
  outside: f.rows(
    f.shape({
      name: f.str(),
      since: f.timestamp(),
      isOfDirectory: f.optionalTrue(),
      /** The directory (LDAP) of the link, also one that the settings name no more. */
      directory: f.optional(f.str()),
    }),
  ),
  /** Where a code for a forgotten password goes. */
  mail: f.nullable(f.shape({ address: f.str(), isConfirmed: f.bool() })),
  /** Since when a calendar program may read the timetable. */
  calendarSince: f.nullable(f.timestamp()),
  /** Keys made by this person with which programs push tables: neither revoked nor over. */
  programs: f.rows(f.shape({ id_token: f.int(), name: f.str(), since: f.timestamp(), until: f.str() })),
  /** Browsers that are not asked for the second step at present, and devices that get push messages. */
  resting: f.int(),
  devices: f.int(),
  /** Why it is blocked, by whom and when; null: it is not, or nobody said why. */
  blocked: f.nullable(f.shape({ reason: f.str(), by: f.str(), at: f.timestamp() })),
  /** Accounts that were merged with this one, as long as they are. */
  merges: f.rows(
    f.shape({
      id_merge: f.int(),
      /** The other account. */
      id_person: f.int(),
      fio: f.str(),
      login: f.str(),
      /** This account went into the other one. */
      isGone: f.bool(),
      at: f.timestamp(),
      by: f.str(),
      /** Until then the two can be parted; null: that time is over. */
      until: f.nullable(f.timestamp()),
    }),
  ),
});
