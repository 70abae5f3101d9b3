import { apps } from '@bilim/contract/apps.ts';
import type { Call, Output } from '@bilim/contract/call.ts';
import { login } from '@bilim/contract/login.ts';
import type { PageToRender } from '@bilim/contract/page-to-render.ts';
import { type RoomEntry, rooms } from '@bilim/contract/rooms.ts';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { setMoment } from '../core/clock.ts';
import { initI18n, parseWireLanguage } from '../core/i18n.ts';
import { missingParts } from '../core/lazy.ts';
import { queryClient } from '../core/queryClient.ts';
import { session } from '../core/session.ts';
import { setTimeZone } from '../core/zone.ts';
import { router } from '../frame/routes.tsx';

/** What React leaves where a part failed or did not come. */
const failedBoundary = '<!--$!-->';
/** A part may ask for another one. */
const maxRounds = 3;

let textsBegun: Promise<void> | null = null;

/**
 * Renders a page of the portal as HTML, as a phone shows it when its data have come. What pages share lies in their modules, as it
 * does in a browser: the next page is rendered when this one is done, and nothing of a person is left behind.
 * Rejects when the page leads elsewhere, or needs what only a browser has.
 */
export async function renderPage(page: PageToRender): Promise<string> {
  textsBegun ??= initI18n([]);
  await textsBegun;
  try {
    await prepare(page);
    const history = createMemoryHistory({ initialEntries: [page.address] });
    // Its script would be refused by the content security policy.
    router.update({ ...router.options, history, scrollRestoration: false });
    await router.load();
    // The router keeps the page before where an address leads elsewhere.
    const { location, resolvedLocation } = router.state;
    if (location !== resolvedLocation) throw new Error(`the address of ${page.room} leads to another page`);
    const html = await renderWithParts();
    // React renders what stands in for a part that failed, and throws nothing; a text has no such sign in it.
    if (html.includes(failedBoundary)) throw new Error(`a part of ${page.room} failed`);
    return html;
  } finally {
    session.set({ ...session.get(), user: null, settings: null });
    queryClient.clear();
    window.prefetched = undefined;
  }
}

/** Renders the page again when parts of it that come by themselves were missing, which are then there for all pages. */
async function renderWithParts(rounds = maxRounds): Promise<string> {
  const html = renderToString(<RouterProvider router={router} />);
  if (!missingParts.size) return html;
  if (rounds === 0) throw new Error('a part did not come');
  const coming = [...missingParts];
  missingParts.clear();
  await Promise.all(coming);
  return await renderWithParts(rounds - 1);
}

/**
 * Gives the modules of the pages what a browser would have: language, texts, person, and the replies to the page's calls. The person
 * comes last: what listens to the session finds all the rest there.
 */
async function prepare({ room, language, user, replies, now }: PageToRender): Promise<void> {
  const entry: RoomEntry | undefined = rooms.find(({ name }) => name === room);
  await i18next.changeLanguage(parseWireLanguage(language) ?? 'ru');
  await i18next.loadNamespaces(['common', room, ...(entry?.texts ?? [])]);
  setMoment(now);
  const config = readReply(replies, login.config);
  if (config) setTimeZone(config.timeZone);
  window.begunAt = performance.now();
  window.prefetched = new Map(replies.map(({ key, body }) => [key, { status: 200, body }]));
  session.set({ ...session.get(), user, token: true, config, settings: readReply(replies, apps.settings) });
}

function readReply<C extends Call>(replies: PageToRender['replies'], { path }: C): Output<C> | null {
  const reply = replies.find(({ key }) => key.startsWith(path));
  return reply ? (JSON.parse(reply.body) as { data: Output<C> }).data : null;
}
