import { parentPort } from 'node:worker_threads';
import type { PageToRender } from '@bilim/contract/page-to-render.ts';
import { installBrowserGlobals, setBrowserAddress } from './browser-globals.ts';
import type { RenderingAnswer, RenderingJob } from './page-renderer.ts';

/** A thread that renders one page after another: their modules hold the state of one person, as in a browser. */
installBrowserGlobals();
const bundle = new URL('../../web/dist/server/renderPage.js', import.meta.url).href;
const { renderPage } = (await import(bundle)) as { renderPage: (page: PageToRender) => Promise<string> };

const answer = (message: RenderingAnswer) => parentPort?.postMessage(message);
async function openPage(page: PageToRender): Promise<string> {
  setBrowserAddress(page.address);
  return await renderPage(page);
}

let line = Promise.resolve();

parentPort?.on('message', ({ id, page }: RenderingJob) => {
  line = line.then(() =>
    openPage(page).then(
      (html) => answer({ id, html }),
      (error) => answer({ id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    ),
  );
});
answer({ id: 0 });
