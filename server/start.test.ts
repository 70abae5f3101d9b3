import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { parseDatabaseAddress } from './core/database-address.ts';
import { ensureWritableFolder, findRunningPostgresAddress } from './database/embedded/embedded-postgres.ts';
import { checkAcceptsWrites, checkExternalPostgres, findConnectionLimitFault } from './database/external-postgres.ts';
import { readSettings } from './settings.ts';
import { createEmptyDatabase, resolveTestClusterUrl } from './test/database.ts';
import { readFirstPasswords } from './test/first-passwords.ts';
import { openPooler } from './test/pooler.ts';
import {
  endProgram,
  hasProcessEnded,
  type RunningProgram,
  readDatabasePid,
  runProgram,
  StartedPrograms,
} from './test/program.ts';
import { TestClient } from './test/test-client.ts';
import { findMisspeltSettings } from './unknown-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilim-start-'));
const dataDir = join(folder, 'data');
const portals = new StartedPrograms({ DATA_DIR: dataDir });
after(async () => {
  await portals.endAll();
  rmSync(folder, { recursive: true, force: true });
});

describe('the portal as it is started, with the embedded database', { concurrency: false }, () => {
  let portal: RunningProgram;
  before(async () => {
    portal = await portals.start();
    assert.ok(portal.url, portal.output);
  });

  it('[SAFE-13] a start on an empty database says what to do next', () => {
    assert.match(portal.output, /no university in it yet.*\n\s+npm run import -- FOLDER --passwords FILE/);
  });

  it('an import beside it is taken in, and its people sign in at once', async () => {
    const template = fileURLToPath(new URL('../docs/import-template', import.meta.url));
    const list = join(folder, 'first.csv');
    const ran = await runProgram('import/main.ts', [template, '--passwords', list, '--lang', 'en'], {
      DATA_DIR: dataDir,
    });
    assert.equal(ran.code, 0, ran.out + ran.err);
    const [first] = readFirstPasswords(list);
    const { status } = await new TestClient(portal.url ?? '').signIn(first?.login ?? '', first?.password ?? '');
    assert.equal(status, 200);
  });

  it('[SAFE-09] the portal is no superuser: it reads no file, runs no program, makes no role', async () => {
    const sql = postgres(findRunningPostgresAddress(dataDir) ?? '', { max: 1, onnotice: () => undefined });
    try {
      for (const statement of [
        `copy (select 1) to program 'cat'`,
        `create temp table t (line text); copy t from program 'id'`,
        `select pg_read_file('PG_VERSION')`,
        `select pg_ls_dir('.')`,
        `select lo_import('/etc/passwd')`,
        'create role another superuser',
        'create database another',
        'alter system set shared_preload_libraries to x',
        `set session_replication_role to replica`,
      ])
        await assert.rejects(sql.unsafe(statement), { code: '42501' }, statement);
      const [role] = await sql`
        select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as strong,
          array(select pg_get_userbyid(roleid)::text from pg_auth_members where member = r.oid) as "memberOf"
        from pg_roles r where rolname = current_user`;
      assert.deepEqual({ ...role }, { strong: false, memberOf: ['bilim_calls'] });
    } finally {
      await sql.end({ timeout: 5 });
    }
  });

  it('[SAFE-09] files below the data folder are readable by their owner alone', () => {
    const open = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => statSync(path).mode & 0o077);
    assert.deepEqual(open, []);
    assert.ok(existsSync(join(dataDir, 'files')));
  });

  it('refuses a second portal on the same folder in one sentence', () =>
    portals.refused({}, /^Bilim already runs on the data folder /));

  it('stops in order on SIGTERM and leaves no process behind', async () => {
    const pid = readDatabasePid(dataDir);
    assert.equal(await endProgram(portal.child, 'SIGTERM'), 0);
    assert.ok(hasProcessEnded(pid));
    assert.ok(!existsSync(join(dataDir, 'database/postmaster.pid')), 'the database ended in order');
  });
});

