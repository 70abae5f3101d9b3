import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Call } from '@bilim/contract/call.ts';
import { type Node, type ObjectExpression, parseSync, Visitor } from 'oxc-parser';
import { expectNoViolations, type SourceFile } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

type Calls = Readonly<Record<string, Pick<Call, 'idempotent'> | undefined>>;
/** What modules of the contract export, by their path and the name of the export. */
type Contract = ReadonlyMap<string, Calls>;

const propertyOf = ({ properties }: ObjectExpression, name: string) =>
  properties.find((one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === name);

/**
 * One line for each request of a page that could be done twice: a call that honours a key is sent without one, or a key goes with
 * a call, or a call into the outbox, that honours none. One that is handed in may be either: its
 * options have a key, the signal of a query, or its type says that it honours none.
 */
function unkeyedCalls({ path, text }: SourceFile, contract: Contract): string[] {
  const { program, errors } = parseSync(path, text);
  assert.deepEqual(errors, [], path);
  const rooms = new Map<string, Calls>();
  const constants = new Map<string, Node>();
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      for (const one of specifiers) {
        const name = one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' ? one.imported.name : '';
        const calls = contract.get(`${source.value} ${name}`);
        if (calls) rooms.set(one.local.name, calls);
      }
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
    },
  }).visit(program);
  /** Whether the call that is written there honours a key; null: it is not named. */
  const honoursKey = (call: Node | undefined): boolean | null => {
    if (call?.type === 'ConditionalExpression') return honoursKey(call.consequent) || honoursKey(call.alternate);
    if (call?.type !== 'MemberExpression' || call.object.type !== 'Identifier') return null;
    const calls = rooms.get(call.object.name);
    if (!calls) return null;
    // One of the room that is chosen there: as any of them.
    if (call.computed || call.property.type !== 'Identifier')
      return Object.values(calls).some((one) => one?.idempotent);
    return calls[call.property.name]?.idempotent ?? false;
  };
  const around = (node: Node): string => {
    const part = program.body.find(({ start, end }) => start <= node.start && node.end <= end);
    return text.slice(part?.start, part?.end);
  };
  /** Whether options that are written or handed in have a key: handed in, their type says so. */
  const hasKey = (options: Node | undefined): boolean => {
    if (!options) return false;
    const written = options.type === 'Identifier' ? constants.get(options.name) : options;
    if (written) return /\bkey\b/.test(text.slice(written.start, written.end));
    return /\bkey: string\b|\bIdempotentCallOptions\b/.test(around(options));
  };
  const found: string[] = [];
  const add = (node: Node, sentence: string) =>
    found.push(`${path}:${text.slice(0, node.start).split('\n').length} ${sentence}`);
  new Visitor({
    CallExpression: (node) => {
      if (node.callee.type !== 'Identifier') return;
      const [first, , third] = node.arguments;
      if (node.callee.name === 'enqueue' && first?.type === 'ObjectExpression') {
        const entry = propertyOf(first, 'call');
        const call = entry?.type === 'Property' ? honoursKey(entry.value) : null;
        if (call === false) add(node, 'puts a call into the outbox that honours no key');
      }
      if (node.callee.name !== 'callServer') return;
      const honours = honoursKey(first);
      const isKeyed = hasKey(third);
      // A call that is handed in may be one that only reads: then its options have the signal of a query.
      const isRead = third && /^\{ signal(: \w+)? \}$/.test(text.slice(third.start, third.end));
      const mayHonour = honours ?? !(isRead || /\bidempotent\?: never\b/.test(around(node)));
      if (mayHonour && !isKeyed) add(node, 'sends a call that honours a key without one');
      if (honours === false && isKeyed) add(node, 'gives a key to a call that honours none');
    },
  }).visit(program);
  return found;
}

/** All modules of the contract that have calls. */
async function readContract(): Promise<Contract> {
  const paths = globSync('contract/*.ts', { cwd: home }).filter((path) => !path.endsWith('.test.ts'));
  const modules = paths.map(async (path) => {
    const exported = (await import(home + path)) as Record<string, Calls>;
    return Object.entries(exported).map(
      ([name, calls]) => [`@bilim/${path.replaceAll('\\', '/')} ${name}`, calls] as const,
    );
  });
  const all = (await Promise.all(modules)).flat();
  return new Map(
    all.filter(([, calls]) => Object.values(calls ?? {}).some((one) => (one as { path?: string } | null)?.path)),
  );
}

describe('a request whose answer may be lost', () => {
  it('[BASE-09] goes with a key wherever its call honours one', async () => {
    const contract = await readContract();
    assert.ok(contract.size > 25, `${contract.size} rooms`);
    const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: home })
      .filter((path) => !path.endsWith('.test.ts'))
      .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(home + path, 'utf8') }))
      .filter(({ text }) => /\b(callServer|enqueue)\(/.test(text));
    assert.ok(sources.length > 50, `${sources.length} sources`);
    expectNoViolations(sources.flatMap((source) => unkeyedCalls(source, contract)));
  });

  it('is found where it has none, and where a key is in vain', () => {
    const contract: Contract = new Map([['@bilim/contract/news.ts news', { insert: { idempotent: true }, seen: {} }]]);
    const check = (text: string) =>
      unkeyedCalls(
        { path: 'a.ts', text: `import { news as calls } from '@bilim/contract/news.ts';\n${text}` },
        contract,
      );
    const wrong = [
      'callServer(calls.insert, input);',
      'callServer(calls.insert, input, { signal });',
      'callServer(isNew ? calls.insert : calls.seen, input);',
      'callServer(calls[what], input);',
      'callServer(call, input);',
      'callServer(entry.call, input, { files, signal });',
      'const save = ({ input, ...options }: Saving & CallOptions) => callServer(calls.insert, input, options);',
      'callServer(calls.seen, input, { key: randomUuid() });',
      'enqueue({ name, call: calls.seen, input });',
    ];
    for (const text of wrong) assert.equal(check(text).length, 1, text);
    const right = [
      'callServer(calls.insert, input, { key: randomUuid() }); callServer(calls.insert, input, { key, signal });',
      'callServer(calls.seen, input); callServer(call, input, { signal });',
      'const call = <C extends Call & { idempotent?: never }>(one: C, input: Input<C>) => callServer(one, input);',
      'const options = { key, files };\ncallServer(calls.insert, input, options);',
      'callServer(call, input, call.idempotent ? { key: randomUuid() } : {});',
      'const save = ({ input, ...options }: Saving & IdempotentCallOptions) => callServer(calls.insert, input, options);',
      'enqueue({ name, call: calls.insert, input });',
    ];
    for (const text of right) assert.deepEqual(check(text), [], text);
  });
});
