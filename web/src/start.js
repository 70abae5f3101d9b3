// Runs before the first paint: theme, language, whether the static sign-in text is the right first picture, and what the
// page will ask for, files and calls.
(() => {
  // Reading cookies waits for another process of the browser: once for all.
  const cookies = document.cookie;
  const cookie = (name, all = cookies) => all.match(`(?:^|; )${name}=([^;]*)`)?.[1];
  let language = cookie('lang');
  let token = null;
  let role = null;
  let store = null;
  try {
    language ??= localStorage.getItem('lang') ?? undefined;
    // On a shared computer a tab knows its person by itself (core/storage.ts).
    store = cookie('shared') ? sessionStorage : localStorage;
    token = store.getItem('token');
    role = store.getItem('role');
  } catch {
    // Storage may be forbidden; cookies decide then.
  }
  const dark = cookie('theme') ? cookie('theme') === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  const spoken = /^(kg|en)$/.test(language) ? language : 'ru';
  root.lang = spoken === 'kg' ? 'ky' : spoken;
  const path = location.pathname.replace(/\/$/, '');
  let page = path === '/lms/login' || !(token || path === '/lms/offline') ? 'login' : path.split('/')[2];
  if (page === 'login') root.dataset.start = page;

  // Only what was built has such a list (web/build/first-paint.ts).
  const { ahead } = document.currentScript.dataset;
  if (!ahead) return;
  const { links, pages, names, calls } = JSON.parse(ahead);
  const isWide = !matchMedia('(max-width: 899.92px)').matches;
  page ??= isWide ? 'news' : 'apps';
  if (page in pages) begin(page, isWide, calls);

  const parts = [page in pages ? page : '', page + role];
  if (isWide && page !== 'login') parts.push('beside');
  // The worker has the portal's own letters at hand. Else they come when the page stands (core/fonts.ts).
  if (navigator.serviceWorker?.controller) {
    root.dataset.letters = 'own';
    parts.push('letters', spoken);
  }
  const wanted = new Set(parts.flatMap((part) => pages[part] ?? []));
  const link = (number) => `<link crossorigin rel=${links[number].replace('*', spoken)}>`;
  document.head.insertAdjacentHTML('beforeend', [...wanted].map(link).join(''));

  // The frame of whoever is signed in stands until the page does (kit/base.css).
  const { [page]: title, tabs } = names[spoken];
  if (page === 'login' || !title) return;
  root.dataset.start = 'in';
  root.dataset.page = page;
  for (const [place, text] of Object.entries({ ...tabs, title }))
    root.style.setProperty(`--waiting-${place}`, JSON.stringify(text));

  /** Makes the calls that the page will begin with; the code that would make them takes the answers (core/api.ts). */
  function begin(page, isWide, calls) {
    const { authenticate, settings, term, known, timetable, disciplines, withTimetable, cascading } = calls;
    const made = new Map();
    window.made = made;
    const signal = AbortSignal.timeout(30_000);
    let guard = cookie('XSRF-TOKEN');
    const ask = (address, input, mark) => {
      const body = input && JSON.stringify(input);
      const headers = { 'Cache-Control': 'no-cache' };
      if (body) Object.assign(headers, { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': guard ?? '' });
      const method = body ? 'POST' : 'GET';
      const answer = fetch(`/lms${address}`, { method, headers, body, cache: 'no-store', signal }).then(
        async (reply) => ({ status: reply.status, body: await reply.text() }),
      );
      const one = { answer };
      answer.then((came) => Object.assign(one, { came })).catch(() => {});
      made.set(`/lms${address}${mark ?? body ?? ''}`, one);
      return answer;
    };
    const rows = async (answer) => JSON.parse((await answer).body).data;
    // What the page shows goes before what stands around it.
    const kinds = page === 'login' ? [page] : [page, isWide && 'beside', 'in'];
    const all = new Map(kinds.flatMap((kind) => known[kind] ?? []));
    const entering = page === 'login' ? null : ask(authenticate, { token }, '');
    const got = new Map();
    for (const [address, input] of all) if (!input) got.set(address, ask(address));

    const enter = async (answer) => {
      const [person] = await rows(answer);
      // The server knows the last few tokens only: who reloads a page that is slow to come must not run out of them.
      if (store.getItem('token') === token) store.setItem('token', person.token);
      // The answer brought another guard; what is sent beside it would be refused.
      guard = cookie('XSRF-TOKEN', document.cookie);
      const role = person.role === 1 ? 1 : 2;
      for (const [address, input] of all) if (input) ask(address, input);
      ask(settings, { role });
      return role;
    };
    const go = async () => {
      const entered = enter(entering);
      // Taken when the further calls are made, whatever token it is asked with by then.
      const taken = entered.catch(() => {}).then(() => entering);
      taken.catch(() => {});
      made.set(`/lms${authenticate}`, { answer: taken });
      const role = await entered;
      // What is chosen in the address is asked for by the page.
      const [ws, year] = term.map(([address]) => got.get(address));
      if (location.search || !ws) return;
      const input = { year: (await rows(year))[0].id_a_year, ws: (await rows(ws))[0].id_ws };
      const isCascading = isWide || cascading.includes(page);
      if (isCascading || withTimetable.includes(page)) for (const address of timetable[role]) ask(address, input);
      if (isCascading) ask(disciplines[role], input);
    };
    if (!entering) return;
    const answered = () => Promise.allSettled([...made.values()].map(({ answer }) => answer));
    window.madeAll = go().then(answered, answered);
    // The first one that is made takes a browser long; now it waits for the line anyway.
    setTimeout(() => new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Bishkek' }));
  }
})();
