import { rmSync } from 'node:fs';
import postgres from 'postgres';
import { lives } from '../../server/demo/life.ts';
import { moment } from '../../server/test/moment.ts';
import { buildWeb } from '../../server/web-build.ts';
import { launch, lived, newUniversity } from './portal.ts';

/** How often it is looked whether all people have acted. */
const lookMs = 100;
/** When they act: an hour before the tests. */
const before = new Date(Date.parse(moment) - 3_600_000).toISOString();

/**
 * Once a run: a portal starts on a new university, its people act, also those who do so behind an open portal, and it ends
 * in order. Each portal of the tests begins as a copy of that.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  // A start would build them too, but is not given the time.
  await buildWeb(() => undefined);
  // Copies begin at the moment of the tests: what its people do then lies behind them.
  const { database, dataDir } = await newUniversity(before);
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: 'none',
    LOG_LEVEL: 'warn',
    TEST_CLOCK: database.now(),
  };
  const { child } = await launch({ PORT: '0', ...settings });
  const sql = postgres(database.url, { max: 1 });
  const isOver = async () => {
    const [university] = await sql<{ lived: string[] }[]>`select demo_lived as lived from university`;
    return lives.every(({ room }) => university?.lived.includes(room));
  };
  while (!(await isOver())) {
    if (child.exitCode !== null) throw new Error('The portal ended before its people had acted.');
    await new Promise((done) => setTimeout(done, lookMs));
  }
  await sql.end();
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await gone;
  process.env[lived.database] = database.url;
  process.env[lived.folder] = dataDir;
  return async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