/** It is printed as one sentence, which the program prints before it ends. */
const cannotStart = (check: Promise<void>, sentence: RegExp) =>
  assert.rejects(check, { name: 'StartupError', message: sentence });

describe('what cannot work is reported in one sentence', () => {
  it('a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1').unref();
    await new Promise((done) => server.once('listening', done));
    const address = server.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    await portals.refused({ PORT: port, DATA_DIR: join(folder, 'other') }, /^Port \d+ on 127\.0\.0\.1 is in use/);
    server.close();
    assert.ok(!readdirSync(folder).includes('other'), 'nothing was begun');
  });

  it('a data folder that cannot be written to', () => {
    writeFileSync(join(folder, 'file'), '');
    assert.throws(
      () => ensureWritableFolder(join(folder, 'file/data')),
      /^StartupError: The data folder .* cannot be written to/,
    );
  });

  it('a DATABASE_URL of a wrong form, without an answer, with a wrong password or a missing database', async () => {
    assert.throws(
      () => readSettings({ DATABASE_URL: 'mysql://a:b@c/d' }),
      /^StartupError: DATABASE_URL must look like/,
    );
    const cluster = await resolveTestClusterUrl();
    for (const [url, sentence] of [
      ['postgres://a:secret@127.0.0.1:1/x', /: nothing answers at its host and port\.$/],
      [cluster.replace(/:[^:@]+@/, ':wrong@'), /: the user or the password is wrong\.$/],
      [`${cluster}_missing`, /: the server has no database of that name\.$/],
    ] as const)
      await cannotStart(checkExternalPostgres(url), sentence);
  });

  it('[OPS-10] a DATABASE_URL of several hosts is read as libpq reads it, and what it cannot be is reported without its password', () => {
    const several = 'postgres://u:secret@a:5433,[::1],b/d?sslmode=require&target_session_attrs=read-write';
    const address = parseDatabaseAddress(several);
    assert.deepEqual(address?.hosts, [
      { host: 'a', port: 5433 },
      { host: '::1', port: 5432 },
      { host: 'b', port: 5432 },
    ]);
    assert.equal(address?.urlOf({ host: '::1', port: 5432 }), 'postgres://u:secret@[::1]:5432/d?sslmode=require');
    const names = ['DATABASE_URL', 'DATABASE_CALLS_URL'] as const;
    for (const name of names)
      for (const url of [
        ...['postgres://u:secret@a,/d', 'postgres://u:secret@a:0,b/d', 'postgres://u:secret@a/d?host=a,b'],
        ...['postgres://u:secret@a,b/d?target_session_attrs=standby', 'postgres://u:secret@a,b/'],
      ])
        assert.throws(
          () => readSettings({ DATABASE_URL: several, [name]: url }),
          (refused: Error) =>
            String(refused).startsWith(`StartupError: ${name} must look like `) &&
            !refused.message.includes(':secret@'),
          url,
        );
    assert.equal(readSettings({ DATABASE_URL: several }).databaseUrl, several);
  });

  it('[SAFE-14] more connections than the server, the database or the role gives', async () => {
    const database = await createEmptyDatabase();
    const sql = postgres(database.url, { max: 1 });
    try {
      assert.equal(await findConnectionLimitFault(sql, 10), null);
      assert.match(
        (await findConnectionLimitFault(sql, 500)) ?? '',
        /^DATABASE_CONNECTIONS is 500, with which a node opens up to 1260 connections, but PostgreSQL gives \d+: /,
      );
      await sql.unsafe(`alter database ${new URL(database.url).pathname.slice(1)} connection limit 30`);
      assert.match((await findConnectionLimitFault(sql, 10)) ?? '', /up to 35 connections, but PostgreSQL gives 30: /);
    } finally {
      await sql.end();
      await database.drop();
    }
  });

  it('[SAFE-14] a database that takes no writes', async () => {
    const database = await createEmptyDatabase();
    const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
    try {
      await checkAcceptsWrites(sql);
      await sql`set default_transaction_read_only = on`;
      await cannotStart(checkAcceptsWrites(sql), /^The database takes no writes /);
    } finally {
      await sql.end();
      await database.drop();
    }
  });

  it('[SAFE-14] a role that may not make tables', async () => {
    const database = await createEmptyDatabase();
    const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
    try {
      await sql`revoke create on schema public from public, pg_database_owner`;
      await cannotStart(checkExternalPostgres(database.url), /^The role of DATABASE_URL may not make tables/);
    } finally {
      await sql.end();
      await database.drop();
    }
  });

  it('[SAFE-14] a pooler that refuses or drops what a session is opened with, or lends sessions for a transaction', async () => {
    const sentence = /^DATABASE_URL leads to a connection pooler such as PgBouncer/;
    // As PgBouncer answers to the parameters that it does not know.
    const pooler = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        const text = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
        const head = Buffer.alloc(5);
        head.write('E');
        head.writeInt32BE(text.length + 4, 1);
        socket.end(Buffer.concat([head, Buffer.from(text)]));
      });
    }).listen(0, '127.0.0.1');
    await new Promise((done) => pooler.once('listening', done));
    const { port } = pooler.address() as AddressInfo;
    await cannotStart(checkExternalPostgres(`postgres://a:b@127.0.0.1:${port}/x`), sentence);
    pooler.close();
    const database = await createEmptyDatabase();
    const lending = await openPooler(database.url);
    try {
      await cannotStart(checkExternalPostgres(lending.url), sentence);
    } finally {
      await lending.close();
      await database.drop();
    }
  });

  it('a setting that is out of its range', () => {
    const wrong: [string, string][] = [
      ['PORT', '70000'],
      ['PORT', '3000x'],
      ['HOST', '0.0.0.0'],
      ['DEMO', 'big'],
      ['FILE_LIMIT_MB', '0'],
      ['QUOTA_MB', '0'],
      ['PASSWORD_MIN', '3'],
      ['TRUST_PROXY', '10.0.0.0/99'],
      ['PUBLIC_URL', 'https://lms.example.kg/path'],
      ['BOOKS_URL', 'books.example.kg'],
      ['BOOKS_URL', 'https://books.example.kg'],
      ['SMTP_URL', 'mail.example.kg'],
      ['SMTP_URL', 'smtp://mail.example.kg/path'],
      ['SMTP_URL', 'smtp://mail.example.kg'],
      ['MAIL_FROM', 'University'],
      ['TIME_ZONE', 'Mars/Olympus'],
      ['NETWORKS', 'Главный корпус'],
      ['NETWORKS', '10.1.0.0/33=Главный корпус'],
      ['NETWORKS', '0.0.0.0/0=Весь мир'],
      ['NETWORKS', '10.1.0.0/16='],
      ['NETWORKS', '10.1.0.0/16=Главный корпус | Main building'],
      ['NETWORKS', `10.1.0.0/16=${'а'.repeat(61)}`],
      ['NETWORKS', '10.1.0.0/16=А, 10.2.0.0/16=Б'],
      ['NETWORKS', '10.1.0.0/16=А; 10.1.0.0/16=Б'],
      ['LOG_LEVEL', 'loud'],
      ['INSECURE_HTTP', 'yes'],
      ['TEST_CLOCK', 'tomorrow'],
      ['TEST_CLOCK', '2026-11-23T14:00:00'],
    ];
    for (const [name, value] of wrong) {
      assert.throws(() => readSettings({ [name]: value }), new RegExp(`^StartupError: ${name} `));
    }
  });

  it("[SAFE-14] a variable that is a misspelt setting, and nothing that is others' business", () => {
    const env = { PUBLIC_ULR: 'x', DATABASEURL: 'x', Demo: 'x', PASWORD_MIN: '8', BILIM_PORT: '1', BILIM_X: '1' };
    assert.deepEqual(
      findMisspeltSettings({ ...env, HOME: '/root', PATH: '/bin', SHELL: 'sh', PWD: '/', HOSTNAME: 'x', PORT: '1' }),
      [
        { name: 'PUBLIC_ULR', suggestion: 'PUBLIC_URL' },
        { name: 'DATABASEURL', suggestion: 'DATABASE_URL' },
        { name: 'Demo', suggestion: 'DEMO' },
        { name: 'PASWORD_MIN', suggestion: 'PASSWORD_MIN' },
        { name: 'BILIM_PORT', suggestion: 'PORT' },
        { name: 'BILIM_X', suggestion: null },
      ],
    );
  });

  it('[SAFE-13] what other machines reach holds no invented university unless DEMO names one', () => {
    const demo = (env: Record<string, string>) => readSettings(env).demo;
    assert.equal(demo({}), 'small');
    assert.equal(demo({ HOST: 'localhost' }), 'small');
    assert.equal(demo({ PUBLIC_URL: 'https://lms.example.kg' }), 'none');
    assert.equal(demo({ DATABASE_URL: 'postgres://a:b@127.0.0.1/c' }), 'none');
    assert.equal(demo({ HOST: '0.0.0.0', INSECURE_HTTP: '1' }), 'none');
    assert.equal(demo({ HOST: '0.0.0.0', INSECURE_HTTP: '1', DEMO: 'tiny' }), 'tiny');
  });

  it('[SAFE-08] an origin of books that is the portal’s own, or that its pages cannot show', () => {
    for (const BOOKS_URL of ['https://lms.example.kg', 'http://books.example.kg'])
      assert.throws(
        () => readSettings({ PUBLIC_URL: 'https://lms.example.kg', BOOKS_URL }),
        /^StartupError: BOOKS_URL /,
      );
  });

  it('a clock of tests where other machines reach the portal', () => {
    const TEST_CLOCK = '2026-11-23T14:00:00+06:00';
    for (const open of [{ HOST: '0.0.0.0', INSECURE_HTTP: '1' }, { PUBLIC_URL: 'https://lms.example.kg' }])
      assert.throws(() => readSettings({ TEST_CLOCK, ...open }), /^StartupError: TEST_CLOCK is for tests alone/);
    for (const closed of [{ HOST: 'localhost' }, { PUBLIC_URL: 'http://127.0.0.1:3000' }])
      assert.equal(readSettings({ TEST_CLOCK, ...closed }).testClock, TEST_CLOCK);
  });

  it('[TOLD-02] a mail server without a sender or without the address of the portal, and never with its password', () => {
    const [SMTP_URL, MAIL_FROM, PUBLIC_URL] = [
      'smtps://u:secret@mail.example.kg',
      'a@example.kg',
      'https://lms.example.kg',
    ];
    for (const env of [{ SMTP_URL }, { SMTP_URL, MAIL_FROM }, { SMTP_URL, PUBLIC_URL }, { SMTP_URL: `${SMTP_URL}?x` }])
      assert.throws(
        () => readSettings(env),
        (refused: Error) => /^StartupError: SMTP_URL /.test(String(refused)) && !refused.message.includes('secret'),
      );
    for (const from of [MAIL_FROM, 'Университет <a@example.kg>'])
      assert.equal(readSettings({ SMTP_URL, MAIL_FROM: from, PUBLIC_URL }).smtpUrl, SMTP_URL);
  });

  it('while every default and every good value is taken', () => {
    const settings = readSettings({});
    assert.deepEqual(
      [settings.port, settings.host, settings.demo, settings.trustProxy],
      [3000, '127.0.0.1', 'small', []],
    );
    assert.equal(
      readSettings({ HOST: '0.0.0.0', PUBLIC_URL: 'https://lms.example.kg/' }).publicAddress,
      'https://lms.example.kg',
    );
    assert.deepEqual(readSettings({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1' }).trustProxy, [
      '127.0.0.1',
      '10.0.0.0/8',
      '::1',
    ]);
    assert.ok(readSettings({ HOST: '0.0.0.0', INSECURE_HTTP: '1' }).insecureHttp);
    const three = { ru: 'Общежитие', kg: 'Жатакана', en: 'Dormitory' };
    assert.deepEqual(readSettings({ NETWORKS: ' 2001:db8::/32 = Общежитие | Жатакана | Dormitory ;' }).networks, [
      { range: '2001:db8::/32', name: three },
    ]);
  });
});
