import type { FastifyRequest } from 'fastify';
import type { GroupPermission } from '../core/directory-settings.ts';
import { Refusal } from '../core/refusal.ts';
import type { Database, Db } from '../database/database.ts';
import { insertAuditEntry, recordAuditEntryOutsideTransaction } from './audit.ts';
import type { DirectoryRegistry } from './directory/directories.ts';
import { updateDirectoryGroupPermissions } from './directory/rights.queries.ts';
import { markPasswordExternal } from './external-password.queries.ts';
import type { NamedIdentity } from './linked-account.ts';
import { findPersonOfIdentity, linkAccountOnFirstSignIn, refusalAuditDetail } from './linking.ts';
import type { OidcProviderRegistry } from './oidc-providers.ts';

/** Who somebody is by the word of a provider to which they are not linked yet, as it is kept until their sign-in is complete. */
interface ProvenAtProvider {
  /** The provider's id in the settings. */
  readonly provider: string;
  /** A personal number is its hash already. */
  readonly named: NamedIdentity;
}

/** What a directory said of somebody whose password it took, as it is kept until their sign-in is complete. */
interface ProvenAtDirectory {
  /** The directory's id in the settings. */
  readonly directory: string;
  readonly named: NamedIdentity;
  readonly rights: readonly GroupPermission[];
  readonly lookalikes: readonly string[];
}

/** An identity that was proven, which is applied to the account when the sign-in is complete. */
export type VerifiedIdentity = ProvenAtProvider | ProvenAtDirectory;

interface ApplyContext {
  readonly app: {
    readonly database: Database;
    readonly oidcProviders: Pick<OidcProviderRegistry, 'all'>;
    readonly directories: Pick<DirectoryRegistry, 'findById'>;
    readonly sessions: { readonly forget: (uid: number) => void };
    readonly notifyLinked: (db: Db, uid: number) => Promise<void>;
  };
  readonly request: FastifyRequest;
  readonly afterCommit: (work: () => void) => void;
}

/**
 * Applies to an account what a provider or a directory vouches for: links it; a directory also takes the place of the
 * password and sets the rights of its groups. Called where a session begins, never before the second step, which
 * their word does not replace. Refuses as `findPersonOfIdentity`, with 401 login.wrong when the identity is somebody
 * else's by now, and with outside.over when the provider left the settings; the refusal is recorded outside of the
 * transaction.
 */
export async function applyIdentity(ctx: ApplyContext, db: Db, uid: number, identity: VerifiedIdentity): Promise<void> {
  const { app, request, afterCommit } = ctx;
  const { named } = identity;
  const id = 'directory' in identity ? identity.directory : identity.provider;
  const keeper = findKeeperOfIdentity(app, identity);
  if (!keeper) {
    recordAuditEntryOutsideTransaction(app.database, request, 'outside.replayed', uid, { provider: id, why: 'over' });
    throw new Refusal('outside.over', 401);
  }
  const person = await findPersonOfIdentity(db, keeper, named);
  if (person instanceof Refusal) throw refused(person);
  if (person.uid !== uid) throw refused(new Refusal('login.wrong', 401));
  if (person.isNew) {
    const tooLate = await linkAccountOnFirstSignIn(db, request, { id }, { uid, account: named.account });
    if (tooLate) throw refused(tooLate);
    await app.notifyLinked(db, uid);
  }
  if ('directory' in identity) await applyDirectory(request, db, uid, identity);
  afterCommit(() => app.sessions.forget(uid));

  function refused(refusal: Refusal): Refusal {
    recordAuditEntryOutsideTransaction(app.database, request, refusal.code, null, {
      provider: id,
      ...refusalAuditDetail(refusal),
    });
    return refusal;
  }
}

/** The settings of the provider or directory that proved an identity; null: they do not name it any more. */
function findKeeperOfIdentity({ oidcProviders, directories }: ApplyContext['app'], identity: VerifiedIdentity) {
  if ('provider' in identity) return oidcProviders.all.find(({ id }) => id === identity.provider) ?? null;
  const directory = directories.findById(identity.directory);
  return directory && { ...directory, anyCase: true };
}

/** What a directory changes of an account besides the link: the password is its own, and rights come from its groups. */
async function applyDirectory(
  request: FastifyRequest,
  db: Db,
  uid: number,
  { directory, rights, lookalikes }: ProvenAtDirectory,
): Promise<void> {
  await markPasswordExternal(db, uid);
  const strange = await updateDirectoryGroupPermissions(db, uid, directory, rights);
  if (strange.length > 0)
    request.log.warn({ reqId: request.id, directory, faculties: strange }, 'LDAP_DIRECTORIES names unknown faculties');
  if (lookalikes.length === 0) return;
  await insertAuditEntry(db, request, 'login.groupLookalike', uid, { provider: directory });
  request.log.warn({ reqId: request.id, directory, groups: lookalikes }, 'groups that look like others give nothing');
}
