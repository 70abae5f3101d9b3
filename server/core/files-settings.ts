import { readFileSync } from 'node:fs';
import { StartupError } from './startup-error.ts';

/** A bucket of an object store that speaks the S3 protocol, and how it is reached. */
export interface Bucket {
  /** Origin of the store. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** With what the names of all objects begin; empty, or it ends with a slash. */
  readonly prefix: string;
  /** Whether the bucket is the first part of the host's name, and not of the path. */
  readonly isInHost: boolean;
  readonly keyId: string;
  readonly secret: string;
}

/** Which store new files go to, where there are two. */
export type FilesTarget = 's3' | 'folder';

/** What the settings say about an object store; null: there is none. */
export interface FilesSettings {
  readonly bucket: Bucket | null;
  readonly target: FilesTarget;
}

type ReadText = (name: string) => string | null;

/**
 * Reads the settings of the store of files: `FILES_URL` and those that need it.
 * @throws StartupError with one sentence
 */
export function readFilesSettings(text: ReadText): FilesSettings {
  const target = text('FILES_TO');
  const bucket = readBucket('FILES', text);
  if (bucket === null) {
    if (target === 's3') throw new StartupError('FILES_TO is "s3", but that needs FILES_URL.');
    return { bucket, target: 'folder' };
  }
  if (target !== null && target !== 's3' && target !== 'folder')
    throw new StartupError(`FILES_TO is "${target}", but it must be one of s3, folder.`);
  return { bucket, target: target ?? 's3' };
}

/**
 * Reads the settings of the bucket for back-ups: `BACKUP_URL` and those that need it; null: there is none.
 * @param files the bucket of people's files
 * @throws StartupError with one sentence
 */
export function readBackupBucket(text: ReadText, files: Bucket | null): Bucket | null {
  const bucket = readBucket('BACKUP', text);
  if (bucket && bucket.endpoint === files?.endpoint && bucket.bucket === files.bucket)
    throw new StartupError(
      'BACKUP_URL names the bucket of FILES_URL, and what takes the files would take their back-ups too: name a bucket of its own, best of another store.',
    );
  return bucket;
}

function readBucket(kind: 'FILES' | 'BACKUP', text: ReadText): Bucket | null {
  const [address, region, host] = [text(`${kind}_URL`), text(`${kind}_REGION`), text(`${kind}_BUCKET_IN_HOST`)];
  const [keyId, secret, secretFile] = ['KEY_ID', 'SECRET', 'SECRET_FILE'].map((name) => text(`${kind}_${name}`));
  if (address === null) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  const [, bucket, ...rest] = url?.pathname.split('/').filter((part, at) => at === 0 || part !== '') ?? [];
  const isAddress = url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash && !url.username;
  // The value is not repeated in the sentence: somebody may have put the key into it.
  if (!url || !isAddress || !bucket)
    throw new StartupError(
      `${kind}_URL must be an address with the bucket and no key, such as https://s3.university.kg/bucket/prefix.`,
    );
  const secretText = secret ?? secretIn(`${kind}_SECRET_FILE`, secretFile ?? null);
  if (!keyId || !secretText)
    throw new StartupError(`${kind}_URL needs ${kind}_KEY_ID, and ${kind}_SECRET or ${kind}_SECRET_FILE.`);
  if (host !== null && host !== '0' && host !== '1')
    throw new StartupError(`${kind}_BUCKET_IN_HOST is "${host}", but it must be one of 0, 1.`);
  return {
    endpoint: url.origin,
    region: region ?? 'us-east-1',
    bucket: decodeURIComponent(bucket),
    prefix: rest.map((part) => `${decodeURIComponent(part)}/`).join(''),
    isInHost: host === '1',
    keyId,
    secret: secretText,
  };
}

function secretIn(name: string, path: string | null): string | null {
  if (path === null) return null;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (failure) {
    throw new StartupError(`${name} is ${path}, which cannot be read (${(failure as { code?: string }).code}).`);
  }
}
