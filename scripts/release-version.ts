/**
 * The version of a release by the first heading of CHANGELOG.md: that of package.json once it has its day; before that one
 * that comes before it and rises with every commit.
 * @param at when the commit was made, in seconds
 * @throws Error when the two do not agree
 */
export function releaseVersion(changes: string, version: string, at: number): string {
  const [, named, date] = /^## (\d+\.\d+\.\d+) \((.+)\)$/m.exec(changes) ?? [];
  if (named !== version) throw new Error(`CHANGELOG.md begins with ${named}, package.json says ${version}.`);
  if (/^\d{4}-\d\d-\d\d$/.test(date ?? '')) return version;
  const moment = new Date(at * 1000).toISOString().replace(/\D/g, '').slice(0, 12);
  return `${version}-pre.${moment}`;
}
