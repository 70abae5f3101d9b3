import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PinHasher } from '../../server/auth/pins.ts';
import { Vault } from '../../server/auth/vault.ts';
import { openDatabase } from '../../server/database/database.ts';
import { readSettings } from '../../server/settings.ts';
import {
  directoryBaseDn as below,
  directoryServiceAccount,
  TestDirectoryServer,
} from '../../server/test/directory-peer.ts';
import { TestOidcProvider } from '../../server/test/oidc-peer.ts';
import { openResourceOncePerFile } from './once-per-file.ts';
import { freePort, type Portal, startPortal } from './portal.ts';
import { test as base } from './test.ts';

/** What is typed at the national service, and what the directory keeps as a password. */
export const nationalPin = '21501199001234';
export const directoryPassword = 'Directory-password-1';

/** A portal with every sign-in method: a provider of the university, the national service, and a directory. */
interface PortalWithAllMethods {
  readonly url: string;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

async function open(): Promise<PortalWithAllMethods> {
  const port = await freePort();
  // The same site as the peers: over plain http a browser brings its cookie with no form of another one.
  const url = `http://127.0.0.1:${port}`;
  const client = { id: 'bilim', secret: 'a secret of both', portal: url, isTrusted: true };
  const [uni, state, directory] = await Promise.all([
    TestOidcProvider.open(client),
    TestOidcProvider.open({ ...client, way: 'state' }),
    TestDirectoryServer.open(),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'bilim-sign-in-'));
  writeFileSync(join(folder, 'ca.pem'), directory.papers.certificate);
  const attributes = { objectClass: 'person', uid: 'teach', portalLogin: 'teacher', entryUUID: 'id-1' };
  directory.entries = [{ dn: `uid=teach,ou=people,${below}`, attributes, password: directoryPassword }];
  // oidc-provider gives its ID tokens no type.
  const known = { clientId: client.id, clientSecret: client.secret, untypedTokens: true };
  const portal = await startPortal({
    ...{ PORT: String(port), PUBLIC_URL: url, INSECURE_HTTP: '1' },
    OIDC_PROVIDERS: JSON.stringify([
      {
        ...{ id: 'uni', issuer: uni.issuer, ...known, claim: 'preferred_username', is: 'login' },
        name: { ru: 'Учётная запись университета', kg: 'Университеттин эсеби', en: 'University account' },
      },
      { id: 'state', profile: 'national', issuer: state.issuer, ...known },
    ]),
    LDAP_DIRECTORIES: JSON.stringify([
      {
        ...{ id: 'dir', servers: [directory.url], ca: join(folder, 'ca.pem'), base: below, ...directoryServiceAccount },
        ...{ filter: '(&(objectClass=person)(uid={login}))', claim: 'portalLogin', is: 'login' },
      },
    ]),
  });
  await importPin(portal, 'student');
  return {
    url,
    databaseUrl: portal.databaseUrl,
    async stop() {
      await portal.stop();
      await Promise.all([uni.close(), state.close(), directory.close()]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** As an import writes it: a hash by the portal's keys. */
async function importPin({ databaseUrl, dataDir }: Portal, login: string): Promise<void> {
  const database = openDatabase(databaseUrl, readSettings({}));
  const hash = (await PinHasher.open(database.autocommit, await Vault.open(dataDir))).hash(nationalPin);
  await database.autocommit`update person set pin = ${hash} where id = (select person_id from account where login = ${login})`;
  await database.close();
}

/** The tests' `test` on such a portal. */
export const test = base.extend<{ allMethods: PortalWithAllMethods }>({
  allMethods: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => use(await openResourceOncePerFile('all sign-in methods', open)),
    { timeout: 60_000 },
  ],
  baseURL: async ({ allMethods }, use) => use(allMethods.url),
});
