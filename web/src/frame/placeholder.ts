/** Removes what stands in the document until there is a page: the placeholder page, or the page that the server has rendered. */
export function removePlaceholder(): void {
  const { documentElement: html } = document;
  html.removeAttribute('data-start');
  html.removeAttribute('data-server-rendered');
  findRenderedPage()?.remove();
}

/** The page as the server has rendered it (server/page-rendering), while it stands. */
export const findRenderedPage = (): Element | null => document.querySelector('.rendered');
