import i18next from 'i18next';
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { switchToOwnFonts } from '../core/fonts.ts';
import { language } from '../core/i18n.ts';
import { ErrorBoundary } from './ErrorScreen.tsx';
import { OfflinePage } from './OfflinePage.tsx';

/** Removes the placeholder page of index.html or login.html. */
export function removePlaceholderPage(): void {
  document.documentElement.removeAttribute('data-start');
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
 * empty in between.
 */
export function replaceRenderedPage(page: ReactNode): void {
  const place = document.getElementById('root');
  if (!place) return;
  const root = createRoot(place);
  startTransition(() => renderPage(root, <ReplacedPage>{page}</ReplacedPage>));
}

function ReplacedPage({ children }: { children: ReactNode }) {
  useLayoutEffect(() => document.documentElement.removeAttribute('data-server-rendered'), []);
  return children;
}
