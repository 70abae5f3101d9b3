import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import ldap from 'ldapjs';
import { parseDirectories } from '../../core/directory-settings.ts';
import {
  type DirectoryEntry,
  directoryBaseDn,
  directoryServiceAccount,
  TestDirectoryServer,
} from '../../test/directory-peer.ts';
import { waitUntil } from '../../test/http.ts';
import { DirectoryRegistry } from './directories.ts';

const there = 'Directory-password-1';
const folder = mkdtempSync(join(tmpdir(), 'bilim-directories-'));
let peers: TestDirectoryServer[];
let first: TestDirectoryServer;
let second: TestDirectoryServer;
let third: TestDirectoryServer;
/** What was written into the log, and reported for the audit trail. */
let log: string[];
let faults: string[];

before(async () => {
  first = await TestDirectoryServer.open();
  [second, third] = [await TestDirectoryServer.open(first.papers), await TestDirectoryServer.open(first.papers)];
  peers = [first, second, third];
  writeFileSync(join(folder, 'ca.pem'), first.papers.certificate);
});
after(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  [log, faults] = [[], []];
});
afterEach(() => {
  for (const peer of peers) {
    [peer.entries, peer.references, peer.sendsOn] = [[], [], null];
    peer.bound.length = 0;
  }
});

const person = (uid: string, login = uid): DirectoryEntry => ({
  dn: `uid=${uid},ou=people,${directoryBaseDn}`,
  attributes: { objectClass: 'person', uid, login, entryUUID: `id-${uid}` },
  password: there,
});

/** A directory of these servers, which may send on to the others of this test. */
function directories(servers: string[], more: object = {}, within?: number): DirectoryRegistry {
  const one = {
    id: 'uni',
    servers,
    referrals: [second.url, third.url],
    base: directoryBaseDn,
    ...directoryServiceAccount,
    claim: 'login',
    is: 'login',
  };
  const list = parseDirectories(JSON.stringify([{ ...one, ca: join(folder, 'ca.pem'), ...more }]));
  return new DirectoryRegistry(list, { warn: (_: unknown, what?: string) => void log.push(what ?? '') }, within);
}

const come = async (at: DirectoryRegistry, name = 'azamat') =>
  (await at.prove(name, there, (what, id) => void faults.push(`${what} ${id}`)))?.named.identifier ?? null;
const isUnavailable = { code: 'login.directoryAway', status: 503 };
const port = (peer: TestDirectoryServer) => new URL(peer.url).port;

describe('a referral', () => {
  test('[AUTH-13] leads to a server of the settings in any letters of its name, and over several', async () => {
    first.references = [`ldap://LocalHost.:${port(second)}/${directoryBaseDn}`];
    second.references = [`ldap://LOCALHOST:${port(third)}/`];
    third.entries = [person('azamat')];
    assert.equal(await come(directories([first.url])), 'azamat');
    assert.deepEqual(faults, []);
  });

  test('[AUTH-13] attack: round in a circle, and deeper than three, it ends, and is logged', async () => {
    first.references = [`ldap://localhost:${port(second)}/${directoryBaseDn}`];
    second.references = [`ldap://localhost:${port(first)}/${directoryBaseDn}`];
    assert.equal(await come(directories([first.url])), null);
    assert.deepEqual(faults, []);
    const deep = (at: number) =>
      `ldap://localhost:${port(second)}/${encodeURIComponent(`ou=${at},${directoryBaseDn}`)}`;
    second.references = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(deep);
    assert.equal(await come(directories([first.url])), null);
    assert.deepEqual([...new Set(faults)], ['referral uni']);
    assert.equal(log.filter((what) => /not followed/.test(what)).length, 1);
  });

  test('[AUTH-13] attack: to an unknown server, or one that cannot be read, it is refused and logged', async () => {
    for (const to of [`ldap://evil.test/${directoryBaseDn}`, 'ldap://localhost:1/%E0%A4%A', 'nonsense']) {
      faults = [];
      first.references = [to];
      assert.equal(await come(directories([first.url])), null, to);
      assert.deepEqual(faults, ['referral uni'], to);
    }
  });

  test('[AUTH-13] as the whole answer to a search or a sign-in it is refused and logged, and the directory is not unavailable', async () => {
    for (const sendsOn of ['search', 'bind'] as const) {
      [faults, first.entries, first.sendsOn] = [[], [person('azamat')], sendsOn];
      assert.equal(await come(directories([first.url])), null, sendsOn);
      assert.deepEqual(faults, ['referral uni'], sendsOn);
    }
  });

  test('[AUTH-13] is reported only where it was in the way: not beside somebody who is found, nor to what holds no people', async () => {
    first.references = [`ldap://evil.test/${directoryBaseDn}`];
    first.entries = [{ ...person('azamat'), password: 'Another-password-2' }];
    assert.equal(await come(directories([first.url])), null);
    const parts = ['DC=DomainDnsZones', 'DC=ForestDnsZones', 'CN=Configuration'];
    first.references = parts.map(
      (part) => `ldap://zones.university.test/${encodeURIComponent(`${part},${directoryBaseDn}`)}`,
    );
    assert.equal(await come(directories([first.url]), 'mistyped'), null);
    assert.deepEqual(faults, []);
    assert.match(log.join(), /not followed/);
    first.references.push(`ldap://child.university.test/dc=child,${directoryBaseDn}`);
    assert.equal(await come(directories([first.url]), 'mistyped'), null);
    assert.deepEqual(faults, ['referral uni']);
  });
});

