import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFolder } from './results.ts';

const manual = readFileSync(join(projectFolder, 'docs/operating.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** A part of the manual by its heading. */
const partOf = (heading: string) => manual.split(`\n## ${heading}\n`)[1]?.split(/\n## /)[0] ?? '';

test('[OPS-12] the manual sizes three universities, each with processors, memory, connections and disk, from what was measured', () => {
  const rows = partOf('How large').split('\n');
  for (const students of ['2 000', '20 000', '230 000']) {
    const row = rows.find((line) => line.startsWith(`| ${students} |`)) ?? '';
    for (const named of [/processors/, /\d GB/, /TB files/]) assert.match(row, named, students);
  }
  assert.match(partOf('How large'), /measured on \d+ \w+ 20\d\d/);
  assert.match(partOf('How large'), /connections of a node with `DATABASE_CONNECTIONS=10` \| up to 35/);
});

test('[OPS-12] the manual names no command and no part of itself that is not there', () => {
  const commands = [...manual.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);
  assert.ok(commands.length > 20);
  assert.deepEqual(
    commands.filter((name) => !(name in scripts)),
    [],
  );
  const headings = new Set(
    [...manual.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-')),
  );
  const links = [...manual.matchAll(/\]\(#([\w-]+)\)/g)].map(([, link = '']) => link);
  assert.deepEqual(
    links.filter((link) => !headings.has(link)),
    [],
  );
});
