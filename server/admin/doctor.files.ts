import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Sql } from 'postgres';
import { some } from '../backup/format.ts';
import { mayUse, told } from '../core/owner.ts';
import { bytesOfFiles, namedFiles, namelessOf } from './doctor.queries.ts';
import { type Finding, fault, good, hint } from './finding.ts';

/** Bytes of files that are read each time: some seconds. */
const mostRead = 2 * 1024 ** 3;

/**
 * Files against rows: all by name and length, and byte by byte as many as are read in a while, chosen by lot, or all of them.
 * @param everyByte whether every file is read
 */
export async function ofFiles(sql: Sql, dataDir: string, everyByte: boolean): Promise<Finding[]> {
  const folder = join(dataDir, 'files');
  const [missing, cut, closed, damaged]: [string[], string[], string[], string[]] = [[], [], [], []];
  const part = everyByte ? 1 : mostRead / Math.max(1, await bytesOfFiles(sql));
  let [count, read] = [0, 0];
  for await (const files of namedFiles(sql))
    for (const { key, size, sha256 } of files) {
      count += 1;
      const path = join(folder, key.slice(0, 2), key);
      const info = await stat(path).catch(() => null);
      if (!(await mayUse(path))) closed.push(path);
      else if (!info?.isFile()) missing.push(key);
      else if (info.size !== size) cut.push(key);
      else if (Math.random() < part) {
        read += 1;
        if ((await hashOf(path)) !== sha256) damaged.push(key);
      }
    }
  const findings: Finding[] = [];
  const [first] = closed;
  if (first !== undefined)
    findings.push(fault(`${closed.length} of ${count} files are another user's: ${await told(first, dataDir)}`));
  if (missing.length > 0)
    findings.push(
      fault(
        `${missing.length} of ${count} files are missing in ${folder}: put them back from a back-up (${some(missing)}).`,
      ),
    );
  if (cut.length > 0)
    findings.push(
      fault(
        `${cut.length} files have another length than their rows say: put them back from a back-up (${some(cut)}).`,
      ),
    );
  if (damaged.length > 0)
    findings.push(
      fault(
        `${damaged.length} files hold other bytes than were handed in: put them back from a back-up, and look after the disk (${some(damaged)}).`,
      ),
    );
  const unread = read < count ? ` ${read} of them were read, chosen by lot; --bytes reads all.` : '';
  if (findings.length === 0) findings.push(good(`All ${count} files are there.${unread}`));
  const nameless = await countNameless(sql, folder);
  if (nameless > 0)
    findings.push(hint(`${nameless} files belong to no row: a running portal removes them when they are a day old.`));
  return findings;
}

/** The SHA-256 of a file, in hexadecimal figures; one that cannot be read has none. */
async function hashOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

async function countNameless(sql: Sql, folder: string): Promise<number> {
  let count = 0;
  const shards = await opendir(folder).catch(() => null);
  if (!shards) return 0;
  for await (const shard of shards) {
    if (!shard.isDirectory() || !/^[0-9a-f]{2}$/.test(shard.name)) continue;
    const keys: string[] = [];
    for await (const file of await opendir(join(folder, shard.name)))
      if (/^[0-9a-f-]{36}$/.test(file.name)) keys.push(file.name);
    if (keys.length > 0) count += (await namelessOf(sql, keys)).length;
  }
  return count;
}
