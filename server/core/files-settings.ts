import { readFileSync } from 'node:fs';
import { StartupError } from './cannot-start.ts';

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

const example = 'https://s3.university.kg/bucket/prefix';

/**
 * Reads the settings of the store of files: `FILES_URL` and those that need it.
 * @throws CannotStart with one sentence
 */
export function readFilesSettings(text: (name: string) => string | null): FilesSettings {
  const [address, region, host] = [text('FILES_URL'), text('FILES_REGION'), text('FILES_BUCKET_IN_HOST')];
  const [keyId, secret, secretFile, target] = ['FILES_KEY_ID', 'FILES_SECRET', 'FILES_SECRET_FILE', 'FILES_TO'].map(
    text,
  );
  if (address === null) {
    if (target === 's3') throw new StartupError('FILES_TO is "s3", but that needs FILES_URL.');
    return { bucket: null, target: 'folder' };
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  const [, bucket, ...rest] = url?.pathname.split('/').filter((part, at) => at === 0 || part !== '') ?? [];
  const isAddress = url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash && !url.username;
  // The value is not repeated in the sentence: somebody may have put the key into it.
  if (!url || !isAddress || !bucket)
    throw new StartupError(`FILES_URL must be an address with the bucket and no key, such as ${example}.`);
  const secretText = secret ?? secretIn(secretFile ?? null);
  if (!keyId || !secretText)
    throw new StartupError('FILES_URL needs FILES_KEY_ID, and FILES_SECRET or FILES_SECRET_FILE.');
  if (target != null && target !== 's3' && target !== 'folder')
    throw new StartupError(`FILES_TO is "${target}", but it must be one of s3, folder.`);
  if (host !== null && host !== '0' && host !== '1')
    throw new StartupError(`FILES_BUCKET_IN_HOST is "${host}", but it must be one of 0, 1.`);
  return {
    bucket: {
      endpoint: url.origin,
      region: region ?? 'us-east-1',
      bucket: decodeURIComponent(bucket),
      prefix: rest.map((part) => `${decodeURIComponent(part)}/`).join(''),
      isInHost: host === '1',
      keyId,
      secret: secretText,
    },
    target: target ?? 's3',
  };
}

function secretIn(path: string | null): string | null {
  if (path === null) return null;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (failure) {
    throw new StartupError(
      `FILES_SECRET_FILE is ${path}, which cannot be read (${(failure as { code?: string }).code}).`,
    );
  }
}
