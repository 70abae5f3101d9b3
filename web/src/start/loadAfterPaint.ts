/** Milliseconds before what did not come is asked for again. */
const pause = 2000;

/**
 * Loads the program behind the first paint: what stands in the HTML does not wait on a weak phone for code to be fetched
 * and run. Asks again for what did not come.
 */
export async function loadAfterPaint<T>(load: () => Promise<T>): Promise<T> {
  await window.painted;
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}
