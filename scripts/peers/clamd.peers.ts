import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, afterEach, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { strToU8, zipSync } from 'fflate';
import { parseScannerAddress } from '../../server/core/scanner-settings.ts';
import type { ScanVerdict } from '../../server/files/clamd.ts';
import { FileScanner, ScannerUnavailableError } from '../../server/files/scanner.ts';
import { waitUntil } from '../../server/test/http.ts';
import { runProgram } from '../../server/test/program.ts';
import { openPortal, type TestClient, type TestPortal } from '../../server/test/test-client.ts';
import { Clamd, scanLimits } from './clamd.ts';

const { news } = callsByRoom;
const bad = 'these words are found by a signature of our own';
const worse = 'and these by one that came later';
/** clamd says of each signature that does not come from ClamAV that it does not. */
const finding = 'Bilim.Words-1.UNOFFICIAL';
const later = 'Bilim.Words-2.UNOFFICIAL';

let clamd: Clamd;
before(async () => {
  clamd = await Clamd.open({ 'Bilim.Words-1': bad });
});
after(() => clamd.close());

const scanners: FileScanner[] = [];
afterEach(() => {
  for (const scanner of scanners.splice(0)) scanner.stop();
});
function scannerAt(setting: string, within = 100_000): FileScanner {
  const address = parseScannerAddress(setting) ?? assert.fail();
  const scanner = new FileScanner(address, { error: () => undefined, warn: () => undefined }, within);
  scanners.push(scanner);
  return scanner;
}
/** What is said of these bytes, which come in pieces. */
function ask(scanner: FileScanner, content: Buffer | string, piece = 65_536): Promise<ScanVerdict> {
  const bytes = Buffer.from(content);
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  };
  return scanner.verdict(() => Readable.from(pieces()));
}
const zip = (name: string, content: string | Uint8Array) =>
  Buffer.from(zipSync({ [name]: typeof content === 'string' ? strToU8(content) : content }));

for (const transport of ['tcp', 'unix'] as const)
  describe(`clamd that is reached by ${transport}`, () => {
    const scanner = () => scannerAt(clamd.settings[transport]);

    test('[OPS-07] finds what is bad, also where it is packed, and nothing in what is not', async () => {
      const infected: ScanVerdict = { kind: 'infected', signature: finding };
      const one = scanner();
      for (const content of [
        bad,
        `${'x'.repeat(200_000)}${bad}`,
        zip('word/document.xml', `<w:t>${bad}</w:t>`),
        zip('inner.zip', zip('a.txt', bad)),
        zip('a.txt.gz', gzipSync(bad)),
      ])
        assert.deepEqual(await ask(one, content), infected);
      assert.deepEqual(await ask(one, bad, 7), infected);
      for (const content of ['x', zip('a.txt', 'nothing'), Buffer.alloc(scanLimits.file - 1)])
        assert.deepEqual(await ask(one, content), { kind: 'clean' });
    });

    test('[OPS-07] says every time that it does not take a longer file, though it ends the connection while it is sent', async () => {
      const one = scanner();
      const long = Buffer.alloc(scanLimits.stream + 10 * 1024 * 1024);
      for (let times = 0; times < 20; times++)
        assert.deepEqual(await ask(one, long, 256 * 1024), { kind: 'notScanned' });
      assert.deepEqual(await ask(one, Buffer.alloc(scanLimits.file + 1024)), { kind: 'notScanned' });
      assert.deepEqual([await one.takes(scanLimits.file), await one.takes(scanLimits.stream * 2)], [true, false]);
    });

    test('[OPS-07] looks at many files that come together', async () => {
      const one = scanner();
      const verdicts = await Promise.all(
        Array.from({ length: 60 }, (_, place) => ask(one, `${'x'.repeat(place * 1000)}${place % 3 ? '' : bad}`)),
      );
      assert.equal(verdicts.filter(({ kind }) => kind === 'infected').length, 20);
      assert.equal(verdicts.filter(({ kind }) => kind === 'clean').length, 40);
    });
  });

