// Runs before the first paint, as a classic script: theme, language, whether the static sign-in text is the right first
// picture, and what the page will ask for, files and calls. The build makes plain JavaScript of it.
{
  /** What this browser knows of who uses it. */
  interface Known {
    language: string | undefined;
    token: string | null;
    role: string | null;
    store: Storage | null;
  }

  type PreloadList = import('./preload.ts').PreloadList;

  // Reading cookies waits for another process of the browser: once for all.
  const cookies = document.cookie;
  /** As core/storage.ts names them. */
  const own = location.protocol === 'https:' ? '__Host-' : '';
  const cookie = (name: string, prefix = own) => cookies.match(`(?:^|; )${prefix}${name}=([^;]*)`)?.[1];
  const root = document.documentElement;

  const remembered = (): Known => {
    const known: Known = { language: cookie('lang'), token: null, role: null, store: null };
    try {
      known.language ??= localStorage.getItem('lang') ?? undefined;
      // On a shared computer a tab knows its person by itself (core/storage.ts).
      const store = cookie('shared') ? sessionStorage : localStorage;
      known.store = store;
      known.token = store.getItem('token');
      known.role = store.getItem('role');
    } catch {
      // Storage may be forbidden; cookies decide then.
    }
    return known;
  };

  /** The second frame comes when the first has been painted. A document that is hidden has none. */
  window.painted = document.hidden
    ? Promise.resolve()
    : new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));

  const send = (address: string, more?: RequestInit) =>
    fetch(`/lms${address}`, { cache: 'no-store', signal: AbortSignal.timeout(30_000), ...more });

  /** What a rendered page begins with, which stands behind its content. */
  const readStart = async () => {
    await new Promise((done) => addEventListener('DOMContentLoaded', done, { once: true }));
    return JSON.parse(document.getElementById('page-start')?.textContent ?? '');
  };

  /** Asks for all that the page begins with; the code that would ask for it takes the answers (core/api.ts). */
  const begin = (
    page: string,
    search: string,
    { page: call }: PreloadList['calls'],
    { isWide, isRendered }: { isWide: boolean; isRendered: boolean },
  ) => {
    const prefetched: NonNullable<typeof window.prefetched> = new Map();
    window.prefetched = prefetched;
    window.begunAt = performance.now();
    const uid = known.store?.getItem('uid');
    const used = uid && known.store?.getItem(`used/${uid}`);
    // As much as the call takes (contract/start.ts); longer is what is searched for, and then the page asks by itself.
    const chosen = search.length > 500 ? '' : search;
    const about = { page, search: chosen, ...(isWide && { wide: '1' }), ...(used && { used }) };
    window.begun = (
      isRendered ? readStart() : send(`${call}?${new URLSearchParams(about)}`).then((reply) => reply.json())
    )
      .then(({ data }: { data: { key: string; body: string }[] }) => {
        for (const { key, body } of data) prefetched.set(key, { status: 200, body });
      })
      .catch(() => {});
    return prefetched;
  };

  /** Asks who it is that this browser remembers. */
  const authenticate = (
    prefetched: NonNullable<typeof window.prefetched>,
    calls: PreloadList['calls'],
    { token, store }: Known,
  ) => {
    const headers = { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': cookie('XSRF-TOKEN', '') ?? '' };
    const answering = send(calls.authenticate, { method: 'POST', headers, body: JSON.stringify({ token }) }).then(
      async (reply) => ({ status: reply.status, body: await reply.text() }),
    );
    prefetched.set(calls.authenticate, answering);
    answering
      .then(({ body }) => {
        const [person] = JSON.parse(body).data;
        // The server knows the last few tokens only: who reloads a page that is slow to come must not run out of them.
        if (store?.getItem('token') === token) store?.setItem('token', person.token);
      })
      .catch(() => {});
    // The first one that is made takes a browser long; now it waits for the line anyway.
    setTimeout(() => new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Bishkek' }));
  };

  /** Asks for the files of the page. */
  const preload = (
    page: string,
    isWide: boolean,
    currentLanguage: string,
    role: string | null,
    { links, pages }: PreloadList,
  ) => {
    const parts = [page in pages ? page : '', page + role];
    if (isWide && page !== 'login') parts.push('sidebar');
    if (root.dataset.fonts) parts.push('fonts', currentLanguage);
    const wanted = new Set(parts.flatMap((part) => pages[part] ?? []));
    const link = (number: number) => `<link crossorigin rel=${links[number]?.replace('*', currentLanguage)}>`;
    // The styles of a rendered page are in the HTML.
    const isThere = (number: number) =>
      'serverRendered' in root.dataset && links[number]?.startsWith('preload as=style');
    const missing = [...wanted].filter((number) => !isThere(number));
    document.head.insertAdjacentHTML('beforeend', missing.map(link).join(''));
  };
  // Browsers before 2026 never ask again for a module that did not come: start/chunk-files.ts has to know.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'modulepreload') return;
      window.lost = (window.lost ?? new Set()).add(target.href);
      target.remove();
    },
    true,
  );

  /** The frame of whoever is signed in is displayed until the first render of the page (kit/base.css). */
  const frame = (page: string, { [page]: title, tabs }: PreloadList['names'][string]) => {
    if (page === 'login' || !title || 'serverRendered' in root.dataset) return;
    root.dataset.start = 'in';
    root.dataset.page = page;
    for (const [place, text] of Object.entries({ ...(tabs as string[]), title }))
      root.style.setProperty(`--waiting-${place}`, JSON.stringify(text));
  };

  /** Begins again when a first script that did not come can be fetched now. */
  const beginAgain = (address: string) =>
    setTimeout(async () => {
      const reply = await fetch(address, { cache: 'no-store' }).catch(() => null);
      // One that is gone belongs to an earlier version; the page names the present ones.
      if (reply && reply.status < 500) location.reload();
      else beginAgain(address);
    }, 2000);
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && beginAgain(target.src), true);

  const known = remembered();
  const dark = cookie('theme') ? cookie('theme') === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'dark' : 'light';
  // The worker has the portal's own fonts. Else they come when the page stands (core/fonts.ts).
  if (navigator.serviceWorker?.controller) root.dataset.fonts = 'own';
  const currentLanguage = known.language === 'kg' || known.language === 'en' ? known.language : 'ru';
  root.lang = currentLanguage === 'kg' ? 'ky' : currentLanguage;
  // Another site of the domain may have set plain `lang`, which the server reads where there is none of ours.
  if (own && !cookie('lang'))
    // biome-ignore lint/suspicious/noDocumentCookie: before the first call; the Cookie Store API answers later
    document.cookie = `${own}lang=${currentLanguage}; Max-Age=31104000; Path=/; SameSite=Lax; Secure`;
  const path = location.pathname.replace(/\/$/, '');
  let page = path === '/lms/login' || !(known.token || path === '/lms/offline') ? 'login' : path.split('/')[2];
  if (page === 'login') root.dataset.start = page;

  // Only what was built has such a list.
  const { preload: list } = document.currentScript?.dataset ?? {};
  if (list) {
    const lists: PreloadList = JSON.parse(list);
    const isWide = !matchMedia('(max-width: 899.92px)').matches;
    // Of a session nobody without its token sees anything, and a page for phones does not fit what is wide.
    if (page === 'login' || isWide) delete root.dataset.serverRendered;
    /** The server has rendered the page: its content and what it begins with are in the HTML (server/page-rendering). */
    const isRendered = 'serverRendered' in root.dataset;
    // The phone has its launcher on the page of the day.
    const beginAt = (name: string, path: string, search: string, isRendered: boolean) => {
      const page = name === lists.home && (path === '/lms' || !isWide) ? 'today' : name;
      return begin(page, search, lists.calls, { isWide, isRendered });
    };
    page ??= lists.home;
    if (page in lists.pages) {
      const prefetched = beginAt(page, path, location.search, isRendered);
      if (page !== 'login') authenticate(prefetched, lists.calls, known);
    }
    const first = page;
    void window.painted.then(() => preload(first, isWide, currentLanguage, known.role, lists));
    frame(page, lists.names[currentLanguage] ?? {});
    // While somebody types, what most sign-ins lead to is fetched, once they are in, the calls that their page begins with.
    if (page === 'login')
      addEventListener('focusin', () => preload(lists.home, isWide, currentLanguage, null, lists), { once: true });
    window.begin = (address) => {
      const [path, search = ''] = address.split('?') as [string, string?];
      beginAt(path.split('/')[2] || lists.home, path, search, false);
    };
  }
}
