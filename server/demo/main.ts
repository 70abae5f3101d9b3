import { parseArgs } from 'node:util';
import { today } from '../core/clock.ts';
import { initializeSettings } from '../settings.ts';
import { generateUniversity } from './generate.ts';
import type { UniversitySize } from './people.ts';

const sizes: readonly UniversitySize[] = ['tiny', 'small', 'medium', 'large'];
const usage = 'Usage: npm run demo -- --size small|medium|large --into FOLDER [--seed NUMBER] [--today YYYY-MM-DD]';

/** Writes an invented university as an import folder; see docs/importing.md for loading it. */
async function run(): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    return;
  }
  const { values } = parseArgs({
    options: {
      size: { type: 'string' },
      into: { type: 'string' },
      seed: { type: 'string' },
      today: { type: 'string' },
    },
  });
  const size = sizes.find((candidate) => candidate === (values.size ?? 'small'));
  const seed = Number(values.seed ?? 2026);
  const { timeZone } = initializeSettings();
  const day = values.today ?? today(timeZone);
  if (!size || !values.into || !Number.isInteger(seed) || !/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(usage);
  await generateUniversity({ size, today: day, seed }, values.into);
  console.log(`The ${size} university stands in ${values.into}. Load it with: npm run import -- ${values.into} --demo`);
}

try {
  await run();
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : String(failure));
  process.exitCode = 1;
}