/** A server that counts who comes, and never says anything. */
async function silent(): Promise<{ server: Server; url: string; came: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: at } = server.address() as AddressInfo;
  return { server, url: `ldaps://localhost:${at}`, came: () => count };
}

describe('a directory that is unavailable', () => {
  test('[AUTH-13] a sign-in has one time for all servers: when it is over none is asked any more', async () => {
    const servers = [await silent(), await silent()];
    try {
      await assert.rejects(
        come(
          directories(
            servers.map(({ url }) => url),
            {},
            300,
          ),
        ),
        isUnavailable,
      );
      // Its time may be over before this process has looked at who came.
      await waitUntil('the first one was asked', () => servers[0]?.came() === 1);
      assert.equal(servers[1]?.came(), 0);
    } finally {
      for (const { server } of servers) server.close();
    }
  });

  test('[AUTH-13] attack: the log says why, and holds no typed name', async () => {
    const [one] = parseDirectories(
      JSON.stringify([
        {
          id: 'uni',
          servers: [first.url],
          base: directoryBaseDn,
          ...directoryServiceAccount,
          claim: 'login',
          is: 'login',
        },
      ]),
    );
    const lines: string[] = [];
    const warn = (fields: unknown, what?: string) => void lines.push(JSON.stringify([fields, what]));
    const at = new DirectoryRegistry([{ ...(one ?? assert.fail()), filter: '(uid={login}' }], { warn });
    await assert.rejects(at.prove('azamat', there), isUnavailable);
    assert.match(lines.join(), /filter cannot be read/);
    assert.doesNotMatch(lines.join(), /azamat/);
  });

  test('[AUTH-13] the only server is asked again at once', async () => {
    const at = directories([first.url]);
    first.entries = [person('azamat')];
    await first.close();
    await assert.rejects(come(at), isUnavailable);
    await first.reconnect();
    assert.equal(await come(at), 'azamat');
  });
});

describe('groups', () => {
  const groups = `ou=groups,${directoryBaseDn}`;
  const more = { groups, permissions: [{ group: `cn=staff,${groups}`, permission: 'library' }] };
  const group = (name: string, member: string): DirectoryEntry => ({
    dn: `cn=${name},${groups}`,
    attributes: { objectClass: 'groupOfNames', cn: name, member },
  });

  test('[AUTH-13] that are too many or too deep to be followed are logged', async () => {
    const many = Array.from({ length: 501 }, (_, at) => group(`g${at}`, `uid=azamat,ou=people,${directoryBaseDn}`));
    const deep = Array.from({ length: 12 }, (_, at) =>
      group(`d${at}`, at === 0 ? `uid=azamat,ou=people,${directoryBaseDn}` : `cn=d${at - 1},${groups}`),
    );
    for (const [held, wanted] of [
      [many, 1],
      [deep, 1],
      [deep.slice(0, 5), 0],
    ] as const) {
      log = [];
      first.entries = [person('azamat'), ...held];
      assert.equal(await come(directories([first.url], more)), 'azamat');
      assert.equal(log.filter((what) => /more groups/.test(what)).length, wanted);
    }
  });
});

describe('StartTLS', () => {
  /** A server without TLS that says so in one of several ways; gives the kinds of what it was sent. */
  async function downgraded(answer: 'refuses' | 'hides' | 'lies') {
    const sent: string[] = [];
    const server = ldap.createServer();
    // What comes after a promise of TLS is none of its messages.
    server.on('error', () => undefined);
    const named = (response: { end(): void }, what: string) => {
      sent.push(what);
      response.end();
    };
    server.bind('', (_: unknown, response: { end(): void }) => named(response, 'bind'));
    // The root entry names no extension, as one does that has none.
    server.search('', (_: unknown, response: { end(): void }) => named(response, 'search'));
    const startTls = '1.3.6.1.4.1.1466.20037';
    if (answer === 'refuses')
      server.exop(startTls, (_: unknown, __: unknown, next: (failure: unknown) => void) => {
        sent.push('startTLS');
        next(new ldap.UnavailableError('no certificate'));
      });
    if (answer === 'lies')
      server.exop(startTls, (_: unknown, response: { end(): void }) => named(response, 'startTLS'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
    return { server, sent, url: `ldap://localhost:${new URL(server.url).port}` };
  }

  for (const [answer, sent] of [
    ['refuses', ['startTLS']],
    ['hides', []],
    ['lies', ['startTLS']],
  ] as const)
    test(`[AUTH-13] attack: a server that ${answer} TLS is sent no password, and counts as unavailable`, async () => {
      const { server, sent: came, url } = await downgraded(answer);
      try {
        await assert.rejects(come(directories([url], {}, 10_000)), isUnavailable);
        assert.deepEqual(came, sent);
      } finally {
        await new Promise<void>((done) => server.close(() => done()));
      }
    });
});
