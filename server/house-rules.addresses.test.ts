import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rooms } from '@bilim/contract/rooms.ts';
import { type Node, type Program, parseSync, Visitor } from 'oxc-parser';
import { expectNone, type SourceFile } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

/**
 * Ways around the compiler's check of addresses: a hook of the router that asks no page in particular, a search of any names,
 * and a place, a search or a parameter of a link that is said to fit.
 */
const unchecked = [
  /\bstrict:\s*false\b/,
  /\bsearch: (?:Readonly<)?Record<string,/,
  /\b(?:to|search|params|href)\b\s*[=:][^\n;]*?\bas (?:never|any)\b/,
];

/** One sentence for each line of a source that leads somewhere without the compiler's check. */
function uncheckedAddresses({ path, text }: SourceFile): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      unchecked.some((way) => way.test(line)) && !/^\s*(\/\/|\/?\*)/.test(line)
        ? [
            `${path}:${index + 1} leads where the compiler does not look: type the address (web/src/core/searchParams.ts)`,
          ]
        : [],
    );
}

/** What each address takes behind the `?`, as the interface `OwnNames` declares it. */
function declaredNames(program: Program): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  const wordsOf = (type: Node | undefined): string[] => {
    if (type?.type === 'TSUnionType') return type.types.flatMap(wordsOf);
    return type?.type === 'TSLiteralType' && type.literal.type === 'Literal' ? [String(type.literal.value)] : [];
  };
  new Visitor({
    TSInterfaceDeclaration: ({ id, body }) => {
      if (id.name !== 'OwnNames') return;
      for (const one of body.body)
        if (one.type === 'TSPropertySignature' && one.key.type === 'Literal')
          names.set(String(one.key.value), wordsOf(one.typeAnnotation?.typeAnnotation));
    },
  }).visit(program);
  return names;
}

/** The addresses whose search a source reads, and all names that it mentions. */
function namesRead(program: Program): { readonly addresses: ReadonlySet<string>; readonly names: ReadonlySet<string> } {
  const [addresses, names] = [new Set<string>(), new Set<string>()];
  new Visitor({
    TSLiteralType: ({ literal }) => {
      if (literal.type === 'Literal') addresses.add(String(literal.value));
    },
    Literal: ({ value }) => void names.add(String(value)),
    MemberExpression: ({ property }) => {
      if (property.type === 'Identifier') names.add(property.name);
    },
    ObjectPattern: ({ properties }) => {
      for (const one of properties)
        if (one.type === 'Property' && one.key.type === 'Identifier') names.add(one.key.name);
    },
  }).visit(program);
  return { addresses, names };
}

/** One sentence for each address of no room, and for each name that no source reads which reads the search of its address. */
function unreadNames(
  declared: ReadonlyMap<string, readonly string[]>,
  readers: readonly ReturnType<typeof namesRead>[],
): string[] {
  const paths = new Set<string>(['/offline', ...rooms.map(({ path }) => path)]);
  return [...declared].flatMap(([address, names]) => {
    if (!paths.has(address)) return [`web/src/core/searchParams.ts: no page stands at ${address}`];
    const own = readers.filter(({ addresses }) => addresses.has(address));
    const unread = names.filter((name) => !own.some((one) => one.names.has(name)));
    return unread.map((name) => `web/src/core/searchParams.ts: nothing reads ${name} at ${address}`);
  });
}

describe('links are checked against the addresses that there are', () => {
  it('holds everywhere', () => {
    const paths = globSync('web/src/**/*.{ts,tsx}', { cwd: home });
    assert.ok(paths.length > 500, `${paths.length} sources`);
    expectNone(paths.flatMap((path) => uncheckedAddresses({ path, text: readFileSync(home + path, 'utf8') })));
  });

  it('can fail', () => {
    for (const text of [
      'const search = useSearch({ strict: false });',
      'function wantedOf(search: Record<string, unknown>) {',
      '<Link to={place as never}>',
      "navigate({ to: '/news', search: { item } as never })",
    ])
      assert.equal(uncheckedAddresses({ path: 'web/src/a.tsx', text }).length, 1, text);
    for (const text of [
      "const { to } = useSearch({ from: '/login' });",
      '// `to` as never before',
      'of ?? ({} as never)',
    ])
      assert.deepEqual(uncheckedAddresses({ path: 'web/src/a.tsx', text }), [], text);
  });
});

describe('what an address takes behind the ?', () => {
  it('is of a page that there is, and read by it', () => {
    const parsed = globSync('web/src/**/*.{ts,tsx}', { cwd: home })
      .filter((path) => !/\.test\.ts$/.test(path))
      .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(home + path, 'utf8') }));
    const own = parsed.find(({ path }) => path === 'web/src/core/searchParams.ts');
    assert.ok(own);
    const declared = declaredNames(parseSync(own.path, own.text).program);
    assert.ok(declared.size > 15, `${declared.size} addresses`);
    const readers = parsed
      .filter(
        ({ path, text }) =>
          path !== own.path && /\b(useSearchParams|SearchParams|PageParams|useHighlightedRow)\b/.test(text),
      )
      .map(({ path, text }) => namesRead(parseSync(path, text).program));
    expectNone(unreadNames(declared, readers));
  });

  it('is found where it is not', () => {
    const declared = declaredNames(
      parseSync('a.ts', "interface OwnNames { '/news': 'item' | 'q'; '/newz': 'item' }").program,
    );
    const read = (text: string) => namesRead(parseSync('a.ts', text).program);
    const [of, elsewhere] = ["const { item } = useSearchParams<'/news'>();", "useSearchParams<'/chat'>().q;"].map(read);
    assert.ok(of && elsewhere);
    assert.deepEqual(unreadNames(declared, [of, elsewhere]), [
      'web/src/core/searchParams.ts: nothing reads q at /news',
      'web/src/core/searchParams.ts: no page stands at /newz',
    ]);
    const all = read("useHighlightedRow<'/news'>('item'); useSearchParams<'/news'>().q;");
    assert.deepEqual(unreadNames(new Map([['/news', ['item', 'q']]]), [all]), []);
  });
});
