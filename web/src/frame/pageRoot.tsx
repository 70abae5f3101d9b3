import i18next from 'i18next';
import { type ReactNode, StrictMode, startTransition, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { switchToOwnFonts } from '../core/fonts.ts';
import { language } from '../core/i18n.ts';
import { ErrorBoundary } from './ErrorScreen.tsx';
import { OfflinePage } from './OfflinePage.tsx';
import { findRenderedPage, removePlaceholder } from './placeholder.ts';

/** Removes the placeholder page of index.html or login.html. */
export function removePlaceholderPage(): void {
  removePlaceholder();
  void switchToOwnFonts();
}

/** Draws what stands for the whole page. */
export function renderPage(root: Root, page: ReactNode): void {
  root.render(
    <StrictMode>
      <ErrorBoundary>{page}</ErrorBoundary>
    </StrictMode>,
  );
}

/** Draws the first page of this document; while its texts did not come, the offline page, which leads to `here`. */
export function renderFirstPage(page: ReactNode, here: string): Root | null {
  const place = document.getElementById('root');
  if (!place) return null;
  const root = createRoot(place);
  const hasTexts = () => i18next.hasResourceBundle(language.get(), 'common');
  const draw = () => renderPage(root, hasTexts() ? page : <OfflinePage back={here} />);
  draw();
  // The texts are asked for until they come.
  if (!hasTexts()) {
    removePlaceholderPage();
    i18next.on('loaded', draw);
  }
  return root;
}

/**
 * Draws the first page in the place of the one that the server has rendered, which stays until all of it is there: nothing is
 * empty in between, and whoever has begun to read goes on where they are.
 */
export function replaceRenderedPage(page: ReactNode): void {
  const place = document.getElementById('root');
  if (!place) return;
  const root = createRoot(place);
  startTransition(() => renderPage(root, <ReplacedPage place={place}>{page}</ReplacedPage>));
}

function ReplacedPage({ place, children }: { place: HTMLElement; children: ReactNode }) {
  const resume = useRef<((place: HTMLElement) => void) | null>(null);
  // Before the effects of the page, which look for its elements in the document.
  useInsertionEffect(() => {
    const rendered = findRenderedPage();
    if (rendered) resume.current = readPosition(rendered);
    removePlaceholder();
  }, []);
  useLayoutEffect(() => {
    resume.current?.(place);
    resume.current = null;
  }, [place]);
  return children;
}

/** Where somebody is in a page: what is scrolled, and the link that has the focus. Gives what puts them there in the same page, drawn again. */
function readPosition(page: Element): (place: HTMLElement) => void {
  const scrolled = [...page.querySelectorAll('[class]')]
    .filter(({ scrollTop, scrollLeft }) => scrollTop || scrollLeft)
    .map((element) => {
      const { scrollTop, scrollLeft } = element;
      const name = element.getAttribute('class') ?? '';
      return { name, number: [...page.getElementsByClassName(name)].indexOf(element), scrollTop, scrollLeft };
    });
  const focused = page.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
  return (place) => {
    for (const { name, number, ...position } of scrolled)
      Object.assign(place.getElementsByClassName(name)[number] ?? {}, position);
    if (focused) place.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  };
}
