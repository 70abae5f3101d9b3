import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';

/**
 * Compression dictionaries (RFC 9842): a browser that has a file of the release before names it by its hash, and gets of
 * the new file only what is different. For that the portal keeps the files of its releases in the data folder.
 */

/** Below this many bytes the header that makes a dictionary of a file costs more than it saves. */
const smallest = 400;
/** Files that no release of so many days has had are forgotten (milliseconds), and the oldest beyond so many bytes. */
const longest = 180 * 24 * 3_600_000;
const maxBytes = 64 * 2 ** 20;
/** So many answers of a release are held in memory; each file has as many as there are releases that people come from. */
const maxCachedReplies = 600;

const compress = promisify(zstdCompress);
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest();
const folderOf = (dataDir: string) => join(dataDir, 'releases');
/** A kept file is found by its content and by what it was a form of: it is a dictionary for its own successors alone. */
const cachedName = (hash: Buffer, stem: string, kind: string) => `${hash.toString('hex')}-${stem}.${kind}`;

/** A name as the build gives them: what it is, seven signs of its content, script or style. */
const named = /^(.+)-[\w-]{7}\.(js|css)$/;

/** What a zstd answer with a dictionary begins with (RFC 9842, 5): a frame that is skipped, with the dictionary's hash. */
const frame = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/** The header that makes a built file of so many bytes the dictionary of its successors; null: too small, or no such file. */
export function dictionaryHeader(name: string, bytes: number): string | null {
  const [, stem, kind] = named.exec(name) ?? [];
  return stem && bytes >= smallest ? `match="/lms/public/assets/${stem}-*.${kind}"` : null;
}

/** Answers of the present release by what a browser has of an earlier one. */
export class ReleaseDictionaries {
  readonly #assets: string;
  readonly #kept: string;
  readonly #held = new Map<string, Promise<Buffer | null>>();

  /**
   * @param assets folder of the built files
   * @param dataDir where `storeReleaseFiles` has put those of all releases
   */
  constructor(assets: string, dataDir: string) {
    this.#assets = assets;
    this.#kept = folderOf(dataDir);
  }

  /**
   * A built file in the form `dcz`; null where the dictionary is not known, or would not help.
   * @param name of the file in the folder of assets
   * @param available the request's header Available-Dictionary: a hash in base64 between colons
   */
  async answer(name: string, available: string): Promise<Buffer | null> {
    const [, base64 = ''] = /^:([A-Za-z0-9+/]{43}=):$/.exec(available) ?? [];
    const hash = Buffer.from(base64, 'base64');
    const [, stem, kind] = named.exec(name) ?? [];
    if (hash.length !== 32 || !stem || !kind) return null;
    const key = `${name} ${base64}`;
    const known = this.#held.get(key) ?? this.#make(name, hash, cachedName(hash, stem, kind));
    // What was asked for last goes last.
    this.#held.delete(key);
    this.#held.set(key, known);
    const [oldest] = this.#held.keys();
    if (this.#held.size > maxCachedReplies && oldest !== undefined) this.#held.delete(oldest);
    return await known;
  }

  async #make(name: string, hash: Buffer, kept: string): Promise<Buffer | null> {
    const [dictionary, content] = await Promise.all([
      readFile(join(this.#kept, kept)).catch(() => null),
      readFile(join(this.#assets, name)).catch(() => null),
    ]);
    // A file that a full disk has cut would make nonsense of what the browser has.
    if (!dictionary || !content || !sha256(dictionary).equals(hash)) return null;
    const packed = await compress(content, {
      dictionary,
      params: {
        [constants.ZSTD_c_compressionLevel]: 19,
        // The whole of the dictionary is in reach of the last byte.
        [constants.ZSTD_c_windowLog]: 23,
      },
    });
    const whole = await stat(join(this.#assets, `${name}.br`)).catch(() => null);
    return whole && packed.length >= whole.size ? null : Buffer.concat([frame, hash, packed]);
  }
}

/**
 * Keeps the built files of this release in the data folder for the time when it is an earlier one, and forgets those of long
 * ago. Nodes that share the folder may do it at once: a file is named by its content.
 */
export async function storeReleaseFiles(assets: string, dataDir: string, now: Date): Promise<void> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true });
  // A portal in development has no built files.
  for (const name of await readdir(assets).catch(() => [])) {
    const [, stem, kind] = named.exec(name) ?? [];
    if (!stem || !kind) continue;
    const content = await readFile(join(assets, name));
    if (content.length < smallest) continue;
    const place = join(folder, cachedName(sha256(content), stem, kind));
    if (await stat(place).catch(() => null)) await utimes(place, now, now);
    else {
      const draft = `${place}.${process.pid}`;
      await writeFile(draft, content);
      await utimes(draft, now, now);
      await rename(draft, place);
    }
  }
  await forget(folder, now);
}

async function forget(folder: string, now: Date): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => null);
      return { name, size: found?.size ?? 0, last: found?.mtimeMs ?? 0 };
    }),
  );
  let sum = 0;
  for (const { name, size, last } of files.toSorted((a, b) => b.last - a.last)) {
    sum += size;
    if (sum > maxBytes || now.getTime() - last > longest) await unlink(join(folder, name)).catch(() => undefined);
  }
}
