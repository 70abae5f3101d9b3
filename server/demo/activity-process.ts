import { pino } from 'pino';
import { createApp } from '../app.ts';
import { initializeHelperProcess } from '../core/helper-process.ts';
import { openDatabase } from '../database/database.ts';
import { initializeSettings } from '../settings.ts';
import { simulateActivity } from './activity.ts';

/**
 * The process in which the invented people do what takes long: the first visitors of a portal then share no event loop with
 * hundreds of books, and come first at the processor.
 */
const { ACTIVITY_DATABASE = '', ACTIVITY_ROLE } = process.env;
const stopped = new AbortController();
let activity: Promise<void> = Promise.resolve();

initializeHelperProcess(async () => {
  stopped.abort();
  await activity;
});

const settings = initializeSettings();
const database = openDatabase(
  ACTIVITY_DATABASE,
  { databaseConnections: 2, timeZone: settings.timeZone },
  { role: ACTIVITY_ROLE || undefined, listener: 'bilim demo listens' },
);
const app = await createApp({ settings, database, log: pino({ level: 'silent' }) });
activity = simulateActivity(app, { stopped: stopped.signal, giveWay: true }).catch(() => {
  process.exitCode = 1;
});
await activity;
await app.close();
await database.close();
process.exit();
