import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CellType, ColumnDescription, MissingRowRule, TableDescription } from './describe.ts';
import { scopeTable } from './scope.ts';
import { importTables } from './tables.ts';

const page = fileURLToPath(new URL('../../docs/importing.md', import.meta.url));
const marks = ['<!-- tables: begin -->', '<!-- tables: end -->'] as const;

/** Said only where it is not the usual: deleted, or kept and reported while something refers to it. */
const vanishing: Record<MissingRowRule, string> = {
  remove: '',
  keep: ' A row that is no longer in the file stays.',
  end: ' A row that is no longer in the file is ended today, not deleted.',
  close: ' Who is no longer in the file is closed: cannot sign in, nothing is deleted.',
};

/** The columns of every file as they are checked, for docs/importing.md. */
export function renderTablesMarkdown(): string {
  return [...importTables, scopeTable].map(tableAsMarkdown).join('\n\n');
}

function tableAsMarkdown(table: TableDescription): string {
  const key = table.key.length === 0 ? '' : ` Key: ${table.key.join(' + ')}.`;
  const links = table.links
    .map((link) => ` ${link.columns.join(' + ')} together name a row of \`${link.to}\`.`)
    .join('');
  const rows = table.columns.map((column) => {
    const needed = column.optional ? '' : 'yes';
    return `| ${column.name} | ${kind(column)} | ${needed} | ${column.about} |`;
  });
  return `### ${table.file}${table.needed ? '' : ' (may be missing)'}
${table.about}${key}${links}${table === scopeTable ? '' : vanishing[table.vanished]}

| column | what it holds | needed | meaning |
|---|---|---|---|
${rows.join('\n')}`;
}

function kind(column: ColumnDescription): string {
  return column.to ? `key of \`${column.to}\`` : kindOf(column.is);
}

function kindOf(is: CellType): string {
  switch (is.a) {
    case 'text':
      return `text, at most ${is.most}`;
    case 'code':
      return 'code, at most 60, no spaces';
    case 'login':
      return 'login, 2 to 60, no spaces';
    case 'password':
      return 'password, 4 to 200';
    case 'email':
      return 'e-mail address';
    case 'pin':
      return 'personal number, 14 figures';
    case 'url':
      return 'web address';
    case 'whole':
      return `whole number, ${is.least} to ${is.most}`;
    case 'number':
      return `number, ${is.least} to ${is.most}`;
    case 'year':
      return 'year: 2026 or 2026-2027';
    case 'date':
      return 'date: 2026-09-01 or 01.09.2026';
    case 'time':
      return 'time: 10:00';
    case 'yesno':
      return 'yes or no: 1 or 0, да or нет, ооба or жок';
    case 'choice':
      return is.of.join(', ');
  }
}

/** The page with its tables brought up to date. */
export function updateImportDocTables(text: string): string {
  const [begin, end] = marks;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error('docs/importing.md has lost the marks around its tables');
  return `${text.slice(0, from + begin.length)}\n${renderTablesMarkdown()}\n${text.slice(to)}`;
}

/** The page as it stands. */
export function readImportingPage(): string {
  return readFileSync(page, 'utf8');
}

// Run as a program it writes the page.
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, updateImportDocTables(readImportingPage()));
