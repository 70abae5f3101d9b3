import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import postgres from 'postgres';
import { lives } from './demo/life.ts';
import { readSettings } from './settings.ts';
import { emptyDatabase, testDatabase } from './test/database.ts';
import { openPooler } from './test/pooler.ts';
import { databasePid, end, type Started, startProgram } from './test/program.ts';
import { misspeltSettings } from './unknown-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilim-start-'));
const children: ChildProcess[] = [];
const everyLife = lives.map(({ room }) => room);
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<Started> {
  const started = await startProgram({ DATA_DIR: join(folder, 'data'), ...env });
  children.push(started.child);
  return started;
}

async function answers(url: string | null): Promise<boolean> {
  const reply = await fetch(`${url}/api/config.json`);
  return reply.status === 200;
}

/** Ended or a zombie, which nobody has buried yet. */
function isGone(pid: number): boolean {
  try {
    return /\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

describe('starting and stopping with the embedded database', { concurrency: false }, () => {
  const dataDir = join(folder, 'data');

  it('comes up on an empty folder, stops in order on SIGTERM and leaves no process behind', async () => {
    const { child, url, said } = await start({});
    assert.ok(url, said);
    assert.ok(await answers(url));
    const pid = databasePid(dataDir);
    assert.equal(await end(child, 'SIGTERM'), 0);
    assert.ok(isGone(pid));
    assert.ok(!existsSync(join(dataDir, 'database/postmaster.pid')), 'the database ended in order');
  });

  it('refuses a second portal on the same folder in one sentence', async () => {
    const first = await start({});
    const second = await start({});
    assert.equal(second.code, 1);
    assert.match(second.said, /^Bilim already runs on the data folder .*\n$/);
    assert.equal(await end(first.child, 'SIGINT'), 0);
  });

  it('comes up again after its process was killed and the database lived on', async () => {
    const first = await start({});
    const orphan = databasePid(dataDir);
    await end(first.child, 'SIGKILL');
    const second = await start({});
    assert.ok(second.url, second.said);
    assert.ok(isGone(orphan));
    assert.ok(await answers(second.url));
    assert.equal(await end(second.child, 'SIGTERM'), 0);
  });

  it('comes up again after everything was killed', async () => {
    const first = await start({});
    const pid = databasePid(dataDir);
    await end(first.child, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    const second = await start({});
    assert.ok(second.url, second.said);
    assert.equal(await end(second.child, 'SIGTERM'), 0);
  });

  it('starts the database again when it dies alone', async () => {
    const { child, url, said } = await start({});
    assert.ok(url, said);
    const told = new Promise((done) =>
      child.stdout?.on('data', (text: string) => text.includes('starting it again') && done(text)),
    );
    process.kill(databasePid(dataDir), 'SIGKILL');
    await told;
    assert.equal(await end(child, 'SIGTERM'), 0);
  });

  it('takes no process for the old database only because it has its number', async () => {
    writeFileSync(
      join(dataDir, 'database/postmaster.pid'),
      `${process.pid}\n${join(dataDir, 'database')}\n0\n5432\n\n\n1 0\n`,
    );
    const { child, url, said } = await start({});
    assert.ok(url, said);
    assert.equal(await end(child, 'SIGTERM'), 0);
  });

  it('ends when whoever started it is gone', async () => {
    const { child } = await start({});
    const gone = new Promise((done) => child.once('exit', done));
    child.disconnect();
    assert.equal(await gone, 0);
  });
});

describe('what cannot work is told in one sentence', () => {
  const refused = async (env: Record<string, string>, sentence: RegExp) => {
    const { code, said } = await start(env);
    assert.equal(code, 1, said);
    assert.match(said.trim(), sentence);
    assert.equal(said.trim().split('\n').length, 1, said);
  };

  it('a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1').unref();
    await new Promise((done) => server.once('listening', done));
    const address = server.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    await refused({ PORT: port, DATA_DIR: join(folder, 'other') }, /^Port \d+ on 127\.0\.0\.1 is in use/);
    server.close();
    assert.ok(!readdirSync(folder).includes('other'), 'nothing was begun');
  });

  it('a data folder that cannot be written to', async () => {
    writeFileSync(join(folder, 'file'), '');
    await refused({ DATA_DIR: join(folder, 'file/data') }, /^The data folder .* cannot be written to/);
  });

  it('a DATABASE_URL of a wrong form, without an answer, with a wrong password or a missing database', async () => {
    const cluster = process.env.TEST_POSTGRES_URL ?? 'postgres://nobody:x@127.0.0.1:1/x';
    const dataDir = { DATA_DIR: join(folder, 'external') };
    await refused({ ...dataDir, DATABASE_URL: 'mysql://a:b@c/d' }, /^DATABASE_URL must look like/);
    await refused(
      { ...dataDir, DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' },
      /nothing answers at its host and port\.$/,
    );
    if (!process.env.TEST_POSTGRES_URL) return;
    await refused({ ...dataDir, DATABASE_URL: cluster.replace(/:[^:@]+@/, ':wrong@') }, /the password is wrong\.$/);
    await refused({ ...dataDir, DATABASE_URL: `${cluster}_missing` }, /no database of that name\.$/);
  });

  it('[SAFE-14] a role that may not make tables', async () => {
    const dataDir = { DATA_DIR: join(folder, 'external') };
    const database = await emptyDatabase();
    const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
    try {
      await sql`revoke create on schema public from public, pg_database_owner`;
      await refused({ ...dataDir, DATABASE_URL: database.url }, /^The role of DATABASE_URL may not make tables/);
    } finally {
      await sql.end();
      await database.drop();
    }
  });

  it('[SAFE-14] a pooler that refuses or drops what a session is opened with, or lends sessions for a transaction', async () => {
    const dataDir = { DATA_DIR: join(folder, 'external') };
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
    await refused({ ...dataDir, DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/x` }, sentence);
    pooler.close();
    const database = await emptyDatabase();
    const lending = await openPooler(database.url);
    try {
      await refused({ ...dataDir, DATABASE_URL: lending.url }, sentence);
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
      assert.throws(() => readSettings({ [name]: value }), new RegExp(`^CannotStart: ${name} `));
    }
  });

  it("[SAFE-14] a variable that is a misspelt setting, and nothing that is others' business", () => {
    const env = { PUBLIC_ULR: 'x', DATABASEURL: 'x', Demo: 'x', PASWORD_MIN: '8', BILIM_PORT: '1', BILIM_X: '1' };
    assert.deepEqual(
      misspeltSettings({ ...env, HOME: '/root', PATH: '/bin', SHELL: 'sh', PWD: '/', HOSTNAME: 'x', PORT: '1' }),
      [
        { name: 'PUBLIC_ULR', meant: 'PUBLIC_URL' },
        { name: 'DATABASEURL', meant: 'DATABASE_URL' },
        { name: 'Demo', meant: 'DEMO' },
        { name: 'PASWORD_MIN', meant: 'PASSWORD_MIN' },
        { name: 'BILIM_PORT', meant: 'PORT' },
        { name: 'BILIM_X', meant: null },
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

  it('[SAFE-13] an invented university that other machines reach, unless DEMO names a size', async () => {
    const database = await testDatabase();
    const sql = postgres(database.url, { max: 1 });
    const env = {
      ...{ DATA_DIR: join(folder, 'reachable'), DATABASE_URL: database.url },
      ...{ DEMO: '', HOST: '0.0.0.0', INSECURE_HTTP: '1', TEST_CLOCK: '' },
    };
    try {
      // Its people have lived already: nothing but the start is looked at.
      await sql`update university set demo = true, demo_lived = ${everyLife}`;
      await refused(env, /^The university in this database is invented and its passwords are known to everybody/);
      await refused({ ...env, DEMO: 'none' }, /^The university in this database is invented/);
      await refused({ ...env, HOST: '127.0.0.1', PUBLIC_URL: 'https://lms.example.kg' }, /is invented and/);
      const shown = await start({ ...env, DEMO: 'tiny' });
      assert.ok(shown.url, shown.said);
      assert.equal(await end(shown.child, 'SIGTERM'), 0);
      const alone = await start({ ...env, HOST: '127.0.0.1' });
      assert.ok(alone.url, alone.said);
      assert.equal(await end(alone.child, 'SIGTERM'), 0);
    } finally {
      await sql.end();
      await database.drop();
    }
  });

  it('[SAFE-08] an origin of books that is the portal’s own, or that its pages cannot show', () => {
    for (const BOOKS_URL of ['https://lms.example.kg', 'http://books.example.kg'])
      assert.throws(
        () => readSettings({ PUBLIC_URL: 'https://lms.example.kg', BOOKS_URL }),
        /^CannotStart: BOOKS_URL /,
      );
  });

  it('a clock of tests where other machines reach the portal', () => {
    const TEST_CLOCK = '2026-11-23T14:00:00+06:00';
    for (const open of [{ HOST: '0.0.0.0', INSECURE_HTTP: '1' }, { PUBLIC_URL: 'https://lms.example.kg' }])
      assert.throws(() => readSettings({ TEST_CLOCK, ...open }), /^CannotStart: TEST_CLOCK is for tests alone/);
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
        (refused: Error) => /^CannotStart: SMTP_URL /.test(String(refused)) && !refused.message.includes('secret'),
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
