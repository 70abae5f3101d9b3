import type { BenchContext } from './bench.ts';
import { measureReturningBrowsers, openAnonymousSession, signInRequest } from './browser.ts';
import { runLoad, sendRequest, summarizeLatencies } from './load.ts';

const people = 2000;
const within = 60;

/**
 * Signing in and coming back: requests a second and times at 1, 8 and 32 connections; then the morning: 2 000 people
 * within a minute while others read.
 */
export async function measureSignInWave(portal: string, bench: BenchContext): Promise<void> {
  console.log('\nsigning in           conn    portal/s   p50    p95    p99');
  const first = await openAnonymousSession(portal);
  for (const places of [1, 8, 32]) {
    const shot = signInRequest(first, 'student', 'Student1');
    const figures = await runLoad(portal, places, 3, () => shot);
    print('sign-in', places, figures);
  }
  for (const places of [1, 8]) {
    print('authenticate', places, await measureReturningBrowsers(portal, places, 3));
  }

  const [{ count = 0 } = {}] = await bench.database.autocommit<{ count: number }[]>`
    select count(*)::int as count from account`;
  console.log(`\nmorning: ${people} sign-ins spread over ${within} s (of ${count} accounts), others reading`);
  const times: number[] = [];
  let failures = 0;
  const shot = signInRequest(first, 'student', 'Student1');
  const config = { method: 'GET', path: '/api/logo.json', headers: {} } as const;
  const reading: number[] = [];
  const from = performance.now();
  const reader = setInterval(async () => {
    const began = performance.now();
    await sendRequest(portal, config);
    reading.push(performance.now() - began);
  }, 50);
  const all = Array.from({ length: people }, async (_, place) => {
    await new Promise((go) => setTimeout(go, (place / people) * within * 1000));
    const began = performance.now();
    const { status } = await sendRequest(portal, shot).catch(() => ({ status: 0 }));
    if (status !== 200) failures++;
    times.push(performance.now() - began);
  });
  await Promise.all(all);
  clearInterval(reader);
  const spent = (performance.now() - from) / 1000;
  print('sign-in', 0, summarizeLatencies(times, spent, failures));
  print('meanwhile reading', 0, summarizeLatencies(reading, spent, 0));
}

function print(
  name: string,
  places: number,
  { perSecond, p50, p95, p99, failures }: ReturnType<typeof summarizeLatencies>,
): void {
  const times = [p50, p95, p99].map((figure) => figure.toFixed(1).padStart(6)).join(' ');
  console.log(
    `${name.padEnd(20)} ${places ? String(places).padStart(4) : '   -'} ${perSecond.toFixed(0).padStart(11)} ${times}${failures ? `  ${failures} FAILED` : ''}`,
  );
}
