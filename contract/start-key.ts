/** Tells calls apart that a page begins with: path and fields, in whichever order they were written. */
export function callKey(path: string, input: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(input).filter(([, value]) => value != null);
  return path + JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
