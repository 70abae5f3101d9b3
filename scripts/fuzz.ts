import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabaseClockEnvironment, createTestDatabase } from '../server/test/database.ts';
import { sendMalformedRequests } from '../server/test/fuzzing.ts';
import { isNonNegativeNumber, parseCommandArguments } from './command-arguments.ts';
import { projectFolder } from './results.ts';

/**
 * npm run fuzz [-- COUNT [SEED]]: malformed requests over all calls against a portal in a process of its own. An
 * unhandled rejection ends that process, and then so does this one, with a fault.
 */
const words = parseCommandArguments(
  (word, place) => place < 2 && isNonNegativeNumber(word),
  'give COUNT and SEED, or nothing',
);
const [count = 10_000, seed = 1] = words.map(Number);
/** Requests before the memory is looked at for the first time: caches and compiled code have come by then. */
const warmUp = 1_500;
/** What may be left more than before, in MiB. */
const mayStay = 24;

const database = await createTestDatabase('tiny');
const dataDir = mkdtempSync(join(tmpdir(), 'bilim-fuzz-'));
const portal = fork(join(projectFolder, 'server/test/portal.ts'), [], {
  execArgv: ['--expose-gc'],
  env: {
    ...process.env,
    ...createDatabaseClockEnvironment(database.url),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_PERCENT: '100000',
  },
});
let ended = false;
portal.once('exit', () => {
  ended = true;
});
try {
  const [port] = (await once(portal, 'message')) as [number];
  const base = `http://127.0.0.1:${port}`;
  await sendMalformedRequests(base, warmUp, seed + 1);
  const before = await memoryOf(portal);
  const { sent, statuses, hurt, slowestMs } = await sendMalformedRequests(base, count, seed);
  const after = ended ? Number.NaN : await memoryOf(portal);

  const list = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status || 'closed'}: ${times}`);
  console.log(`${sent} malformed requests, seed ${seed}; answers ${list.join(', ')}`);
  console.log(`slowest ${Math.round(slowestMs)} ms; memory ${before.toFixed(1)} MiB before, ${after.toFixed(1)} after`);
  for (const { call, by, what, answer } of hurt.slice(0, 60))
    console.log(`HURT ${call} by ${by}: ${what}\n     ${answer}`);
  const bad = [
    hurt.length > 0 && `${hurt.length} requests hurt`,
    ended && 'the portal ended',
    after - before > mayStay && 'memory did not come back',
  ].filter(Boolean);
  console.log(bad.length ? `NOT GOOD: ${bad.join(', ')}` : 'good: no answer of class 5xx, no unhandled rejection');
  if (bad.length) process.exitCode = 1;
} finally {
  portal.kill();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** What the process holds after collecting its garbage, in MiB. */
async function memoryOf(child: ChildProcess): Promise<number> {
  const reply = once(child, 'message') as Promise<[number]>;
  child.send('memory');
  return (await reply)[0] / 2 ** 20;
}
