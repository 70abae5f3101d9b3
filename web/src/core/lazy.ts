import i18next from 'i18next';
import { type ComponentType, createElement, type ReactNode, useEffect } from 'react';
import { atom, useAtom } from './atom.ts';
import { retryUntilSuccess } from './isPortalReachable.ts';
import { screenState } from './screen.ts';

/** Whether the first page has what it asks for: what a phone does not show at once is asked for then. */
export const isFirstPageReady = atom(false);

/** Whether content may load that a phone does not show at once. */
export function useMayLoadSecondaryContent(): boolean {
  const { mobile } = useAtom(screenState);
  return useAtom(isFirstPageReady) || !mobile;
}

/** A part of the portal that comes after the page it belongs to. */
export interface LazyPart<T> {
  /** Fetches the part; done when it is there or did not come at the first try, and then it is fetched again by itself. */
  fetch(): Promise<void>;
  /** The part in a component; null until it is there. */
  use(): T | null;
  /** The part outside of components; null until it is there. */
  loaded(): T | null;
}

/** Makes a part that is fetched when it is first needed. */
export function createLazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  const part = atom<T | null>(null);
  let tried: Promise<void> | null = null;
  const fetch = () => {
    tried ??= new Promise((done) => void retryUntilSuccess(() => load().then(part.set).finally(done)));
    return tried;
  };
  return { fetch, use: () => useAtom(part), loaded: part.get };
}

/** Parts whose code a page on the server lacks while it is rendered (server-rendering/renderPage.tsx). */
export const missingParts = new Set<Promise<void>>();

interface LazyOptions {
  /** The texts that the part needs besides those of its page. */
  texts?: string | readonly string[];
  /** What is in its place until it is there. */
  meanwhile?: ReactNode;
}

/** A component whose code is fetched when it is first drawn. */
export function createLazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { texts, meanwhile = null }: LazyOptions = {},
): ComponentType<P> {
  const part = createLazyPart(async () => {
    const [code] = await Promise.all([load(), texts && i18next.loadNamespaces(texts)]);
    return code;
  });
  return function Part(props: P) {
    const there = part.use();
    useEffect(() => void part.fetch(), []);
    if (import.meta.env.SSR && !there) missingParts.add(part.fetch());
    return there ? createElement(there.default, props) : meanwhile;
  };
}
