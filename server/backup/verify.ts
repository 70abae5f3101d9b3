import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, extract } from 'tar-stream';
import { StartupError } from '../core/startup-error.ts';
import {
  type BackupFooter,
  type BackupHeader,
  type BackupSummary,
  backupFormat,
  backupPaths,
  countLineEnds,
  totalRowCount,
} from './format.ts';
import type { BackupTable } from './tables.ts';

/** Where a back-up is read from: the path of a file, or what gives its bytes, from the beginning each time. */
export type BackupSource = string | { readonly name: string; open(): AsyncIterable<Buffer> };

/** Takes what a back-up holds, in the order in which it comes. */
export interface BackupVisitor {
  begin(head: BackupHeader): Promise<void>;
  /** Rows of a table as COPY wrote them; a row may be cut between two pieces. */
  rows(table: BackupTable, piece: Buffer): Promise<void>;
  /** A file by its place, such as `files/ab/abc`. */
  file(place: string, content: AsyncIterable<Buffer>): Promise<void>;
}

/** What a back-up held. */
export interface BackupContent {
  readonly head: BackupHeader;
  readonly end: BackupFooter;
  /** SHA-256 of every file by its place. */
  readonly files: ReadonlyMap<string, string>;
}

/** What one reading has counted so far. */
interface Counted {
  readonly rows: Map<string, number>;
  readonly sums: Map<string, Hash>;
  readonly files: Map<string, string>;
}

/**
 * Goes through a back-up to its end, hands everything to `taker`, and compares what came with what it says of itself:
 * rows of each table, number of files, every sum.
 * @throws StartupError when it is cut, changed, foreign, or of a form that this release cannot read
 */
export async function readBackup(source: BackupSource, taker: BackupVisitor): Promise<BackupContent> {
  const archive = extract();
  const packed = typeof source === 'string' ? createReadStream(source) : source.open();
  const reading = pipeline(packed, createGunzip(), archive).catch((failure) => {
    // It is thrown to whoever waits for the next entry.
    archive.destroy(failure);
  });
  const fromTaker: { failure?: unknown } = {};
  const listening: BackupVisitor = {
    begin: (head) => noting(fromTaker, () => taker.begin(head)),
    rows: (table, piece) => noting(fromTaker, () => taker.rows(table, piece)),
    file: (place, content) => noting(fromTaker, () => taker.file(place, content)),
  };
  try {
    const held = await readAll(archive as unknown as AsyncIterable<Entry>, listening);
    await reading;
    return held;
  } catch (failure) {
    archive.destroy();
    await reading;
    if (failure instanceof StartupError || failure === fromTaker.failure) throw failure;
    const name = typeof source === 'string' ? source : source.name;
    throw new StartupError(`The back-up ${name} is damaged or none: ${(failure as Error).message}.`);
  }
}

/** A failure of the taker is distinguished from one of the file. */
async function noting(fromTaker: { failure?: unknown }, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (failure) {
    fromTaker.failure = failure;
    throw failure;
  }
}

/** Reads a back-up without bringing it back: whatever it claims of itself must hold. */
export async function verifyBackup(source: BackupSource): Promise<BackupSummary> {
  const { head, end, files } = await readBackup(source, {
    begin: async () => undefined,
    rows: async () => undefined,
    file: async (_, content) => {
      for await (const _piece of content);
    },
  });
  return {
    at: head.at,
    rows: totalRowCount(end.rows),
    files: files.size,
    faulty: end.faulty ?? [],
    key: head.key ?? null,
  };
}

async function readAll(archive: AsyncIterable<Entry>, taker: BackupVisitor): Promise<BackupContent> {
  const counted: Counted = { rows: new Map(), sums: new Map(), files: new Map() };
  let head: BackupHeader | null = null;
  let end: BackupFooter | null = null;
  for await (const entry of archive) {
    const { name } = entry.header;
    if (head === null) {
      head = name === backupPaths.head ? await readJson<BackupHeader>(entry) : null;
      if (head?.format !== backupFormat) throw new StartupError('This file is no back-up that this release can read.');
      await taker.begin(head);
    } else if (end !== null) throw new StartupError(`The back-up holds ${name} after its end.`);
    else if (name === backupPaths.end) end = await readJson<BackupFooter>(entry);
    else if (name.startsWith(backupPaths.tables)) await readRows(entry, head, taker, counted);
    else await readFile(entry, taker, counted);
  }
  if (head === null || end === null) throw new StartupError('The back-up is not whole: its end is missing.');
  check(end, counted);
  return { head, end, files: counted.files };
}

async function readRows(
  entry: Entry,
  head: BackupHeader,
  taker: BackupVisitor,
  { rows, sums }: Counted,
): Promise<void> {
  const { name } = entry.header;
  const table = head.tables.find((one) => one.name === name.split('/')[1]);
  if (!table) throw new StartupError(`The back-up holds the table ${name}, which it does not describe.`);
  const place = backupPaths.tables + table.name;
  const hash = sums.get(place) ?? createHash('sha256');
  sums.set(place, hash);
  for await (const piece of entry as unknown as AsyncIterable<Buffer>) {
    hash.update(piece);
    rows.set(table.name, (rows.get(table.name) ?? 0) + countLineEnds(piece));
    await taker.rows(table, piece);
  }
}

async function readFile(entry: Entry, taker: BackupVisitor, { files }: Counted): Promise<void> {
  const { name } = entry.header;
  const isKnown = [backupPaths.files, backupPaths.pictures].some((place) => name.startsWith(place));
  // A name that leads elsewhere was not written by a back-up of ours.
  if (!isKnown || normalize(name).replaceAll('\\', '/') !== name)
    throw new StartupError(`The back-up holds ${name}, which belongs nowhere.`);
  const hash = createHash('sha256');
  await taker.file(name, hashed(entry as unknown as AsyncIterable<Buffer>, hash));
  files.set(name, hash.digest('hex'));
}

async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncIterable<Buffer> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

async function readJson<T>(entry: Entry): Promise<T> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as T;
}

function check(end: BackupFooter, { rows, sums, files }: Counted): void {
  for (const [name, count] of Object.entries(end.rows))
    if ((rows.get(name) ?? 0) !== count) throw new StartupError(`The back-up is damaged: rows of ${name} are missing.`);
  if (files.size !== end.files) throw new StartupError('The back-up is damaged: files are missing.');
  if (!end.sums) return;
  const found = new Map([...files, ...[...sums].map(([place, hash]) => [place, hash.digest('hex')] as const)]);
  for (const [place, sum] of Object.entries(end.sums))
    if (found.get(place) !== sum) throw new StartupError(`The back-up is damaged: ${place} is not what was written.`);
}
