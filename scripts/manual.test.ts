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

test('[OPS-12] every option that the manual gives a command is one of it', () => {
  const boot = readFileSync(join(projectFolder, 'boot.mjs'), 'utf8');
  const programs = new Map(
    [...boot.matchAll(/^ {2}'?([\w:-]+)'?: \{\s*program: \['([^']+)'/gm)].map(([, name = '', path = '']) => [
      name,
      path,
    ]),
  );
  const given = [...manual.matchAll(/npm run ([a-z:-]+) -- ([^`\n]+)/g)].flatMap(([, name = '', words = '']) =>
    [...words.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => ({ name, option })),
  );
  assert.ok(given.length > 20);
  const sources = new Map([...programs].map(([name, path]) => [name, readFileSync(join(projectFolder, path), 'utf8')]));
  assert.deepEqual(
    given.filter(({ name, option }) => !new RegExp(`${option}(?![a-z-])`).test(sources.get(name) ?? '')),
    [],
  );
});

test('[OPS-12] the settings that its examples give are in its table, and what commands say is what it quotes', () => {
  const table = new Set([...partOf('Settings').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name));
  const blocks = [...manual.matchAll(/\n```\n(.*?)\n```/gs)].map(([, block = '']) => block);
  const named = blocks.flatMap((block) =>
    [...block.matchAll(/(?:^|\s)([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name),
  );
  assert.ok(named.length > 10);
  assert.deepEqual(
    named.filter((name) => !table.has(name)),
    [],
  );
  const commands = ['backup/main.ts', 'backup/bucket-place.ts', 'admin/main.ts'].map((path) =>
    readFileSync(join(projectFolder, 'server', path), 'utf8'),
  );
  const said = [
    'Backed up and read back',
    'is not in it: keep a copy of that file apart.',
    'Brought back',
    'not whole',
  ];
  for (const words of [...said, 'The portal can be started; everybody has to sign in again.', 'Nothing is broken.'])
    assert.ok(manual.includes(words) && commands.some((source) => source.includes(words)), words);
});
