import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './test/house-rules.ts';
import { expectNoViolations } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const longest = 80;
const longestFile = 400;

/** One line for each function, component or method of a source with more than 80 lines from its first to its last. */
function longFunctions({ path, text }: SourceFile): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length) return [`${path} cannot be parsed: ${errors[0]?.message}`];
  const names = new Map<Node | null, string>();
  const nameOf = (node: Node) => (node.type === 'Identifier' ? node.name : text.slice(node.start, node.end));
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const found: string[] = [];
  const groups = new Set<Node>();
  const count = (node: Node & { readonly id?: Node | null }) => {
    if (groups.has(node)) return;
    const lines = text.slice(node.start, node.end).split('\n').length;
    const name = node.id ? nameOf(node.id) : (names.get(node) ?? 'a function without a name');
    if (lines > longest) found.push(`${path}:${lineOf(node.start)} ${name} has ${lines} lines`);
  };
  new Visitor({
    // A group of tests holds them as a file does, and is bounded like one.
    CallExpression: ({ callee, arguments: given }) => {
      if (/^(describe|suite|test\.describe)\b/.test(text.slice(callee.start, callee.end)))
        for (const one of given) groups.add(one);
    },
    VariableDeclarator: ({ id, init }) => void names.set(init, nameOf(id)),
    Property: ({ key, value }) => void names.set(value, nameOf(key)),
    PropertyDefinition: ({ key, value }) => void names.set(value, nameOf(key)),
    MethodDefinition: ({ key, value }) => void names.set(value, nameOf(key)),
    FunctionDeclaration: count,
    FunctionExpression: count,
    ArrowFunctionExpression: count,
  }).visit(program);
  return found;
}

describe('length of functions', () => {
  const sources = globSync(['{contract,server,web,scripts,e2e,bench}/**/*.{ts,tsx,js}', '*.{mjs,ts}'], {
    cwd: home,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => ({ path, text: readFileSync(home + path, 'utf8') }));

  it(`is at most ${longest} lines, components with their pages too`, () => {
    assert.ok(sources.length > 1000, `${sources.length} sources`);
    // Shorter files need no parsing.
    const long = sources.filter(({ text }) => text.split('\n').length > longest).flatMap(longFunctions);
    expectNoViolations(long);
  });

  it('is counted in declarations, methods and components, text of pages included', () => {
    const inside = (lines: number) => '  text\n'.repeat(lines - 2);
    const page = (lines: number) => `\nconst Page = () => <p>\n${inside(lines)}</p>;\n`;
    assert.deepEqual(longFunctions({ path: 'a.tsx', text: page(81) }), ['a.tsx:2 Page has 81 lines']);
    assert.deepEqual(longFunctions({ path: 'a.tsx', text: page(80) }), []);
    const forms: readonly (readonly [text: string, name: string])[] = [
      [`export default function read() {\n${inside(81)}}`, 'read'],
      [`class A { read() {\n${inside(81)}} }`, 'read'],
      [`class A { read = () => {\n${inside(81)}} }`, 'read'],
      [`const a = { read() {\n${inside(81)}} };`, 'read'],
      [`const read = memo(function Line() {\n${inside(81)}});`, 'Line'],
      [`it('reads', () => {\n${inside(81)}});`, 'a function without a name'],
    ];
    for (const [text, name] of forms)
      assert.deepEqual(longFunctions({ path: 'a.ts', text }), [`a.ts:1 ${name} has 81 lines`]);
    assert.equal(longFunctions({ path: 'a.ts', text: 'const a = {' }).length, 1);
  });
});

/** Functions of the database that are longer, each with its reason. */
const longSqlFunctions: Readonly<Record<string, string>> = {
  judge_seats: 'one statement that judges all requests by every rule in the order of the rules',
  take_seats: 'one transaction: locks, judgement, seats, lines and events of all requests, each table once',
};

describe('length of functions of the database', () => {
  it(`is at most ${longest} lines, unless a reason is given`, () => {
    const files = globSync('server/database/functions/*.sql', { cwd: home });
    const functions = files.flatMap((path) =>
      readFileSync(home + path, 'utf8')
        .split(/^create or replace function /m)
        .slice(1)
        .map((text) => ({
          name: /^\w+/.exec(text)?.[0] ?? '',
          lines: text.split(text.includes('$$') ? /\$\$;$/m : /;$/m)[0]?.split('\n').length ?? 0,
        })),
    );
    assert.ok(functions.length > 30, `${functions.length} functions`);
    const long = functions.filter(({ lines }) => lines > longest).map(({ name }) => name);
    assert.deepEqual(long.sort(), Object.keys(longSqlFunctions));
  });
});

describe('size of files', () => {
  it(`none is longer than ${longestFile} lines`, () => {
    const files = globSync(['{contract,server,web,scripts,e2e,bench}/**/*.{ts,tsx,css}', '*.{mjs,ts}'], {
      cwd: home,
      exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
    });
    assert.ok(files.length > 1000, `${files.length} files`);
    const long = files.filter((path) => readFileSync(home + path, 'utf8').split('\n').length > longestFile + 1);
    expectNoViolations(long.map((path) => `${path} is longer: part it by subject`));
  });
});

describe('what a newcomer reads', () => {
  it('is eight files of at most 700 lines together', () => {
    const text = readFileSync(`${home}CONTRIBUTING.md`, 'utf8');
    const list = [...text.matchAll(/^\d\. \[(.*)\]\(\1\)/gm)].map(([, path = '']) => path);
    assert.equal(list.length, 8);
    const lines = list.reduce(
      (sum, path) =>
        sum +
        readFileSync(home + path, 'utf8')
          .trimEnd()
          .split('\n').length,
      0,
    );
    assert.ok(lines <= 700, `${lines} lines`);
  });
});
