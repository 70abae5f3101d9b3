// Runs before the first paint: theme, language, and whether the static sign-in text is the right first picture.
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
  root.lang = language === 'kg' ? 'ky' : language === 'en' ? 'en' : 'ru';
  const path = location.pathname.replace(/\/$/, '');
  root.dataset.start = path === '/lms/login' || !(token || path === '/lms/offline') ? 'login' : 'other';
})();
