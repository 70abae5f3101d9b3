import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFolder } from './results.ts';

/** A requirement, and why no quick test proves it, where that is so: its row ends with "release only: why". */
interface Requirement {
  readonly number: string;
  readonly releaseOnly: string | null;
}

function readRequirements(): Requirement[] {
  const text = readFileSync(join(projectFolder, 'docs/requirements.md'), 'utf8');
  return [...text.matchAll(/^\| ([A-Z]+-\d+) \|.*\|([^|]*)\|$/gm)].map(([, number = '', proof = '']) => ({
    number,
    releaseOnly: /; release only: (\S.*?)\s*$/.exec(proof)?.[1] ?? null,
  }));
}

/** The numbers that tests carry in their titles. */
function numbersIn(files: readonly string[]): Set<string> {
  const titles = files.flatMap((file) => [
    ...readFileSync(join(projectFolder, file), 'utf8').matchAll(/\[([A-Z]+-\d+)\]/g),
  ]);
  return new Set(titles.map(([, number = '']) => number));
}

const isTest = /\.(test|spec|engine|peers)\.ts$/;
const isQuick = (file: string) => /\.(test|spec)\.ts$/.test(file) && !/\.release\.\w+\.ts$/.test(file);
const files = globSync('{contract,server,web/src,scripts,e2e}/**/*.ts', { cwd: projectFolder }).filter((file) =>
  isTest.test(file),
);
const requirements = readRequirements();
const quick = numbersIn(files.filter(isQuick));
const all = numbersIn(files);

test('each number of docs/requirements.md has a quick test, or says why it is proven before a release only', () => {
  assert.ok(requirements.length > 100);
  const open = requirements.filter(({ number, releaseOnly }) => !releaseOnly && !quick.has(number));
  assert.deepEqual(
    open.map(({ number }) => number),
    [],
    'a test in a file whose name has no ".release." carries each of these in its title, or its row ends with "; release only: " and why',
  );
});

test('a number that is proven before a release only has a test there, and no quick one', () => {
  const marked = requirements.filter(({ releaseOnly }) => releaseOnly).map(({ number }) => number);
  assert.deepEqual(
    marked.filter((number) => !all.has(number) || quick.has(number)),
    [],
  );
});

test('no title carries a number that docs/requirements.md does not have', () => {
  const known = new Set(requirements.map(({ number }) => number));
  assert.deepEqual([...all].filter((number) => !known.has(number)).sort(), []);
});
