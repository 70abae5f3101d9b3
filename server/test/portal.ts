import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { callsRole } from '../database/calls-role.ts';
import { openDatabase } from '../database/database.ts';
import { initializeSettings } from '../settings.ts';

/** A portal in a process of its own on an existing database, for tests that kill it; reports to the parent its port. */
const settings = initializeSettings();
const database = openDatabase(settings.databaseUrl ?? '', settings, { role: callsRole });
const app = await createApp({ settings, database, log: pino({ level: settings.logLevel }) });
await app.fastify.listen({ port: settings.port, host: '127.0.0.1' });
process.send?.((app.fastify.server.address() as AddressInfo).port);
// With --expose-gc: what is held when everything that can go has gone.
process.on('message', (asked) => {
  if (asked !== 'memory') return;
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.once('disconnect', () => process.exit());
