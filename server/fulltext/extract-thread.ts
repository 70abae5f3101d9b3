import { parentPort } from 'node:worker_threads';
import { textOf } from './extract.ts';

/** A thread that takes out the text of one file after another; whoever asked ends it when it takes too long. */
parentPort?.on('message', async ({ path, type }: { path: string; type: string }) => {
  try {
    parentPort?.postMessage({ found: await textOf(path, type) });
  } catch (error) {
    parentPort?.postMessage({ fault: String(error) });
  }
});
