/** Browsers and systems by the marks in their names; the first that fits counts, as most name those that they are made from, too. */
const browsers = [
  ['Edg', 'Edge'],
  ['YaBrowser', 'Yandex'],
  ['OPR/', 'Opera'],
  ['OPT/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['FxiOS', 'Firefox'],
  ['Firefox', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** «Chrome, Android», or null when nothing is recognised. */
export function parseDeviceName(agent: string | null): string | null {
  const find = (marks: readonly (readonly [string, string])[]) => marks.find(([mark]) => agent?.includes(mark))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || null;
}
