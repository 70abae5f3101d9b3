import { BoundedProcess, ProcessLimitError } from '../core/bounded-process.ts';
import { initializeHelperProcess } from '../core/helper-process.ts';
import { KeyedMutex } from '../core/keyed-mutex.ts';
import { LeaseWorkers } from '../core/leases.ts';
import { connectWithoutTimeouts } from '../database/database.ts';
import { withLocalCopies } from '../files/local-copies.ts';
import { StorageUnavailableError } from '../files/store.ts';
import { openStore, readStoreLocation } from '../files/store-location.ts';
import { readSettings } from '../settings.ts';
import type { ExtractedText } from './extract.ts';
import { extractorProgram } from './extractor.ts';
import {
  type LeasedExtraction,
  leaseExtraction,
  refundExtractionAttempt,
  releaseExtractionLease,
  secondsUntilNextExtraction,
  storeExtractedText,
  storeExtractionOutcome,
  textExtractionChannel,
} from './reading.queries.ts';
import { indexRemainingRows } from './stemming.ts';

/**
 * The reading process: takes the text out of files, two people's at a time, with lowered priority and bounded memory. It
 * ends with the portal that started it; what it did not finish waits in the table file_text.
 */
const { DATABASE_URL, TIME_ZONE } = process.env;
const { timeZone } = readSettings({ DATABASE_URL, TIME_ZONE });
const maxAttempts = 3;
const stemEvery = 60_000;

const { store } = await openStore(readStoreLocation());
const db = connectWithoutTimeouts(DATABASE_URL ?? '', 2, timeZone);
const workers = new LeaseWorkers((warn) => process.send?.({ warn }));
const inHand = new Set<LeasedExtraction>();
/** Leases follow one another, so that two do not begin the files of one person at once. */
const leasing = new KeyedMutex();

initializeHelperProcess(async () => {
  for (const file of inHand) await releaseExtractionLease(db, file, 'now');
});

/** One that reads file after file; what holds it up holds up nobody but its owner, since the other one goes on. */
function reader() {
  const extracting = new BoundedProcess<{ path: string; type: string }, ExtractedText>(extractorProgram);
  return async (): Promise<boolean> => {
    const file = await leasing.run('lease', () => leaseExtraction(db));
    if (!file) return false;
    inHand.add(file);
    try {
      await read(file, extracting);
    } finally {
      inHand.delete(file);
    }
    return true;
  };
}

async function read(
  leased: LeasedExtraction,
  extracting: BoundedProcess<{ path: string; type: string }, ExtractedText>,
) {
  const { file, key, type, tries } = leased;
  try {
    if (tries > maxAttempts) throw new Error('the process that read it ended each time');
    const text = await withLocalCopies(store, [key], (path) => extracting.ask({ path, type }));
    await storeExtractedText(db, leased, text);
  } catch (error) {
    // A store that is away says nothing about the file: the lease ends by itself, and this try does not count.
    if (error instanceof StorageUnavailableError) {
      await refundExtractionAttempt(db, leased);
      throw error;
    }
    // What went beyond a limit of time or memory does so each time.
    const isGivenUp = tries >= maxAttempts || error instanceof ProcessLimitError;
    if (isGivenUp) {
      await storeExtractionOutcome(db, leased, 'failed', null);
      process.send?.({ warn: { file, why: String(error) } });
    } else await releaseExtractionLease(db, leased, 'later');
  }
}

/** What was written past the rooms, or stemmed by older rules, gets its words. */
const stem = () =>
  workers.guarded('stem', async () => {
    await indexRemainingRows(db);
    return true;
  });

const wake = () => workers.wake();
await db.listen(textExtractionChannel, wake, wake);
const secondsUntilDue = () => secondsUntilNextExtraction(db);
workers.start([
  { name: 'read', run: reader(), secondsUntilDue },
  { name: 'read', run: reader(), secondsUntilDue },
]);
void stem();
setInterval(() => void stem(), stemEvery);
process.send?.({ ready: true });
