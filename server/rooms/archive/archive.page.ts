import { escapeHtml } from '../../core/html.ts';

/** What the index shows of one file. */
export interface ArchiveIndexLine {
  readonly file: string;
  readonly about: string;
  readonly rows: number;
}

/** A file of the person's that is not in the archive. */
export interface OmittedFile {
  readonly id: number;
  readonly name: string;
  /** It is not in the store, the archive is full, or the scanner found something in it. */
  readonly why: 'missing' | 'noRoom' | 'withheld';
}

/** Files that the index names; the table of files has all. */
const maxNamed = 200;

interface Words {
  readonly language: string;
  readonly translate: (key: string, values?: Readonly<Record<string, string | number>>) => string;
}

/** The page that says what is in an archive; opened from the folder, it leads to each table. */
export function renderArchiveIndex(
  who: string,
  when: string,
  { lines, absent }: { lines: readonly ArchiveIndexLine[]; absent: readonly OmittedFile[] },
  { language, translate }: Words,
): string {
  const title = escapeHtml(translate('index.title', { who }));
  const rows = lines.map(
    ({ file, about, rows: count }) =>
      `<tr><td><a href="${escapeHtml(file)}">${escapeHtml(file)}</a></td><td>${escapeHtml(about)}</td><td>${count}</td></tr>`,
  );
  const head = ['file', 'about', 'rows'].map((key) => `<th>${escapeHtml(translate(`index.${key}`))}</th>`).join('');
  return `<!doctype html>
<html lang="${language === 'kg' ? 'ky' : language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { font: 16px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em }
td, th { padding: 6px 16px 6px 0; text-align: left; vertical-align: top }
td:last-child { text-align: right }
</style>
<h1>${title}</h1>
<p>${escapeHtml(translate('index.made', { when }))}</p>
<p>${escapeHtml(translate('index.intro'))}</p>
<p>${escapeHtml(translate('index.left'))}</p>
${absentFiles(absent, translate)}<table>
<tr>${head}</tr>
${rows.join('\n')}
</table>
</html>
`;
}

/** Which files are not there, and why. */
function absentFiles(absent: readonly OmittedFile[], translate: Words['translate']): string {
  if (!absent.length) return '';
  const items = absent
    .slice(0, maxNamed)
    .map(({ id, name, why }) => `<li>${escapeHtml(`${id}-${name}: ${translate(`absent.${why}`)}`)}</li>`);
  return `<p>${escapeHtml(translate('index.absent', { count: absent.length }))}</p>
<ul>
${items.join('\n')}
</ul>
`;
}
