import { fileURLToPath } from 'node:url';
import { BoundExceeded, BoundedProcess } from '../core/bounded-process.ts';
import { serveTheParent } from '../core/helper-process.ts';
import { LeaseWorkers } from '../core/leases.ts';
import { openUnlimited } from '../database/database.ts';
import { openStore, toldPlace } from '../files/places.ts';
import { StoreAway } from '../files/store.ts';
import { readSettings } from '../settings.ts';
import type { TextOf } from './extract.ts';
import {
  giveBack,
  keepText,
  type LeasedFile,
  leaseFile,
  nextReading,
  notCounted,
  readingChannel,
  settle,
} from './reading.queries.ts';
import { stemTheRest } from './stemming.ts';

/**
 * The reading process: takes the text out of files, one after another, with lowered priority and bounded memory. It
 * ends with the portal that started it; what it did not finish waits in the table file_text.
 */
const { DATABASE_URL, TIME_ZONE } = process.env;
const { timeZone } = readSettings({ DATABASE_URL, TIME_ZONE });
const mostTries = 3;
const stemEvery = 60_000;

const { store } = await openStore(toldPlace());
const db = openUnlimited(DATABASE_URL ?? '', 2, timeZone);
const workers = new LeaseWorkers((warn) => process.send?.({ warn }));
let inHand: LeasedFile | null = null;

serveTheParent(async () => {
  if (inHand) await giveBack(db, inHand, 'now');
});

const extracting = new BoundedProcess<{ path: string; type: string }, TextOf>({
  path: fileURLToPath(new URL('./extract-process.ts', import.meta.url)),
  within: 30_000,
  heap: 320,
  data: 1024,
  resident: 640,
});

async function readNext(): Promise<boolean> {
  inHand = await leaseFile(db);
  if (!inHand) return false;
  try {
    const { key, type, tries } = inHand;
    if (tries > mostTries) throw new Error('the process that read it ended each time');
    const text = await store.withLocalCopy(key, (path) => extracting.ask({ path, type }));
    await keepText(db, inHand, text);
  } catch (error) {
    // A store that is away says nothing about the file: the lease ends by itself, and this try does not count.
    if (error instanceof StoreAway) {
      await notCounted(db, inHand);
      throw error;
    }
    const isGivenUp = inHand.tries >= mostTries || error instanceof BoundExceeded;
    if (isGivenUp) {
      await settle(db, inHand, 'failed', null);
      process.send?.({ warn: { file: inHand.file, why: String(error) } });
    } else await giveBack(db, inHand, 'later');
  } finally {
    inHand = null;
  }
  return true;
}

/** What was written past the rooms, or stemmed by older rules, gets its words. */
const stem = () =>
  workers.guarded('stem', async () => {
    await stemTheRest(db);
    return true;
  });

const wake = () => workers.wake();
await db.listen(readingChannel, wake, wake);
workers.start([{ name: 'read', run: readNext, nextDue: () => nextReading(db) }]);
void stem();
setInterval(() => void stem(), stemEvery);
process.send?.({ ready: true });
