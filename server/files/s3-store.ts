import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { isDiskFull } from '../core/disk-full.ts';
import type { Bucket } from '../core/files-settings.ts';
import { runInParallel } from '../core/in-parallel.ts';
import { Semaphore } from '../core/semaphore.ts';
import { createVerifyingReadable } from './checked-stream.ts';
import { isHoldFresh, type RemovalHold, removalHoldName } from './removal-hold.ts';
import { hashFile, type Spool } from './spool.ts';
import {
  type ByteRange,
  type FileStore,
  isObjectName,
  listPageSize,
  ObjectNotFoundError,
  StorageUnavailableError,
  type StoredObject,
} from './store.ts';

const mebibyte = 1024 * 1024;
/** Larger files go up in pieces of this size, of which so many are held at once. */
const pieceBytes = 8 * mebibyte;
const concurrentParts = 2;
/** Files that go up at once, and milliseconds that others wait: each holds its pieces in memory. */
const maxConcurrentUploads = 4;
const uploadWaits = 60_000;
/** Small requests that go out together. */
const together = 16;
/** Milliseconds: for a connection, for the beginning of an answer, for the next byte. */
const times = { connectionTimeout: 3_000, requestTimeout: 60_000, socketTimeout: 30_000 };
/** The same for the beginning of an answer to what carries no file: its caller holds other things meanwhile. */
const quick = { requestTimeout: 5_000 };
/** A download holds a connection as long as the person's line takes. */
const connections = { keepAlive: true, maxSockets: 500 };
/** Metadata of an object: the SHA-256 of its bytes. */
const sum = 'sha256';

/**
 * A store in a bucket that is reached by the S3 protocol. What goes up is signed with the hash of its bytes, so that the other
 * side refuses what came otherwise; what comes whole is compared with the hash that lies beside it.
 */
export class S3Store implements FileStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #spool: Spool;
  readonly #isName: (name: string) => boolean;
  readonly #uploads = new Semaphore(maxConcurrentUploads, uploadWaits);
  readonly removals: RemovalHold = {
    hold: async () => {
      const place = { Bucket: this.#bucket, Key: this.#prefix + removalHoldName };
      await asked(this.#client.send(new PutObjectCommand({ ...place, Body: 'held' }), quick));
    },
    release: () => this.#removeOne(removalHoldName),
    isHeld: async () => isHoldFresh(await this.#head(removalHoldName)),
  };

  /**
   * @param spool where copies lie that programs of this machine read
   * @param isName which objects are its own; what else lies in the bucket is others'
   */
  constructor(
    { endpoint, region, bucket, prefix, isInHost, keyId, secret }: Bucket,
    spool: Spool,
    isName: (name: string) => boolean = isObjectName,
  ) {
    this.#client = new S3Client({
      endpoint,
      region,
      forcePathStyle: !isInHost,
      credentials: { accessKeyId: keyId, secretAccessKey: secret },
      maxAttempts: 3,
      // Other engines than Amazon's refuse the checksums that the library sends by itself; the signature covers the bytes.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      followRegionRedirects: false,
      requestHandler: {
        ...times,
        throwOnRequestTimeout: true,
        httpAgent: new HttpAgent(connections),
        httpsAgent: new HttpsAgent(connections),
      },
    });
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#spool = spool;
    this.#isName = isName;
  }

  #place(name: string): { Bucket: string; Key: string } {
    if (!this.#isName(name)) throw new ObjectNotFoundError();
    return { Bucket: this.#bucket, Key: this.#prefix + name };
  }

  async put(name: string, path: string, sha256?: string): Promise<void> {
    const hash = sha256 ?? (await hashFile(path));
    const { size } = await stat(path);
    await this.#uploads.run(async () => {
      const upload = new Upload({
        client: this.#client,
        params: { ...this.#place(name), Body: createReadStream(path), Metadata: { [sum]: hash } },
        partSize: pieceBytes,
        queueSize: concurrentParts,
      });
      await asked(upload.done());
    });
    if ((await this.stat(name))?.size !== size)
      throw new StorageUnavailableError(new Error(`${name} did not come whole`));
    await rm(path, { force: true });
  }

  async get(name: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body, ContentLength, Metadata } = await asked(
      this.#client.send(new GetObjectCommand({ ...this.#place(name), Range }), quick),
    );
    return createVerifyingReadable(Body as Readable, ContentLength ?? 0, range ? undefined : Metadata?.[sum]);
  }

  async stat(name: string): Promise<StoredObject | null> {
    if (!this.#isName(name)) return null;
    return await this.#head(name);
  }

  async #head(name: string): Promise<StoredObject | null> {
    try {
      const place = { Bucket: this.#bucket, Key: this.#prefix + name };
      const { ContentLength, LastModified } = await asked(this.#client.send(new HeadObjectCommand(place), quick));
      return { name, size: ContentLength ?? 0, mtimeMs: LastModified?.getTime() ?? 0 };
    } catch (failure) {
      if (failure instanceof ObjectNotFoundError) return null;
      throw failure;
    }
  }

  async list(after: string, most: number): Promise<StoredObject[]> {
    const listed: StoredObject[] = [];
    let from = after;
    for (let isMore = true; isMore && listed.length < most; ) {
      const MaxKeys = Math.min(listPageSize, most - listed.length);
      const { Contents = [], IsTruncated = false } = await asked(
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: this.#prefix,
            ...(from && { StartAfter: this.#prefix + from }),
            MaxKeys,
          }),
          quick,
        ),
      );
      for (const { Key = '', Size = 0, LastModified } of Contents) {
        const name = Key.slice(this.#prefix.length);
        from = name;
        // What others have put into the bucket is theirs.
        if (this.#isName(name)) listed.push({ name, size: Size, mtimeMs: LastModified?.getTime() ?? 0 });
      }
      isMore = IsTruncated && Contents.length > 0;
    }
    return listed;
  }

  async remove(names: readonly string[]): Promise<void> {
    await runInParallel(names, together, async (name) => {
      if (name.endsWith('/')) await this.#removeBelow(name);
      else await this.#removeOne(name);
    });
  }

  /** One request an object: engines do not agree on the checksum of a request for many. */
  async #removeOne(name: string): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#bucket, Key: this.#prefix + name });
    await asked(this.#client.send(command, quick)).catch((failure) => {
      if (!(failure instanceof ObjectNotFoundError)) throw failure;
    });
  }

  async #removeBelow(name: string): Promise<void> {
    for (;;) {
      const below = (await this.list(name, listPageSize)).filter((object) => object.name.startsWith(name));
      if (!below.length) return;
      await runInParallel(below, together, (object) => this.#removeOne(object.name));
    }
  }

  async withLocalCopy<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
    return await this.#spool.with(async (path) => {
      await this.#spool.write(await this.get(name), path);
      return await work(path);
    });
  }

  async answers(): Promise<boolean> {
    const command = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix, MaxKeys: 1 });
    return await this.#client.send(command, quick).then(
      () => true,
      () => false,
    );
  }
}

/** What the store answers; ObjectNotFoundError where it has no such object, StorageUnavailableError where it gives no answer, or none that helps. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (failure) {
    const { name } = failure as { name?: string };
    if (isDiskFull(failure)) throw failure;
    throw name === 'NoSuchKey' || name === 'NotFound'
      ? new ObjectNotFoundError()
      : new StorageUnavailableError(failure);
  }
}
