import { type BrowserPaths, browserSettings } from './browser.ts';
import { runPlaywright } from './browser-tests.ts';
import type { TestResult } from './results.ts';

/**
 * Moments at which the journeys run again in `npm run test:all`, in Bishkek's time. The suite's own moment is a Monday
 * afternoon; these are the edges of a day, a week, a term and a year, at which decisions by the clock go wrong.
 */
const moments: Readonly<Record<string, string>> = {
  'Monday, before the first class': '2026-11-23T07:55:00+06:00',
  'Thursday, in a class': '2026-11-26T13:45:00+06:00',
  'late in the evening': '2026-11-24T22:30:00+06:00',
  'Sunday noon': '2026-11-29T12:00:00+06:00',
  'the last minutes of a month': '2026-11-30T23:57:00+06:00',
  'the last minutes of a year': '2026-12-31T23:58:00+06:00',
  'the first day of a term': '2027-01-18T09:00:00+06:00',
  'the last day of a term': '2027-01-17T16:00:00+06:00',
  'the examination session': '2027-01-08T10:00:00+06:00',
  'in summer': '2027-07-14T11:00:00+06:00',
  '29 February': '2028-02-29T10:00:00+06:00',
};

/** Runs the tests tagged `@journey` at every other moment, on one width each; the title of each result names the moment. */
export async function runJourneysAtOtherMoments(
  files: string[],
  browsers: BrowserPaths,
  signal: AbortSignal,
): Promise<TestResult[]> {
  const results: TestResult[] = [];
  for (const [name, moment] of Object.entries(moments)) {
    console.log(`\n--- journeys: ${name} (${moment})`);
    const settings = { ...browserSettings(browsers), TEST_MOMENT: moment, EVERY_WIDTH: '' };
    const ofMoment = await runPlaywright(['--grep', '@journey', ...files], settings, signal);
    results.push(...ofMoment.map((result) => ({ ...result, title: `${result.title} > ${name}` })));
  }
  return results;
}
