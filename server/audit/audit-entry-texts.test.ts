import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How an act is named where it is written down: in a call that notes it, as its `action`, or in SQL. */
const written = [
  /\b(?:note\w*|audit[A-Z]\w*|insertAuditEntry|recordAuditEntry)\([^;']{0,80}'([a-z]+\.[a-zA-Z]+)'/g,
  /\baction: '([a-z]+\.[a-zA-Z]+)'/g,
  /\binsert into audit \([^)]*\)\s*(?:values|select)[^;`]{0,80}?'([a-z]+\.[a-zA-Z]+)'/g,
];

/** Settings of a transaction, which look like acts in SQL. */
const isSetting = (name: string) => name.startsWith('bilim.');

function readAuditActions(): string[] {
  const files = globSync('server/**/*.{ts,sql}', { cwd: root }).filter(
    (path) => !/\.test\.ts$|^server\/(test|node_modules)\//.test(path),
  );
  const found = files.flatMap((path) => {
    const text = readFileSync(`${root}/${path}`, 'utf8');
    return written.flatMap((how) => [...text.matchAll(how)].map(([, name = '']) => name));
  });
  return [...new Set(found)].filter((name) => !isSetting(name)).sort();
}

test('[PEOPLE-03] every audit entry that the portal writes is a sentence on the screen, in every language', () => {
  const actions = readAuditActions();
  for (const known of ['account.merged', 'account.erased', 'right.granted', 'audit.exported', 'consent.given'])
    assert.ok(actions.includes(known), `${known} is found among ${actions.length}`);
  const nameless = ['kg', 'ru', 'en'].flatMap((language) => {
    const { act } = JSON.parse(readFileSync(`${root}/web/public/locales/${language}/audit.json`, 'utf8'));
    return actions.filter((name) => !act[name.replace('.', '_')]).map((name) => `${language} ${name}`);
  });
  assert.deepEqual(nameless, []);
});
