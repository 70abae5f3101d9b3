// Runs before the first paint: theme, language, whether the static sign-in text is the right first picture, and what the
// page will ask for.
(() => {
  const cookie = (name) => document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1];
  let language = cookie('lang');
  let token = null;
  try {
    language ??= localStorage.getItem('lang') ?? undefined;
    token = localStorage.getItem('token');
  } catch {
    // Storage may be forbidden; cookies decide then.
  }
  const dark = cookie('theme') ? cookie('theme') === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  const spoken = /^(kg|en)$/.test(language) ? language : 'ru';
  root.lang = spoken === 'kg' ? 'ky' : spoken;
  const path = location.pathname.replace(/\/$/, '');
  const page = path === '/lms/login' || !(token || path === '/lms/offline') ? 'login' : path.split('/')[2];
  root.dataset.start = page === 'login' ? page : 'other';

  // Only what was built has such a list (web/build/first-paint.ts).
  const { ahead } = document.currentScript.dataset;
  if (!ahead) return;
  const { links, pages } = JSON.parse(ahead);
  for (const number of pages[page] ?? pages[''])
    document.head.insertAdjacentHTML('beforeend', `<link crossorigin rel=${links[number].replace('*', spoken)}>`);
})();
