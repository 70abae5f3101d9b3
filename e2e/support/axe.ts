import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Lets axe look at the page as it is now; every finding fails the test. */
export async function expectAccessible(page: Page): Promise<void> {
  // The page's own rules forbid foreign scripts, so that axe comes in through the debugger.
  await page.evaluate(source);
  const found = await page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as { axe: { run(o: object): Promise<{ violations: Violation[] }> } };
    interface Violation {
      id: string;
      help: string;
      nodes: { html: string; failureSummary: string }[];
    }
    const { violations } = await axe.run({ runOnly: { type: 'tag', values } });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} – ${failureSummary}`),
    }));
  }, rules);
  expect(found).toEqual([]);
}