test('[OPS-07] clamd that is frozen or killed is no yes, and is used again when it is back', async () => {
  clamd.freeze(true);
  const frozen = scannerAt(clamd.settings.unix, 300);
  await assert.rejects(ask(frozen, 'x'), ScannerUnavailableError);
  assert.equal(await frozen.answers(), false);
  clamd.freeze(false);
  const one = scannerAt(clamd.settings.unix);
  await waitUntil('it answers', () => one.answers());
  const [asked] = await Promise.allSettled([ask(one, Buffer.alloc(scanLimits.file - 1)), clamd.stop()]);
  // It may have been quicker than its end.
  if (asked.status === 'fulfilled') assert.equal(asked.value.kind, 'clean');
  else assert.ok(asked.reason instanceof ScannerUnavailableError);
  await assert.rejects(ask(one, 'x'), ScannerUnavailableError);
  await clamd.start();
  assert.equal((await ask(one, bad)).kind, 'infected');
});

describe('a portal whose uploads clamd looks at', { concurrency: false }, () => {
  let portal: TestPortal;
  let editor: TestClient;
  before(async () => {
    portal = await openPortal({ SCANNER: clamd.settings.unix, FILE_LIMIT_MB: '40' });
    editor = await portal.as('editor');
  });
  after(() => portal.close());

  const publish = (name: string, content: string | Buffer) =>
    editor.ask(news.insert, { message: 'x' }, { files: [{ name, content }] });
  const addressOf = (id: number, name: string) => `${news.download.path}?filename=${id}_${name}&type=4`;

  test('[OPS-07] takes what is clean, and refuses what is not, too large for it, or cannot be looked at now', async () => {
    assert.equal((await publish('a.txt', 'clean')).status, 200);
    const refused = await publish('a.zip', zip('a.txt', bad));
    assert.deepEqual([refused.status, refused.error?.code], [422, 'files.infected']);
    assert.match(refused.error?.message ?? '', new RegExp(`«a\\.zip».*${finding}`));
    const large = await publish('a.bin', Buffer.alloc(scanLimits.stream + 1024));
    assert.deepEqual([large.status, large.error?.code], [413, 'files.notScanned']);
    await clamd.stop();
    assert.equal((await publish('a.txt', 'clean')).error?.code, 'files.scannerAway');
    assert.match(await (await fetch(`${portal.base}/metrics`)).text(), /^bilim_scanner_answers 0$/m);
    await clamd.start();
    assert.equal((await publish('a.txt', 'clean')).status, 200);
    assert.equal((await portal.ownerSql`select from file`).length, 2);
  });

  test('[OPS-07] a file that only a newer signature finds is withheld by the command, while the portal runs', async () => {
    const [item] = (await publish('b.txt', worse)).data;
    const address = addressOf(item?.id_eventMessage ?? 0, 'b.txt');
    assert.equal(await (await editor.fetch(address)).text(), worse);
    await clamd.stop();
    clamd.know({ 'Bilim.Words-1': bad, 'Bilim.Words-2': worse });
    await clamd.start();
    const env = {
      DATABASE_URL: portal.database.url,
      DATA_DIR: portal.settings.dataDir,
      SCANNER: clamd.settings.tcp,
    };
    const nothing = await runProgram('files/main.ts', ['scan'], env);
    assert.deepEqual([nothing.code, nothing.err], [0, '']);
    const ran = await runProgram('files/main.ts', ['scan', '--older', '0'], env);
    assert.equal(ran.code, 4, ran.err);
    assert.match(
      ran.out,
      new RegExp(`^Withheld: file \\d+ "b\\.txt" of person ${editor.uid}, in which ${later} was found$`, 'm'),
    );
    assert.equal((await editor.fetch(address)).status, 410);
  });
});
