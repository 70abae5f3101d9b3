import { serveTheParent } from './core/helper-process.ts';
import { Translations } from './core/translations.ts';
import { openDatabase } from './database/database.ts';
import { Delivery } from './delivery/delivery.ts';
import { Push } from './delivery/push.ts';
import { readKeys } from './delivery/push-keys.queries.ts';
import { prepareKeys } from './delivery/push-keys.ts';
import { speakers } from './rooms/spoken.ts';
import { readSettings } from './settings.ts';

/**
 * The delivery process: tells people on their devices what is new. It ends with the portal that started it, and has sent
 * then what it had in hand; what it was killed at is taken up by whoever comes next.
 */
const { DATABASE_URL, DATABASE_ROLE, TIME_ZONE, PUSH_HOSTS, PUBLIC_URL } = process.env;
const settings = readSettings({ DATABASE_URL, TIME_ZONE, PUSH_HOSTS, PUBLIC_URL });
const connections = { databaseConnections: 4 };
const database = openDatabase(DATABASE_URL ?? '', connections, {
  role: DATABASE_ROLE || undefined,
  ears: 'bilim delivers',
});
await prepareKeys(database.own);
const push = new Push({ keys: await readKeys(database.own), ...settings });
const delivery = new Delivery({
  database,
  texts: new Translations(),
  push,
  speakers,
  timeZone: settings.timeZone,
  warn: (warn) => process.send?.({ warn }),
});
serveTheParent(async () => {
  await delivery.stop();
  push.close();
});
await delivery.start();
process.send?.({ ready: true });
