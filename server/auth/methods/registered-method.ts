import type { Fragment } from 'postgres';
import type { Db } from '../../database/database.ts';
import type { LinkedAccount } from '../linked-account.ts';

/** Whose methods they are. */
interface MethodOwner {
  readonly uid: number;
  /** Issuers whose links are theirs, and come again with the next sign-in there: directories. */
  readonly directories: readonly string[];
}

/** The linked accounts by which an intruder may have signed in. */
export interface SuspectedAccounts {
  /** Accounts elsewhere, each linked by the password of one before it. */
  readonly accounts: readonly LinkedAccount[];
  /** When the first of them was linked. */
  readonly since: string;
}

/** A sign-in method besides the password: how it is counted and removed, and which notices it sends. */
export interface RegisteredMethod {
  /** What the command line calls one of it, and several. */
  readonly names: readonly [one: string, several: string];
  /** The types of its notices: `signInMethods` of notices.json has a text for each. */
  readonly changes: readonly string[];
  /** Entries of the audit in which its owner sets it up or removes it: the history of their account shows them. */
  readonly ownActions: readonly string[];
  /** Whether somebody who renews a password by a code from the mailbox may have it removed; a code never replaces a second step. */
  readonly removableByMailCode: 'always' | 'unlessSecondStepIsDemanded' | 'never';
  /** One that was begun and never confirmed does not count, and goes all the same. */
  readonly canBeUnconfirmed?: true;
  /** SQL `select count(*)::int`: how many let into the account. */
  readonly count: (db: Db, owner: MethodOwner) => Fragment;
  /** Removes all of it. With `mayReturn` nobody is suspected, and what came by itself may come again. */
  readonly remove: (db: Db, owner: MethodOwner, options: { readonly mayReturn: boolean }) => Promise<unknown>;
  /** Removes what somebody who came in this way may have added: where it is not known who did, all since then. Gives how many. */
  readonly removeAddedBy: (db: Db, uid: number, source: SuspectedAccounts) => Promise<number>;
}
