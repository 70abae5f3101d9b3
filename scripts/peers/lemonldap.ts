import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, waitUntilAnswers } from './ports.ts';

/** Its portal as a program of the Perl server interface. */
const program = '/usr/share/lemonldap-ng/portal/htdocs/index.psgi';

/** A portal that it lets people into. */
interface Client {
  readonly id: string;
  readonly secret: string;
  /** The origin of the portal. */
  readonly portal: string;
}

/**
 * LemonLDAP::NG as an OpenID Connect provider with a folder and a port of its own, on this machine alone. Its people are
 * those of its demonstration (`dwho`, `rtyler`, `msmith`), whose passwords are their names; `accounts` tells who of them is
 * whom at the university, in the claim `account`.
 */
export class Lemonldap {
  readonly issuer: string;
  readonly #folder: string;
  #process: ChildProcess | null = null;

  private constructor(folder: string, issuer: string) {
    this.#folder = folder;
    this.issuer = issuer;
  }

  static async open(client: Client, accounts: Readonly<Record<string, string>>): Promise<Lemonldap> {
    const folder = mkdtempSync(join(tmpdir(), 'bilim-lemonldap-'));
    const port = await findFreePort();
    const lemonldap = new Lemonldap(folder, `http://127.0.0.1:${port}`);
    for (const name of ['conf', 'cache', 'sessions', 'sessions/lock', 'psessions', 'psessions/lock'])
      mkdirSync(join(folder, name));
    const settings = { ...provider(lemonldap.issuer), ...relyingParty(client, accounts), ...stores(folder) };
    writeFileSync(join(folder, 'conf/lmConf-1.json'), JSON.stringify(settings));
    writeFileSync(join(folder, 'lemonldap-ng.ini'), start(folder));
    await lemonldap.#start(port);
    return lemonldap;
  }

  async close(): Promise<void> {
    if (this.#process !== null && this.#process.exitCode === null) {
      const ended = once(this.#process, 'exit');
      this.#process.kill('SIGTERM');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #start(port: number): Promise<void> {
    const env = { ...process.env, LLNG_DEFAULTCONFFILE: join(this.#folder, 'lemonldap-ng.ini') };
    const args = ['--env', 'deployment', '--host', '127.0.0.1', '--port', String(port), program];
    this.#process = spawn('/usr/bin/plackup', args, { env, stdio: 'ignore' });
    await waitUntilAnswers(port, this.#process);
  }
}

/** What it is given before it reads its settings: where they are, and its pages. */
const start = (folder: string) => `[all]
logLevel = error
checkTime = 1
[configuration]
type = File
dirName = ${join(folder, 'conf')}
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'settings', 'default_expires_in' => 600, 'cache_root' => '${join(folder, 'cache')}' }
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`;

/** Itself as a provider that signs with RS256. */
function provider(issuer: string): object {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    ...{ cfgNum: 1, cfgAuthor: 'tests', cfgDate: 1, cfgVersion: '2.16.1' },
    ...{ portal: `${issuer}/`, domain: '127.0.0.1', cookieName: 'lemonldap', securedCookie: 0, timeout: 3600 },
    ...{ authentication: 'Demo', userDB: 'Same', passwordDB: 'Null', registerDB: 'Null' },
    demoExportedVars: { uid: 'uid', cn: 'cn', mail: 'mail' },
    whatToTrace: 'uid',
    locationRules: { '127.0.0.1': { default: 'accept' } },
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: issuer,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'first',
  };
}

/** The portal as it knows it: PKCE is asked for; people are not asked whether it may read who they are, as for others' services. */
const relyingParty = ({ id, secret, portal }: Client, accounts: Readonly<Record<string, string>>) => ({
  macros: {
    account: Object.entries(accounts).reduce((rest, [uid, at]) => `$uid eq '${uid}' ? '${at}' : ${rest}`, '$uid'),
  },
  oidcRPMetaDataExportedVars: { bilim: { account: 'account' } },
  oidcRPMetaDataOptionsExtraClaims: { bilim: { profile: 'account' } },
  oidcRPMetaDataOptions: {
    bilim: {
      oidcRPMetaDataOptionsDisplayName: 'Bilim',
      oidcRPMetaDataOptionsClientID: id,
      oidcRPMetaDataOptionsClientSecret: secret,
      oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
      oidcRPMetaDataOptionsRequirePKCE: 1,
      oidcRPMetaDataOptionsBypassConsent: 1,
      oidcRPMetaDataOptionsRedirectUris: `${portal}/lms/api/auth/outside/back/uni`,
      oidcRPMetaDataOptionsPostLogoutRedirectUris: `${portal}/lms/login`,
    },
  },
});

/** Where it keeps who is signed in. */
function stores(folder: string): object {
  const options = (name: string) => ({
    Directory: join(folder, name),
    LockDirectory: join(folder, name, 'lock'),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  });
  return {
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: options('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: options('psessions'),
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { namespace: 'sessions', default_expires_in: 600, cache_root: join(folder, 'cache') },
  };
}
