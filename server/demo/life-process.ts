import { pino } from 'pino';
import { createApp } from '../app.ts';
import { serveTheParent } from '../core/helper-process.ts';
import { openDatabase } from '../database/database.ts';
import { settingsOfProgram } from '../settings.ts';
import { simulateActivity } from './life.ts';

/**
 * The process in which the invented people do what takes long: the first visitors of a portal then share no event loop with
 * hundreds of books, and come first at the processor.
 */
const { LIFE_DATABASE = '', LIFE_ROLE } = process.env;
const stopped = new AbortController();
let living: Promise<void> = Promise.resolve();

serveTheParent(async () => {
  stopped.abort();
  await living;
});

const settings = settingsOfProgram();
const database = openDatabase(
  LIFE_DATABASE,
  { databaseConnections: 2, timeZone: settings.timeZone },
  { role: LIFE_ROLE || undefined, listener: 'bilim demo listens' },
);
const app = await createApp({ settings, database, log: pino({ level: 'silent' }) });
living = simulateActivity(app, () => undefined, { later: true, stopped: stopped.signal, giveWay: true }).catch(() => {
  process.exitCode = 1;
});
await living;
await app.close();
await database.close();
process.exit();
