import type { FastifyRequest } from 'fastify';
import type { GroupRight } from '../core/directory-settings.ts';
import { Refusal } from '../core/refusal.ts';
import type { Database, Db } from '../database/database.ts';
import { note, noteInAct } from './audit.ts';
import type { Directories } from './directory/directories.ts';
import { forgetPassword, keepRights } from './directory/rights.queries.ts';
import { linkNew, personOf, whoAndWhy } from './linking.ts';
import type { Named } from './providers.ts';

/** What a directory said of somebody whose password it took, as it is kept until their sign-in is complete. */
export interface ProvenIdentity {
  /** The directory's id in the settings. */
  readonly directory: string;
  readonly named: Named;
  readonly rights: readonly GroupRight[];
  readonly lookalikes: readonly string[];
}

interface ApplyContext {
  readonly app: {
    readonly database: Database;
    readonly directories: Pick<Directories, 'named'>;
    readonly sessions: { readonly forget: (uid: number) => void };
    readonly tellLinked: (db: Db, uid: number) => Promise<void>;
  };
  readonly request: FastifyRequest;
  readonly afterCommit: (work: () => void) => void;
}

/**
 * Makes an account as its directory says: linked, without a password of its own, with the rights of its groups. Done where a
 * session begins and never before the second step, which the directory's password does not stand for. Refuses as `personOf`,
 * and 401 login.wrong when the identity is somebody else's by now; that is noted past the transaction.
 */
export async function applyIdentity(
  { app, request, afterCommit }: ApplyContext,
  db: Db,
  uid: number,
  { directory: id, named, rights, lookalikes }: ProvenIdentity,
): Promise<void> {
  // Before anything else holds it: two sign-ins at once would wait for each other.
  await db`select from account where person_id = ${uid} for update`;
  const directory = app.directories.named(id);
  const person = directory && (await personOf(db, { ...directory, anyCase: true }, named));
  if (person instanceof Refusal) throw refused(person);
  if (!person || person.uid !== uid) throw new Refusal('login.wrong', 401);
  if (person.isNew) {
    const tooLate = await linkNew(db, request, { id }, { uid, account: named.account });
    if (tooLate) throw refused(tooLate);
    await app.tellLinked(db, uid);
  }
  await forgetPassword(db, uid);
  const strange = await keepRights(db, uid, id, rights);
  if (strange.length > 0)
    request.log.warn(
      { reqId: request.id, directory: id, faculties: strange },
      'LDAP_DIRECTORIES names unknown faculties',
    );
  if (lookalikes.length > 0) {
    await noteInAct(db, request, 'login.groupLookalike', uid, { provider: id });
    request.log.warn(
      { reqId: request.id, directory: id, groups: lookalikes },
      'groups that look like others give nothing',
    );
  }
  afterCommit(() => app.sessions.forget(uid));

  function refused(refusal: Refusal): Refusal {
    note(app.database, request, refusal.code, null, { provider: id, ...whoAndWhy(refusal) });
    return refusal;
  }
}
