/** Done when the browser has painted what has changed until now; at once in a document that is hidden, which is not painted. */
export function nextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}
