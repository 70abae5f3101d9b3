import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** One run of Lighthouse on one page. */
export interface LighthouseResult {
  /** Scores of 0 to 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  /** Largest contentful paint in milliseconds. */
  largestPaint: number;
  /** Bytes that travelled. */
  bytes: number;
  /** Audits of accessibility and best practices that were not passed. */
  failing: string[];
}

interface Report {
  lhr: {
    /** There when something went wrong with the recording itself. */
    runtimeError?: { message: string };
    categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>;
    audits: Record<string, { numericValue?: number; score: number | null; scoreDisplayMode: string }>;
  };
}
type Lighthouse = (url: string, flags: object) => Promise<Report | undefined>;

/**
 * Audits a page in the browser that listens on `port`, as it is signed in there.
 * @param tools the folder that Lighthouse is installed in
 * @param isFirst whether everything that the browser has stored of the pages is forgotten before; the session is kept
 * @param keepAs where the whole report goes; https://googlechrome.github.io/lighthouse/viewer shows it
 */
export async function auditPage(
  tools: string,
  url: string,
  port: number,
  isFirst: boolean,
  keepAs: string,
): Promise<LighthouseResult> {
  const entry = pathToFileURL(join(tools, 'node_modules/lighthouse/core/index.js')).href;
  const { default: lighthouse } = (await import(entry)) as { default: Lighthouse };
  const flags = {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    // Storage holds the session; Lighthouse's own clearing would sign out.
    disableStorageReset: !isFirst,
    clearStorageTypes: ['cache_storage', 'service_workers', 'shader_cache'],
    formFactor: 'mobile',
    screenEmulation: { mobile: true, width: 390, height: 844, deviceScaleFactor: 2 },
    throttling: { rttMs: 150, throughputKbps: 1638.4, cpuSlowdownMultiplier: 4 },
  };
  let report = await lighthouse(url, flags);
  for (let left = 2; left > 0 && report?.lhr.runtimeError; left--) report = await lighthouse(url, flags);
  if (!report || report.lhr.runtimeError)
    throw new Error(`Lighthouse gave no report of ${url}: ${report?.lhr.runtimeError?.message ?? 'nothing was said'}`);
  await mkdir(dirname(keepAs), { recursive: true });
  await writeFile(keepAs, JSON.stringify(report.lhr));
  const { categories, audits } = report.lhr;
  const score = (name: string) => (categories[name]?.score ?? 0) * 100;
  const isFailing = (id: string) => {
    const { score = 1, scoreDisplayMode = '' } = audits[id] ?? {};
    return scoreDisplayMode === 'binary' && score === 0;
  };
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    largestPaint: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    bytes: audits['total-byte-weight']?.numericValue ?? Number.NaN,
    failing: ['accessibility', 'best-practices'].flatMap((name) =>
      (categories[name]?.auditRefs ?? []).map(({ id }) => id).filter(isFailing),
    ),
  };
}
