import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, afterEach, before, test } from 'node:test';
import { Refusal } from '../core/refusal.ts';
import { formatScannerAddress, parseScannerAddress } from '../core/scanner-settings.ts';
import { StartupError } from '../core/startup-error.ts';
import { infectedText, TestClamdServer, testSignature } from '../test/clamd-peer.ts';
import { waitUntil } from '../test/http.ts';
import { FileScanner, ScannerUnavailableError } from './scanner.ts';

let peer: TestClamdServer;
const scanners: FileScanner[] = [];
const lines: string[] = [];
const log = {
  error: (_: object, text: string) => lines.push(text),
  warn: (_: object, text: string) => lines.push(text),
} as never;
before(async () => {
  peer = await TestClamdServer.open();
});
afterEach(async () => {
  for (const scanner of scanners.splice(0)) scanner.stop();
  peer.fault = {};
  peer.together = 0;
  lines.length = 0;
  await waitUntil('every connection is closed', () => peer.connections === 0);
});
after(() => peer.close());

function scanner(within = 100_000): FileScanner {
  const made = new FileScanner(peer.address, log, within);
  scanners.push(made);
  return made;
}
const bytes = (...pieces: (string | Buffer)[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)));
const away = (why: RegExp) => (failure: unknown) =>
  failure instanceof ScannerUnavailableError && failure.status === 503 && why.test(failure.message);

test('[OPS-07] a clean file and an infected one are distinguished, wherever the pieces are cut', async () => {
  const one = scanner();
  assert.deepEqual(await one.verdict(() => bytes('nothing', '', ' bad')), { kind: 'clean' });
  const infected = { kind: 'infected', signature: testSignature };
  assert.deepEqual(
    await one.verdict(() => bytes(infectedText.slice(0, 9), Buffer.alloc(0), infectedText.slice(9))),
    infected,
  );
  assert.deepEqual(await one.verdict(() => bytes(Buffer.alloc(3_000_000), infectedText)), infected);
  await assert.rejects(
    one.check({ name: 'a.txt', field: 'files' }, () => bytes(infectedText)),
    (refusal: unknown) =>
      refusal instanceof Refusal && refusal.code === 'files.infected' && refusal.values.file === 'a.txt',
  );
  assert.deepEqual(lines, []);
});

test('[OPS-07] one that is unavailable, hangs, breaks off or talks nonsense is no yes', async () => {
  const says = async (text: string) => {
    peer.fault = { says: text };
    await scanner().verdict(() => bytes('x'));
  };
  await assert.rejects(says('stream: Can not allocate memory ERROR'), away(/allocate/));
  await assert.rejects(says('stream: OK, I think'), away(/I think/));
  await assert.rejects(says(`${'x'.repeat(5000)}`), away(/end|whole|said/));
  peer.fault = { cuts: 2 };
  await assert.rejects(
    scanner().verdict(() => bytes('x')),
    away(/whole answer/),
  );
  peer.fault = { hangs: true };
  await assert.rejects(
    scanner(50).verdict(() => bytes('x')),
    away(/in time/),
  );
  await peer.close();
  await assert.rejects(
    scanner().verdict(() => bytes('x')),
    away(/ECONNREFUSED/),
  );
  await peer.reconnect();
});

test('[OPS-07] an answer that broke off is asked for once more, with the whole file', async () => {
  peer.fault = { cuts: 1 };
  const { taken } = peer;
  assert.equal((await scanner().verdict(() => bytes('x', infectedText))).kind, 'infected');
  assert.equal(peer.taken - taken, 2);
});

test('[OPS-07] an answer that comes early ends the sending, and praise before the end counts for nothing', async () => {
  let read = 0;
  const endless = () =>
    Readable.from(
      (async function* () {
        for (;;) {
          read++;
          yield Buffer.alloc(65_536);
        }
      })(),
    );
  peer.fault = { early: `stream: ${testSignature} FOUND` };
  assert.equal((await scanner().verdict(endless)).kind, 'infected');
  peer.fault = { limit: 1_000_000 };
  assert.equal((await scanner().verdict(endless)).kind, 'notScanned');
  const soFar = read;
  peer.fault = { early: 'stream: OK' };
  await assert.rejects(scanner().verdict(endless), away(/said "stream: OK"/));
  assert.ok(soFar > 10, 'it had to be read');
  peer.fault = { says: 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND' };
  assert.equal((await scanner().verdict(() => bytes('x'))).kind, 'notScanned');
});

test('[OPS-07] what cannot be read is reported as such, and is closed', async () => {
  const broken = new Error('the disk is broken');
  const opened: Readable[] = [];
  const open = () => {
    const content = Readable.from(
      (async function* () {
        yield Buffer.from('x');
        throw broken;
      })(),
    );
    opened.push(content);
    return content;
  };
  await assert.rejects(scanner().verdict(open), broken);
  await peer.close();
  const unread = bytes('x');
  await assert.rejects(scanner().verdict(() => unread));
  await peer.reconnect();
  const late = bytes('x');
  await assert.rejects(
    scanner().verdict(() => late, AbortSignal.abort()),
    away(/in time/),
  );
  assert.ok(late.destroyed);
  assert.deepEqual([unread.destroyed, opened[0]?.destroyed, opened.length], [true, true, 1]);
  assert.deepEqual(lines.length, 2);
});

test('[OPS-07] several files are looked at together, and never more than four', async () => {
  const one = scanner();
  peer.gather(4);
  const { taken } = peer;
  await Promise.all(Array.from({ length: 9 }, () => one.verdict(() => bytes('x'))));
  assert.deepEqual([peer.together, peer.taken - taken], [4, 9]);
});

test('[OPS-07] an outage is logged once, with its end, and meanwhile nobody waits for an answer that does not come', async () => {
  const one = scanner();
  await peer.close();
  for (let tries = 0; tries < 3; tries++)
    await assert.rejects(
      one.verdict(() => bytes('x')),
      away(/./),
    );
  assert.equal(await one.answers(), false);
  await peer.reconnect();
  assert.equal(await one.answers(), true);
  await waitUntil('the end of the outage is told', () => lines.length > 1);
  assert.match(
    lines[0] ?? '',
    /^the scanner of files at tcp:\/\/127\.0\.0\.1:\d+ does not answer, uploads are refused$/,
  );
  assert.deepEqual(lines.slice(1), ['the scanner of files answers again']);
  assert.equal((await one.verdict(() => bytes('x'))).kind, 'clean');
});

test('[OPS-07] the setting names a port of a host or a socket of this machine', () => {
  for (const [text, address] of [
    ['tcp://scanner.university.kg', { host: 'scanner.university.kg', port: 3310 }],
    ['tcp://[::1]:3311', { host: '::1', port: 3311 }],
    ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ] as const) {
    assert.deepEqual(parseScannerAddress(text), address);
    assert.deepEqual(parseScannerAddress(formatScannerAddress(address)), address);
  }
  assert.equal(parseScannerAddress(null), null);
  for (const wrong of [
    'clamd',
    'tcp://',
    'tcp://a:b@host',
    'http://host:3310',
    'unix://run/clamd',
    'unix:///',
    'tcp://host/x',
  ])
    assert.throws(() => parseScannerAddress(wrong), StartupError, wrong);
});
