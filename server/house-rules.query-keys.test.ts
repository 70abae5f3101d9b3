import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rooms } from '@bilim/contract/rooms.ts';
import { type ArrayExpressionElement, type Node, type Program, parseSync, Visitor } from 'oxc-parser';
import { expectNoViolations, type SourceFile } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const plain = ['useQuery', 'queryOptions'];
const endless = ['useInfiniteQuery', 'infiniteQueryOptions'];
const roomNames: ReadonlySet<string> = new Set(rooms.map(({ name }) => name));

/** The values that a source gives to its constants. */
function constantsOf(program: Program): ReadonlyMap<string, Node> {
  const values = new Map<string, Node>();
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) values.set(id.name, init);
    },
  }).visit(program);
  return values;
}

/**
 * One line for each query key of a room's call that is written by hand: a plain list and one that comes by pages are of
 * two shapes, and under one key each would be read as the other. core/queryClient.ts makes both keys.
 */
function handMadeKeys({ path, text }: SourceFile): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length) return [`${path} cannot be parsed: ${errors[0]?.message}`];
  const constants = constantsOf(program);
  const resolved = (node: Node): Node => {
    if (node.type === 'TSAsExpression') return resolved(node.expression);
    const value = node.type === 'Identifier' && constants.get(node.name);
    return value ? resolved(value) : node;
  };
  const isRoom = (part: ArrayExpressionElement | undefined) => {
    const value = part && resolved(part);
    return value?.type === 'Literal' && typeof value.value === 'string' && roomNames.has(value.value);
  };
  const isPath = (part: ArrayExpressionElement | undefined) =>
    part?.type === 'MemberExpression' && part.property.type === 'Identifier' && part.property.name === 'path';
  const found: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [options] }) => {
      const name = callee.type === 'Identifier' ? callee.name : '';
      if (options?.type !== 'ObjectExpression' || ![...plain, ...endless].includes(name)) return;
      for (const option of options.properties) {
        if (option.type !== 'Property' || option.key.type !== 'Identifier' || option.key.name !== 'queryKey') continue;
        const key = resolved(option.value);
        if (key.type !== 'ArrayExpression') continue;
        const isOfCall = isRoom(key.elements[0]) || isPath(key.elements[1]);
        const line = text.slice(0, option.start).split('\n').length;
        if (endless.includes(name)) found.push(`${path}:${line} writes a key by hand: pagesKey makes it`);
        else if (isOfCall) found.push(`${path}:${line} writes a key by hand: queryForCall makes it`);
      }
    },
  }).visit(program);
  return found;
}

describe('query keys', () => {
  const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: home })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== 'web/src/core/queryClient.ts')
    .map((path) => ({ path, text: readFileSync(home + path, 'utf8') }))
    .filter(({ text }) => text.includes('queryKey'));

  it('of a room’s calls are made in one place, by kind', () => {
    assert.ok(sources.length > 30, `${sources.length} sources`);
    expectNoViolations(sources.flatMap(handMadeKeys));
  });

  it('that are written by hand are found, at whatever is read', () => {
    const wrong = [
      "useQuery({ queryKey: ['audit', audit.strip.path, input] });",
      "useQuery({ queryKey: ['chat', 'seen', id], enabled });",
      "const room = 'people';\nuseQuery({ queryKey: [room, id] });",
      'useQuery({ queryKey: [importedRoom, people.list.path] as const });',
      "const key = ['news', 'all'] as const;\nconst all = queryOptions<Item[]>({ queryKey: key });",
      "useInfiniteQuery({ queryKey: ['everything'] });",
      'const key = [room, of];\nconst feed = infiniteQueryOptions({ queryKey: key });',
    ];
    for (const text of wrong) assert.equal(handMadeKeys({ path: 'a.ts', text }).length, 1, text);
    const right = [
      "useQuery({ ...queryForCall('audit', audit.strip, input), select });",
      'useInfiniteQuery({ queryKey: pagesKey(room, people.list, wanted) });',
      "const key = pagesKey('news', news.data);\nconst feed = infiniteQueryOptions({ queryKey: key });",
      "useQuery({ queryKey: ['umk-visit', discipline] });",
      "queries.invalidateQueries({ queryKey: ['news', news.data.path] });",
    ];
    for (const text of right) assert.deepEqual(handMadeKeys({ path: 'a.ts', text }), [], text);
  });
});
