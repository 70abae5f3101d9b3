import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../core/cannot-start.ts';
import type { BackupSummary } from './format.ts';
import { type BackupSource, verify } from './verify.ts';

/** The program that encrypts to public keys, in a form of its own that other programs read as well (age-encryption.org). */
const program = 'age';
/** age's own keys and those of ssh. */
const recipientForm = /^(age1[0-9a-z]+|ssh-(ed25519|rsa) [A-Za-z0-9+/=]+( .*)?)$/;

/**
 * Whether this names a public key that the program takes.
 * @throws CannotStart when it does not
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
 * Writes a packed back-up into a file that only the owner of the private key can read. Nothing lies on the disk in the clear,
 * and nobody here can read it back, so it is verified on its way to the program.
 */
export async function writeEncrypted(
  packed: AsyncIterable<Buffer>,
  recipient: string,
  path: string,
): Promise<BackupSummary> {
  const file = await open(path, 'w', 0o600);
  try {
    const child = spawn(program, ['--encrypt', '--recipient', recipient], { stdio: ['pipe', file.fd, 'pipe'] });
    const ended = endOf(child);
    ended.catch(() => undefined);
    const copy = new PassThrough();
    const verified = verify({ name: path, open: () => copy });
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
      await ended;
      throw failure;
    });
    await ended;
    await file.sync();
    return await verified;
  } finally {
    await file.close();
  }
}

/** An encrypted back-up, as whoever has the file with the private key reads it. */
export function encryptedSource(path: string, identity: string): BackupSource {
  async function* decrypted(): AsyncGenerator<Buffer> {
    const child = spawn(program, ['--decrypt', '--identity', identity, path], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = endOf(child);
    ended.catch(() => undefined);
    try {
      yield* child.stdout as AsyncIterable<Buffer>;
      // What was cut or changed ends in an error after good pieces.
      await ended;
    } finally {
      child.kill();
    }
  }
  return { name: path, open: decrypted };
}
