/**
 * Fetches what a part of the program consists of before the browser is asked to run it. Engines before 2026 remember for
 * good that a file of a module did not come, whatever comes later, so that they must not be asked before all is there.
 * The build puts this in place of its own (build/parts.ts).
 */

let missed: () => void = () => {};

/** Sets what happens when a file of the program did not come. */
export function whenMissed(then: () => void): void {
  missed = then;
}

const come = new Map<string, Promise<void>>();

function fetched(file: string): Promise<void> {
  const known = come.get(file);
  if (known) return known;
  // The page's import map says which file the name stands for.
  const address = import.meta.resolve(import.meta.env.BASE_URL + file);
  const coming = file.endsWith('.css') ? style(address) : code(address);
  come.set(file, coming);
  coming.catch(() => come.delete(file));
  return coming;
}

/** Into the browser's cache, from where it is run, unless it was asked for ahead and has come (start/start.ts). */
async function code(address: string): Promise<void> {
  const come = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
  if ([...come].some(({ href }) => href === address)) return;
  const answer = await fetch(address, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await answer.arrayBuffer();
}

function style(address: string): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  if ([...links].some(({ href }) => href === address)) return Promise.resolve();
  return new Promise((done, failed) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address, crossOrigin: '' });
    link.onload = () => done();
    link.onerror = () => {
      // One that stays would be taken for the style sheet itself.
      link.remove();
      failed(new Error(address));
    };
    document.head.append(link);
  });
}

/** Runs a part once its files are there; rejects when one did not come, and may then be asked again. */
export async function withFiles<T>(run: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  try {
    await Promise.all(files.map(fetched));
    return await run();
  } catch (error) {
    missed();
    throw error;
  }
}
