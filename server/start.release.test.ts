import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import postgres from 'postgres';
import { activityRooms } from './demo/activity-rooms.ts';
import { createTestDatabase } from './test/database.ts';
import { endProgram, hasProcessEnded, readDatabasePid, StartedPrograms } from './test/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilim-start-'));
const portals = new StartedPrograms({ DATA_DIR: join(folder, 'data') });
after(async () => {
  await portals.endAll();
  rmSync(folder, { recursive: true, force: true });
});

async function answers(url: string | null): Promise<boolean> {
  const reply = await fetch(`${url}/api/config.json`);
  return reply.status === 200;
}

describe('starting and stopping with the embedded database', { concurrency: false }, () => {
  const dataDir = join(folder, 'data');

  it('comes up again after its process was killed and the database lived on', async () => {
    const first = await portals.start();
    const orphan = readDatabasePid(dataDir);
    await endProgram(first.child, 'SIGKILL');
    const second = await portals.start();
    assert.ok(second.url, second.output);
    assert.ok(hasProcessEnded(orphan));
    assert.ok(await answers(second.url));
    assert.equal(await endProgram(second.child, 'SIGTERM'), 0);
  });

  it('comes up again after everything was killed', async () => {
    const first = await portals.start();
    const pid = readDatabasePid(dataDir);
    await endProgram(first.child, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    const second = await portals.start();
    assert.ok(second.url, second.output);
    assert.equal(await endProgram(second.child, 'SIGTERM'), 0);
  });

  it('starts the database again when it dies alone', async () => {
    const { child, url, output } = await portals.start();
    assert.ok(url, output);
    const restartLogged = new Promise((done) =>
      child.stdout?.on('data', (text: string) => text.includes('starting it again') && done(text)),
    );
    process.kill(readDatabasePid(dataDir), 'SIGKILL');
    await restartLogged;
    assert.equal(await endProgram(child, 'SIGTERM'), 0);
  });

  it('takes no process for the old database only because it has its number', async () => {
    writeFileSync(
      join(dataDir, 'database/postmaster.pid'),
      `${process.pid}\n${join(dataDir, 'database')}\n0\n5432\n\n\n1 0\n`,
    );
    const { child, url, output } = await portals.start();
    assert.ok(url, output);
    assert.equal(await endProgram(child, 'SIGTERM'), 0);
  });

  it('ends when whoever started it is gone', async () => {
    const { child } = await portals.start();
    const gone = new Promise((done) => child.once('exit', done));
    child.disconnect();
    assert.equal(await gone, 0);
  });
});

describe('what cannot work is reported in one sentence', () => {
  it('a DATABASE_URL of a wrong form, without an answer, with a wrong password or a missing database', async () => {
    const cluster = process.env.TEST_POSTGRES_URL ?? 'postgres://nobody:x@127.0.0.1:1/x';
    const dataDir = { DATA_DIR: join(folder, 'external') };
    await portals.refused({ ...dataDir, DATABASE_URL: 'mysql://a:b@c/d' }, /^DATABASE_URL must look like/);
    await portals.refused(
      { ...dataDir, DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' },
      /nothing answers at its host and port\.$/,
    );
    if (!process.env.TEST_POSTGRES_URL) return;
    await portals.refused(
      { ...dataDir, DATABASE_URL: cluster.replace(/:[^:@]+@/, ':wrong@') },
      /the password is wrong\.$/,
    );
    await portals.refused({ ...dataDir, DATABASE_URL: `${cluster}_missing` }, /no database of that name\.$/);
  });

  it('[SAFE-13] an invented university that other machines reach, unless DEMO names a size', async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.url, { max: 1 });
    const env = {
      ...{ DATA_DIR: join(folder, 'reachable'), DATABASE_URL: database.url },
      ...{ DEMO: '', HOST: '0.0.0.0', INSECURE_HTTP: '1', TEST_CLOCK: '' },
    };
    try {
      // Its people have lived already: nothing but the start is looked at.
      await sql`update university set demo = true, demo_lived = ${[...activityRooms]}`;
      await portals.refused(
        env,
        /^The university in this database is invented and its passwords are known to everybody/,
      );
      await portals.refused({ ...env, DEMO: 'none' }, /^The university in this database is invented/);
      await portals.refused({ ...env, HOST: '127.0.0.1', PUBLIC_URL: 'https://lms.example.kg' }, /is invented and/);
      const shown = await portals.start({ ...env, DEMO: 'tiny' });
      assert.ok(shown.url, shown.output);
      assert.equal(await endProgram(shown.child, 'SIGTERM'), 0);
      const alone = await portals.start({ ...env, HOST: '127.0.0.1' });
      assert.ok(alone.url, alone.output);
      assert.equal(await endProgram(alone.child, 'SIGTERM'), 0);
    } finally {
      await sql.end();
      await database.drop();
    }
  });
});
