import { writeFile } from 'node:fs/promises';
import { test as base } from '../support/test.ts';
import { startFirefox } from './firefox.ts';
import type { BrowserWindow, Engine } from './screen.ts';
import { startWebkit } from './webkit.ts';

/** Name of a project of playwright.config.ts: which engine its journeys run in. */
export type EngineName = 'firefox' | 'webkit';

const start: Readonly<Record<EngineName, (program: string) => Promise<Engine>>> = {
  firefox: startFirefox,
  webkit: startWebkit,
};

/** The tests' `test`, with a window of the project's engine for each person of a journey. */
export const test = base.extend<{ newScreen: () => Promise<BrowserWindow> }, { engine: Engine }>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use, { project }) => {
      const { program } = project.metadata as { program: string };
      const engine = await start[project.name as EngineName](program);
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  newScreen: async ({ engine }, use, info) => {
    const screens: BrowserWindow[] = [];
    info.annotations.push({ type: 'engine', description: engine.name });
    await use(async () => {
      const screen = await engine.newScreen();
      screens.push(screen);
      return screen;
    });
    for (const [at, screen] of screens.entries()) {
      if (info.status !== info.expectedStatus) {
        const path = info.outputPath(`screen-${at}.png`);
        await writeFile(path, await screen.picture());
        await info.attach(`screen-${at}`, { path, contentType: 'image/png' });
      }
      await screen.close();
    }
  },
});
