import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTinyPdf } from './tiny-pdf.ts';

/**
 * Stands in for LibreOffice in tests: is called as that is, and does what the words in the given file say, so that a test can
 * hand in a document that hangs or bursts the program.
 */
const args = process.argv.slice(2);
if (args.includes('--version')) {
  console.log('LibreOffice 0.0 (of the tests)');
  process.exit();
}
const given = args.at(-1) ?? '';
const out = args[args.indexOf('--outdir') + 1] ?? '';
const text = readFileSync(given, 'latin1');
const target = join(out, basename(given).replace(/\.[^.]*$/, '.pdf'));

/** What follows a word in the file, up to a blank: `Look:/a/path`. */
const after = (word: string): string | null => new RegExp(`${word}:(\\S+?)[\\s}]`).exec(text)?.[1] ?? null;

const [look, call, count, say] = [after('Look'), after('Call'), after('Pages'), after('Say')];
const seen: string[] = say === null ? [] : [say];
if (look !== null) seen.push(attempt(() => readFileSync(look, 'utf8')));
if (call !== null) seen.push(await answerOf(call));
if (text.includes('Environment')) seen.push(JSON.stringify(process.env));
if (text.includes('Slow')) await wait(1500);
if (text.includes('Hang')) await wait(3_600_000);
if (text.includes('Refuse')) process.exit(1);
if (text.includes('Eat')) eat();
if (text.includes('Flood')) flood();
writeFileSync(target, createTinyPdf(seen.join(' ') || 'pages', Number(count ?? 1)));

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return 'hidden';
  }
}

function answerOf(address: string): Promise<string> {
  return new Promise((done) => {
    const asking = request(address, (answer) => done(String(answer.statusCode)));
    asking.on('error', () => done('unreachable')).end();
  });
}

/** Takes memory until there is none. */
function eat(): void {
  const held: Buffer[] = [];
  for (;;) held.push(Buffer.alloc(32 * 1024 * 1024, 1));
}

/** Writes files until somebody ends it: none of them is too large by itself. */
function flood(): void {
  const part = Buffer.alloc(16 * 1024 * 1024, 1);
  for (let n = 0; ; n++) writeFileSync(join(out, `${n}.bin`), part);
}
