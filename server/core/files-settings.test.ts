import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSettings } from '../settings.ts';

const keys = { FILES_KEY_ID: 'id', FILES_SECRET: 'secret' };
const filesOf = (env: Record<string, string>) => readSettings(env).files;

test('[OPS-02] files lie in the folder unless a bucket is named, and its address holds no key', () => {
  assert.deepEqual(filesOf({}), { bucket: null, target: 'folder' });
  const FILES_URL = 'https://s3.university.kg:9000/lms files/a/b/';
  assert.deepEqual(filesOf({ FILES_URL, ...keys }), {
    bucket: {
      ...{ endpoint: 'https://s3.university.kg:9000', region: 'us-east-1', bucket: 'lms files', prefix: 'a/b/' },
      ...{ isInHost: false, keyId: 'id', secret: 'secret' },
    },
    target: 's3',
  });
  const more = { FILES_TO: 'folder', FILES_BUCKET_IN_HOST: '1', FILES_REGION: 'kg-1' };
  const { bucket, target } = filesOf({ FILES_URL: 'http://127.0.0.1:1/b', ...keys, ...more });
  assert.deepEqual([bucket?.prefix, bucket?.isInHost, bucket?.region, target], ['', true, 'kg-1', 'folder']);
  for (const wrong of ['s3://bucket', 'https://s3.university.kg', 'https://id:secret@s3.university.kg/b', 'x'])
    assert.throws(
      () => filesOf({ FILES_URL: wrong, ...keys }),
      (failure: Error) => {
        assert.match(failure.message, /^FILES_URL must be an address with the bucket and no key/);
        return !failure.message.includes('id:secret');
      },
    );
  assert.throws(() => filesOf({ FILES_URL }), /FILES_URL needs FILES_KEY_ID/);
  assert.throws(() => filesOf({ FILES_TO: 's3' }), /needs FILES_URL/);
  assert.throws(() => filesOf({ FILES_URL, ...keys, FILES_TO: 'both' }), /must be one of s3, folder/);
});

test('[OPS-02] the secret may lie in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bilim-secret-'));
  try {
    writeFileSync(join(folder, 'secret'), 'from a file\n');
    const env = {
      FILES_URL: 'https://s3.university.kg/b',
      FILES_KEY_ID: 'id',
      FILES_SECRET_FILE: join(folder, 'secret'),
    };
    assert.equal(filesOf(env).bucket?.secret, 'from a file');
    assert.throws(() => filesOf({ ...env, FILES_SECRET_FILE: join(folder, 'none') }), /cannot be read \(ENOENT\)/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('[SAFE-03] back-ups have a bucket of their own, and never the one of the files', () => {
  const backupsOf = (env: Record<string, string>) => readSettings(env).backups;
  const own = { BACKUP_KEY_ID: 'other', BACKUP_SECRET: 'secret' };
  assert.equal(backupsOf({}), null);
  const BACKUP_URL = 'https://s3.elsewhere.kg/backups/lms';
  const { bucket, prefix, keyId } = backupsOf({ BACKUP_URL, ...own }) ?? {};
  assert.deepEqual([bucket, prefix, keyId], ['backups', 'lms/', 'other']);
  assert.throws(
    () => backupsOf({ BACKUP_URL, ...keys }),
    /^StartupError: BACKUP_URL needs BACKUP_KEY_ID, and BACKUP_SECRET/,
  );
  assert.throws(
    () => backupsOf({ BACKUP_URL: 's3://backups', ...own }),
    /BACKUP_URL must be an address with the bucket/,
  );
  const FILES_URL = 'https://s3.elsewhere.kg/backups/files';
  assert.throws(
    () => backupsOf({ BACKUP_URL, FILES_URL, ...own, ...keys }),
    /BACKUP_URL names the bucket of FILES_URL/,
  );
  assert.ok(backupsOf({ BACKUP_URL, FILES_URL: 'https://s3.elsewhere.kg/files', ...own, ...keys }));
});
