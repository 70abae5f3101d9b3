import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { BackupFixture, publishAnnouncementWithFile } from '../../server/test/backup-fixture.ts';
import { TestObjectStore } from '../../server/test/object-store.ts';
import { type ProgramResult, runProgram } from '../../server/test/program.ts';

let trial: BackupFixture;
let recipient: string;
let identity: string;
before(async () => {
  trial = await BackupFixture.open();
  identity = join(trial.folder, 'identity.txt');
  recipient = makeKey(identity);
});
after(() => trial?.close());

/** Makes a private key in a file, and gives its public one. */
function makeKey(path: string): string {
  const { status, stderr } = spawnSync('age-keygen', ['-o', path], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return /^Public key: (age1\w+)$/m.exec(stderr)?.[1] ?? '';
}

function backup(...args: string[]): Promise<ProgramResult> {
  const { portal } = trial;
  return runProgram('backup/main.ts', ['backup', ...args], {
    DATABASE_URL: portal.database.url,
    DATA_DIR: portal.settings.dataDir,
  });
}

describe('[OPS-05] a back-up that is encrypted to a public key', { concurrency: false }, () => {
  it('is read by nobody without the private one, and comes back with it', async () => {
    await publishAnnouncementWithFile(await trial.portal.as('editor'), 'secret.bin', Buffer.alloc(3_000_000, 7));
    const file = join(trial.folder, 'bilim-2026-11-30.tar.gz.age');
    const saved = await backup(`--recipient=${recipient}`, file);
    assert.equal(saved.code, 0, saved.err);
    assert.match(saved.out, /^Backed up and encrypted: \d+ rows and \d+ files of /m);
    assert.match(readFileSync(file).subarray(0, 21).toString(), /^age-encryption\.org\/v1/);
    assert.deepEqual(
      readdirSync(trial.folder).filter((name) => name.startsWith('bilim-')),
      ['bilim-2026-11-30.tar.gz.age'],
      'nothing lies there in the clear',
    );
    const place = await trial.emptyPlace();
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const other = join(trial.folder, 'other.txt');
    makeKey(other);
    const closed = await runProgram('backup/main.ts', ['restore', `--identity=${other}`, file], env);
    assert.match(closed.err, /^The program age failed: no identity matched any of the recipients\.$/m);
    assert.equal(closed.code, 1);
    const whole = await backup('--verify', `--identity=${identity}`, file);
    assert.match(whole.out, /^The back-up is whole: /m, whole.err);
    const back = await runProgram('backup/main.ts', ['restore', `--identity=${identity}`, file], env);
    assert.match(back.out, /^Brought back: /m, back.err);
    const count = 'select count(*)::int as people, (select count(*)::int from file) as files from person';
    assert.deepEqual(await place.sql.unsafe(count), await trial.sql.unsafe(count));
  });

  it('that was cut or changed is refused, and nothing is brought back', async () => {
    const file = join(trial.folder, 'bilim-2026-12-01.tar.gz.age');
    assert.equal((await backup(`--recipient=${recipient}`, file)).code, 0);
    const bytes = readFileSync(file);
    truncateSync(file, bytes.length - 20_000);
    const cut = await backup('--verify', `--identity=${identity}`, file);
    assert.deepEqual([cut.code, cut.out], [1, '']);
    bytes[bytes.length - 20_000] = (bytes.at(-20_000) ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const place = await trial.emptyPlace();
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const changed = await runProgram('backup/main.ts', ['restore', `--identity=${identity}`, file], env);
    assert.equal(changed.code, 1, changed.out);
    assert.equal((await place.sql`select from person`).count, 0);
  });

  it('leaves nothing when it fails, and takes the older ones with it when it succeeds', async () => {
    const file = join(trial.folder, 'bilim-2026-12-02.tar.gz.age');
    const wrong = await backup('--recipient=age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq', file);
    assert.match(wrong.err, /^The program age failed: /m);
    assert.ok(!readdirSync(trial.folder).some((name) => name.includes('2026-12-02')));
    const saved = await backup(`--recipient=${recipient}`, '--keep=2', file);
    assert.match(saved.out, /^Removed older ones: bilim-2026-11-30\.tar\.gz\.age\.$/m, saved.err);
  });

  it('lies in a bucket too, is read there with the private key alone, and is nowhere when the store refuses it', async (t) => {
    const store = await TestObjectStore.open();
    t.after(() => store.close());
    const { endpoint, keyId, secret } = store.bucket('backups');
    const ofBucket = { BACKUP_URL: `${endpoint}/backups`, BACKUP_KEY_ID: keyId, BACKUP_SECRET: secret };
    const ofPortal = { DATABASE_URL: trial.portal.database.url, DATA_DIR: trial.portal.settings.dataDir };
    const run = (words: string[], more: Record<string, string> = ofPortal) =>
      runProgram('backup/main.ts', words, { ...ofBucket, ...more });
    const name = 's3:bilim-2026-11-30.tar.gz.age';
    const saved = await run(['backup', `--recipient=${recipient}`, name]);
    assert.match(saved.out, /^Backed up and encrypted: \d+ rows and \d+ files of /m, saved.err);
    const first = store.objects.get('backups/bilim-2026-11-30.tar.gz.age/00000001')?.body.subarray(0, 21).toString();
    assert.match(first ?? '', /^age-encryption\.org\/v1/);
    const other = join(trial.folder, 'third.txt');
    makeKey(other);
    const closed = await run(['backup', '--verify', `--identity=${other}`, name]);
    assert.match(closed.err, /^The program age failed: no identity matched any of the recipients\.$/m);
    const whole = await run(['backup', '--verify', `--identity=${identity}`, name]);
    assert.match(whole.out, /^The back-up is whole: /m, whole.err);
    const place = await trial.emptyPlace();
    const there = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const back = await run(['restore', `--identity=${identity}`, name], there);
    assert.match(back.out, /^Brought back: /m, back.err);
    store.fault = (method, key) => (method === 'PUT' && key.endsWith('/00000001') ? 'refuse' : null);
    const refused = await run(['backup', `--recipient=${recipient}`, 's3:bilim-2026-12-01.tar.gz.age']);
    assert.match(refused.err, /^The bucket of BACKUP_URL cannot be used \(AccessDenied/m);
    store.fault = (method, key) => (method === 'GET' && key.endsWith('/00000001') ? 'cut' : null);
    const cut = await run(['backup', '--verify', `--identity=${identity}`, name]);
    assert.match(cut.err, /^The bucket of BACKUP_URL cannot be used \(/m);
    assert.equal(store.keys('backups').length, 2);
  });
});
