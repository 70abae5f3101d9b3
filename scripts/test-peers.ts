import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { parseCommandArguments } from './command-arguments.ts';
import { runNodeTests } from './node-tests.ts';
import { preparePeerServer } from './peer-check.ts';
import type { TestResult } from './results.ts';

/**
 * npm run test:peers [-- NAME ...]: the portal against servers that npm does not bring, and its package in a bare Debian; all of
 * them, or those named. What is missing is installed from Debian, where that is possible; what could not run is reported, and is no
 * failure.
 */
const peers = [
  { name: 'slapd', needs: ['/usr/sbin/slapd'], packages: ['slapd'], tests: 'scripts/peers/slapd.peers.ts', ports: [] },
  {
    name: 'samba-ad-dc',
    // The last part of it: the server alone comes with other packages too.
    needs: ['/usr/share/samba/setup/provision.ldif'],
    packages: ['samba', 'samba-ad-dc', 'samba-ad-provision', 'samba-dsdb-modules', 'samba-vfs-modules'],
    tests: 'scripts/peers/samba.peers.ts',
    ports: [389, 636],
  },
  {
    name: 'swift',
    needs: [
      ...['account', 'container', 'object', 'proxy'].map((kind) => `/usr/bin/swift-${kind}-server`),
      '/usr/bin/memcached',
    ],
    packages: ['swift-account', 'swift-container', 'swift-object', 'swift-proxy', 'memcached'],
    tests: 'scripts/peers/swift.peers.ts',
    ports: [],
  },
  {
    name: 'clamd',
    needs: ['/usr/sbin/clamd'],
    packages: ['clamav-daemon'],
    tests: 'scripts/peers/clamd.peers.ts',
    ports: [],
  },
  {
    name: 'haproxy',
    needs: ['/usr/sbin/haproxy'],
    packages: ['haproxy'],
    tests: 'scripts/peers/haproxy.peers.ts',
    ports: [],
  },
  {
    name: 'pgbackrest',
    needs: ['/usr/bin/pgbackrest', '/usr/lib/postgresql/15/bin/postgres'],
    packages: ['postgresql-15', 'pgbackrest'],
    tests: 'scripts/peers/pgbackrest.peers.ts',
    ports: [],
    isRootOnly: true,
  },
  {
    name: 'age',
    needs: ['/usr/bin/age', '/usr/bin/age-keygen'],
    packages: ['age'],
    tests: 'scripts/peers/age.peers.ts',
    ports: [],
  },
  {
    name: 'debian-package',
    needs: ['/usr/sbin/debootstrap', '/usr/bin/dpkg-deb'],
    packages: ['debootstrap', 'dpkg'],
    tests: 'scripts/peers/debian-package.peers.ts',
    ports: [],
    isRootOnly: true,
  },
  {
    name: 'prometheus',
    needs: ['/usr/bin/promtool'],
    packages: ['prometheus'],
    tests: 'scripts/peers/prometheus.peers.ts',
    ports: [],
  },
  {
    name: 'lemonldap-ng',
    // Its portal does not start without the four last packages, which it only recommends or does not name.
    needs: [
      ...['/usr/share/lemonldap-ng/portal/htdocs/index.psgi', '/usr/bin/plackup'],
      ...['GD/SecurityImage', 'Image/Magick', 'IO/String', 'String/Random'].map(
        (name) => `/usr/share/perl5/${name}.pm`,
      ),
    ],
    packages: [
      ...['lemonldap-ng-fastcgi-server', 'liblemonldap-ng-portal-perl', 'libplack-perl'],
      ...['libgd-securityimage-perl', 'libimage-magick-perl', 'libio-string-perl', 'libstring-random-perl'],
    ],
    tests: 'scripts/peers/lemonldap.peers.ts',
    ports: [],
  },
] as const;

const notNamed = 'did not run: it was not asked for by name';
const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(name, () => stopped.abort());
process.channel?.unref();

const named = parseCommandArguments(
  (word) => peers.some(({ name }) => name === word),
  `name some of ${peers.map(({ name }) => name).join(', ')}`,
);
const missing = new Map<string, string>();
const results: TestResult[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'bilim-peers-'));
try {
  for (const peer of peers) {
    const why = named.length > 0 && !named.includes(peer.name) ? notNamed : await preparePeerServer(peer);
    if (why !== null) missing.set(peer.name, why);
  }
  const files = peers.filter(({ name }) => !missing.has(name)).map(({ tests }) => tests);
  if (files.length > 0) {
    const log = { info: () => undefined, warn: (text: string) => console.log(text) };
    const embedded = await startEmbeddedPostgres({ dataDir, log, durable: false, connections: 100 });
    process.env.TEST_POSTGRES_URL = embedded.adminUrl;
    try {
      results.push(...(await runNodeTests(files, stopped.signal)));
    } finally {
      await embedded.stop();
    }
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
const failed = results.filter(({ status }) => status === 'failed');
for (const { title, reason } of failed) console.log(`FAILED  ${title}\n        ${reason?.split('\n')[0] ?? ''}`);
for (const { name } of peers) console.log(`${name}: ${missing.get(name) ?? 'ran'}`);
console.log(`${results.filter(({ status }) => status === 'passed').length} passed, ${failed.length} failed`);
process.exit(failed.length > 0 || stopped.signal.aborted ? 1 : 0);
