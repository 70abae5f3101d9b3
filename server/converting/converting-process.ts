import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import { initializeHelperProcess } from '../core/helper-process.ts';
import { LeaseWorkers } from '../core/leases.ts';
import { connectWithoutTimeouts } from '../database/database.ts';
import { withLocalCopies } from '../files/local-copies.ts';
import { StorageUnavailableError } from '../files/store.ts';
import { openStore, readStoreLocation } from '../files/store-location.ts';
import { readSettings } from '../settings.ts';
import { ConversionError, type ConvertedPdf, PdfConverter, removeAbandonedFolders } from './converter.ts';
import {
  convertingChannel,
  leaseConversion,
  markConversionFailed,
  refundConversionAttempt,
  releaseConversionLease,
  secondsUntilNextConversion,
  storeConvertedPages,
} from './leasing.queries.ts';

/**
 * The converting process: has pages made of office files, one after another, with lowered priority. It ends with the
 * portal that started it; what it did not finish waits in the table file_pdf.
 */
const { DATABASE_URL, TIME_ZONE, OFFICE_CONVERTER: program = '' } = process.env;
const { timeZone } = readSettings({ DATABASE_URL, TIME_ZONE });
/** Tries of a content for which there was no time, or whose process was killed; what the program cannot do stays so. */
const maxAttempts = 2;

const place = readStoreLocation();
const { store, spool } = await openStore(place);
const converter = new PdfConverter(program, dirname(place.folder));
const db = connectWithoutTimeouts(DATABASE_URL ?? '', 2, timeZone);
const workers = new LeaseWorkers((warn) => process.send?.({ warn }));

initializeHelperProcess(async () => {
  converter.stop();
  await workers.stop();
});

async function makeNext(): Promise<boolean> {
  const leased = await leaseConversion(db);
  if (!leased?.source) return false;
  const { id, type, tries, source } = leased;
  if (tries > maxAttempts) await fail(id, 'died');
  else
    try {
      await withLocalCopies(store, [source], (path) => converter.convert(path, type, (made) => keep(id, made)));
    } catch (error) {
      // A store that is away says nothing about the file: the lease ends by itself, and this try does not count.
      if (error instanceof StorageUnavailableError) await refundConversionAttempt(db, id);
      if (!(error instanceof ConversionError)) throw error;
      if (error.fault === 'stopped') await releaseConversionLease(db, id, tries - 1);
      else if (error.fault === 'slow' && tries < maxAttempts) await releaseConversionLease(db, id, tries);
      else await fail(id, error.fault);
    }
  return true;
}

async function fail(id: number, why: string): Promise<void> {
  process.send?.({ warn: { pages: id, why } });
  await markConversionFailed(db, id);
}

/** Puts a PDF among the files, whole or not at all. */
async function keep(id: number, { path, size, pages }: ConvertedPdf): Promise<void> {
  const key = randomUUID();
  await spool.store(store, key, createReadStream(path));
  if (!(await storeConvertedPages(db, id, { key, size, pages }))) await store.remove([key]);
}

await removeAbandonedFolders();
const wake = () => workers.wake();
await db.listen(convertingChannel, wake, wake);
workers.start([{ name: 'convert', run: makeNext, secondsUntilDue: () => secondsUntilNextConversion(db) }]);
process.send?.({ ready: true });
