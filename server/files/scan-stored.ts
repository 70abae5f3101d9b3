import { runInParallel } from '../core/in-parallel.ts';
import type { Db } from '../database/database.ts';
import type { FileScanner } from './scanner.ts';
import { type FileStore, ObjectNotFoundError } from './store.ts';
import { type FileToScan, readFilesToScan, storeScanVerdict } from './withheld.queries.ts';

/** Files that are under way together: people's uploads have places of the scanner, too. */
const together = 2;
/** Rows that are read at once. */
const rowBatchSize = 500;

/** What became of the files. */
export interface ScanSummary {
  readonly clean: number;
  /** Nobody looked at the whole of them, or their bytes are gone. */
  readonly unscanned: readonly FileToScan[];
}

/** Called with the progress of a scan. */
export interface ScanListener {
  /** A file is withheld from now on because of this signature; null: it is clean now, and is sent again. */
  readonly turned: (file: FileToScan, signature: string | null) => void;
  readonly counted: (count: number) => void;
}

/**
 * Scans stored files while the portal runs: those that were never scanned, or not for so many days. Infected ones are
 * withheld. Each verdict is stored at once, so that a new run continues where the last one stopped.
 * @throws ScannerUnavailableError, StorageUnavailableError
 */
export async function scanStoredFiles(
  db: Db,
  { store, scanner }: { store: FileStore; scanner: FileScanner },
  olderThan: number | null,
  listener: ScanListener,
): Promise<ScanSummary> {
  const unscanned: FileToScan[] = [];
  let [clean, count] = [0, 0];
  const one = async (file: FileToScan) => {
    const verdict = await scanner
      .verdict(() => store.get(file.key))
      .catch((failure: unknown) => {
        if (failure instanceof ObjectNotFoundError) return { kind: 'notScanned' } as const;
        throw failure;
      });
    if (verdict.kind === 'notScanned') {
      unscanned.push(file);
      return;
    }
    const found = verdict.kind === 'infected' ? verdict.signature : null;
    if (found === null) clean++;
    await storeScanVerdict(db, file, found);
    if (found !== file.withheld) listener.turned(file, found);
  };
  for (let after = 0; ; ) {
    const files = await readFilesToScan(db, { after, olderThan, most: rowBatchSize });
    after = files.at(-1)?.id ?? 0;
    if (after === 0) return { clean, unscanned };
    await runInParallel(files, together, one);
    count += files.length;
    listener.counted(count);
  }
}
