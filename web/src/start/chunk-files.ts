/**
 * Fetches all files of a lazily loaded part before the browser is asked to import it. Engines before 2026 remember a
 * failed module fetch for good, so that an import must not start before all files are there. The build replaces its
 * own preload helper with this one (build/chunk-files.ts).
 */

let missed: () => void = () => {};

/** Sets what happens when a file of the program did not come. */
export function setChunkMissingHandler(then: () => void): void {
  missed = then;
}

const come = new Map<string, Promise<void>>();

/** The page's import map says which file a name stands for. */
const addressOf = (file: string): string => import.meta.resolve(import.meta.env.BASE_URL + file);

function fetched(file: string): Promise<void> {
  const known = come.get(file);
  if (known) return known;
  const address = addressOf(file);
  const coming = file.endsWith('.css') ? style(address) : code(address);
  come.set(file, coming);
  coming.catch(() => come.delete(file));
  return coming;
}

/** Into the browser's cache, from where it is run, unless the first script has asked for it (start/start.ts). */
async function code(address: string): Promise<void> {
  const asked = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
  if ([...asked].some(({ href }) => href === address)) return;
  const answer = await fetch(address, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await answer.arrayBuffer();
}

function style(address: string): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  if ([...links].some(({ href }) => href === address)) return Promise.resolve();
  // A page that the server has rendered has its styles in the HTML.
  if (document.querySelector(`style[data-files~="${new URL(address).pathname}"]`)) return Promise.resolve();
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
export async function importWithFiles<T>(run: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  try {
    await Promise.all(files.map(fetched));
  } catch (error) {
    missed();
    throw error;
  }
  return await run().catch((error) => {
    // One that was asked for as a module and did not come can be had by now, but not by this page.
    if (files.some((file) => window.lost?.has(addressOf(file)))) location.reload();
    else missed();
    throw error;
  });
}
