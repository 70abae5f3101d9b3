import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** One rule that a page breaks. */
export interface AxeViolation {
  id: string;
  help: string;
  /** The first places, each with what is wrong there. */
  nodes: string[];
}

/**
 * Lets axe look at the page as it is now; every finding fails the test. Contrast takes longer than all other rules together:
 * quick runs look at it once in each room (e2e/rooms.spec.ts), those of every width everywhere.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findAxeViolations(page, { contrast: Boolean(process.env.EVERY_WIDTH) })).toEqual([]);
}

/** What axe finds on the page as it is now, by the rules of WCAG 2.2 AA and its own good practice. */
export async function findAxeViolations(page: Page, { contrast } = { contrast: true }): Promise<AxeViolation[]> {
  // The page's own rules forbid foreign scripts, so that axe comes in through the debugger.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async ({ values, contrast }) => {
      const { axe } = globalThis as unknown as {
        axe: { run(...given: object[]): Promise<{ violations: Violation[] }> };
      };
      interface Violation {
        id: string;
        help: string;
        nodes: { html: string; failureSummary: string; target: string[] }[];
      }
      // What is still fading in has the contrast of neither state.
      const fading = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.all(fading.map((one) => one.finished.catch(() => undefined)));
      const { violations } = await axe.run({
        runOnly: { type: 'tag', values },
        // Of what passes nothing is asked: a selector for each of its elements takes longer than the rules.
        resultTypes: ['violations'],
        rules: { 'color-contrast': { enabled: contrast } },
      });
      /** Whether a target is as small in the middle of the screen, where no bar at the edge of a list covers it. */
      const isSmall = async (selector: string) => {
        const target = document.querySelector(selector);
        target?.scrollIntoView({ block: 'center' });
        const alone = { runOnly: { type: 'rule', values: ['target-size'] }, resultTypes: ['violations'] };
        return target !== null && (await axe.run(target, alone)).violations.length > 0;
      };
      const sizes = violations.find(({ id }) => id === 'target-size');
      if (sizes) {
        const small: Violation['nodes'] = [];
        for (const node of sizes.nodes) if (await isSmall(node.target[0] ?? '')) small.push(node);
        sizes.nodes = small;
      }
      return violations
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ id, help, nodes }) => ({
          id,
          help,
          nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} – ${failureSummary}`),
        }));
    },
    { values: rules, contrast },
  );
}
