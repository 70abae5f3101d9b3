import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../core/startup-error.ts';
import type { BackupSummary } from './format.ts';
import type { BackupLocation } from './place.ts';
import { type BackupSource, verifyBackup } from './verify.ts';

/** The program that encrypts to public keys, in a form of its own that other programs read as well (age-encryption.org). */
const program = 'age';
/** age's own keys and those of ssh. */
const recipientForm = /^(age1[0-9a-z]+|ssh-(ed25519|rsa) [A-Za-z0-9+/=]+( .*)?)$/;

/**
 * Whether this names a public key that the program takes.
 * @throws StartupError when it does not
 */
export function checkRecipient(recipient: string): void {
  if (recipientForm.test(recipient)) return;
  throw new StartupError(
    'The recipient must be a public key of age (age1...) or of ssh (ssh-ed25519 ...): make one with age-keygen on another machine.',
  );
}

/** Resolves when the program has ended well. */
async function endOf(child: ChildProcess): Promise<void> {
  const said = child.stderr ? text(child.stderr).catch(() => '') : '';
  const [code] = await once(child, 'close').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'ENOENT') throw failure;
    throw new StartupError('The program age, which encrypts back-ups, is not installed: apt install age.');
  });
  if (code === 0) return;
  const [line = ''] = (await said).trim().split('\n');
  throw new StartupError(`The program age failed: ${line.replace(/^age: (error: )?/, '')}.`);
}

/**
 * Writes a packed back-up so that only the owner of the private key can read it. Nothing lies anywhere in the clear, and nobody here can
 * read it back, so it is verified on its way to the program.
 */
export async function writeEncrypted(
  packed: AsyncIterable<Buffer>,
  recipient: string,
  place: Pick<BackupLocation, 'name' | 'write'>,
): Promise<BackupSummary> {
  const child = spawn(program, ['--encrypt', '--recipient', recipient], { stdio: 'pipe' });
  const ended = endOf(child);
  ended.catch(() => undefined);
  const written = place.write(outputOf(child, ended));
  // Where nobody takes it any more, the program would wait for ever.
  written.catch(() => child.kill());
  const copy = new PassThrough();
  const verified = verifyBackup({ name: place.name, open: () => copy });
  verified.catch(() => undefined);
  const handOn = async function* (source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      // Whoever verifies may have ended before, well or not; nobody waits for it then.
      if (!copy.write(piece)) await Promise.race([once(copy, 'drain'), verified]);
      yield piece;
    }
    copy.end();
  };
  await pipeline(packed, handOn, child.stdin as Writable).catch(async (failure: unknown) => {
    copy.destroy();
    await written;
    throw failure;
  });
  await written;
  return await verified;
}

/** What the program says, to its good end: what was cut or changed ends in an error after good pieces. */
async function* outputOf(child: ChildProcess, ended: Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
  } catch (failure) {
    await ended;
    throw failure;
  }
  await ended;
}

/** An encrypted back-up, as whoever has the file with the private key reads it. */
export function openEncryptedBackup(source: BackupSource, identity: string): BackupSource {
  const isFile = typeof source === 'string';
  async function* decrypted(): AsyncGenerator<Buffer> {
    const words = ['--decrypt', '--identity', identity, ...(isFile ? [source] : [])];
    const child = spawn(program, words, { stdio: [isFile ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
    const ended = endOf(child);
    ended.catch(() => undefined);
    const given = isFile ? Promise.resolve() : pipeline(source.open(), child.stdin as Writable);
    const unreadable = given.catch((failure: unknown) => failure);
    try {
      yield* outputOf(child, ended);
    } catch (failure) {
      // The program ends, too, when it is given no more: why is the sentence that helps.
      const cause = await unreadable;
      throw cause instanceof StartupError ? cause : failure;
    } finally {
      child.kill();
    }
  }
  return { name: isFile ? source : source.name, open: decrypted };
}
