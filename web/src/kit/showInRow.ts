/** Scrolls the row of a button so that the button stands in its middle; the page stays where it is. */
export function showInRow(button: HTMLElement): void {
  const row = button.closest('[role=group]');
  if (!row) return;
  const [own, around] = [button.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += own.left + own.width / 2 - (around.left + around.width / 2);
}
