import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import postgres from 'postgres';
import { createApp } from '../app.ts';
import { openDatabase } from '../database/database.ts';
import { readSettings } from '../settings.ts';
import { createTestDatabase } from '../test/database.ts';

interface Line {
  readonly level: number;
  readonly path?: string;
  readonly more?: number;
  readonly paths?: Record<string, number>;
}

it('[SAFE-14] twenty calls that find the database held are two lines of the log: the first with its cause, the others as a number', async () => {
  const copy = await createTestDatabase();
  const holder = postgres(copy.url, { max: 1, onnotice: () => undefined });
  const folder = await mkdtemp(join(tmpdir(), 'bilim-unanswered-'));
  const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'warn' });
  const database = openDatabase(copy.url, settings);
  const lines: Line[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const app = await createApp({ settings, database, log });
  const { path } = callsByRoom.discipline.currentYear;
  const ask = () =>
    app.fastify.inject({
      url: path,
      cookies: { [app.context.sessions.cookieName]: randomBytes(32).toString('base64url') },
    });
  try {
    await holder.begin(async (db) => {
      await db`lock table session in access exclusive mode`;
      for (const { statusCode } of await Promise.all(Array.from({ length: 20 }, ask))) assert.equal(statusCode, 503);
    });
    await app.close();
    assert.deepEqual(
      lines.map(({ level, path, more, paths }) => ({ level, path, more, paths })),
      [
        { level: 50, path, more: undefined, paths: undefined },
        { level: 40, path: undefined, more: 19, paths: { [path]: 19 } },
      ],
    );
  } finally {
    await holder.end();
    await database.close();
    await copy.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
