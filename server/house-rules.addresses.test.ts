import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pageParamParsers } from '@bilim/contract/page-params.ts';
import { rooms } from '@bilim/contract/rooms.ts';
import { type Program, parseSync, Visitor } from 'oxc-parser';
import { expectNoViolations, type SourceFile } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

/**
 * Ways around the compiler's check of addresses: a hook of the router that asks no page in particular, a search of any names or any values,
 * and a place, a search or a parameter of a link that is said to fit.
 */
const unchecked = [
  /\bstrict:\s*false\b/,
  /\bsearch: (?:Readonly<)?Record<string,/,
  /\bsearch: Object\.fromEntries\b/,
  /\bvalidateSearch: \((\w+)\b.*=> \1,?$/,
  /\b(?:to|search|params|href)\b\s*[=:][^\n;]*?\bas (?:never|any)\b/,
];

/** One sentence for each line of a source that leads somewhere without the compiler's check. */
function uncheckedAddresses({ path, text }: SourceFile): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      unchecked.some((way) => way.test(line)) && !/^\s*(\/\/|\/?\*)/.test(line)
        ? [`${path}:${index + 1} leads where the compiler does not look: type the address (contract/page-params.ts)`]
        : [],
    );
}

/** All words that a source mentions: names of what it reads, and addresses. */
function wordsOf(program: Program): ReadonlySet<string> {
  const words = new Set<string>();
  new Visitor({
    Literal: ({ value }) => void words.add(String(value)),
    MemberExpression: ({ property }) => {
      if (property.type === 'Identifier') words.add(property.name);
    },
    ObjectPattern: ({ properties }) => {
      for (const one of properties)
        if (one.type === 'Property' && one.key.type === 'Identifier') words.add(one.key.name);
    },
  }).visit(program);
  return words;
}

/** One sentence for each address of no room, and for each name that no source reads which reads the search of its address. */
function unreadNames(
  declared: ReadonlyMap<string, readonly string[]>,
  readers: readonly ReadonlySet<string>[],
): string[] {
  const paths = new Set<string>(['/offline', ...rooms.map(({ path }) => path)]);
  return [...declared].flatMap(([address, names]) => {
    if (!paths.has(address)) return [`contract/page-params.ts: no page stands at ${address}`];
    const own = readers.filter((words) => words.has(address));
    const unread = names.filter((name) => !own.some((words) => words.has(name)));
    return unread.map((name) => `contract/page-params.ts: nothing reads ${name} at ${address}`);
  });
}

describe('links are checked against the addresses that there are', () => {
  it('holds everywhere', () => {
    const paths = globSync('web/src/**/*.{ts,tsx}', { cwd: home });
    assert.ok(paths.length > 500, `${paths.length} sources`);
    expectNoViolations(paths.flatMap((path) => uncheckedAddresses({ path, text: readFileSync(home + path, 'utf8') })));
  });

  it('can fail', () => {
    for (const text of [
      'const search = useSearch({ strict: false });',
      'function wantedOf(search: Record<string, unknown>) {',
      '<Link to={place as never}>',
      "navigate({ to: '/news', search: { item } as never })",
      "void navigate({ to: '.', search: Object.fromEntries(kept) });",
      '    validateSearch: (search: PageParams<Address>) => search,',
    ])
      assert.equal(uncheckedAddresses({ path: 'web/src/a.tsx', text }).length, 1, text);
    for (const text of [
      "const { to } = useSearch({ from: '/login' });",
      '    validateSearch: (search: RawSearch) => readPageParams(path, search),',
      '// `to` as never before',
      'of ?? ({} as never)',
    ])
      assert.deepEqual(uncheckedAddresses({ path: 'web/src/a.tsx', text }), [], text);
  });
});

describe('what an address takes behind the ?', () => {
  it('is of a page that there is, and read by it', () => {
    const declared = new Map(Object.entries(pageParamParsers).map(([address, own]) => [address, Object.keys(own)]));
    const readers = globSync('web/src/**/*.{ts,tsx}', { cwd: home })
      .filter((path) => !/\.test\.ts$/.test(path))
      .map((path) => ({ path, text: readFileSync(home + path, 'utf8') }))
      .filter(({ text }) => /\b(useSearchParams|SearchParams|PageParams|useHighlightedRowId)\b/.test(text))
      .map(({ path, text }) => wordsOf(parseSync(path, text).program));
    expectNoViolations(unreadNames(declared, readers));
  });

  it('is found where it is not', () => {
    const declared = new Map([
      ['/news', ['item', 'q']],
      ['/newz', ['item']],
    ]);
    const read = (text: string) => wordsOf(parseSync('a.ts', text).program);
    const [of, elsewhere] = ["const { item } = useSearchParams('/news');", "useSearchParams('/chat').q;"].map(read);
    assert.ok(of && elsewhere);
    assert.deepEqual(unreadNames(declared, [of, elsewhere]), [
      'contract/page-params.ts: nothing reads q at /news',
      'contract/page-params.ts: no page stands at /newz',
    ]);
    const all = read("useHighlightedRowId('/news', 'item'); useSearchParams('/news').q;");
    assert.deepEqual(unreadNames(new Map([['/news', ['item', 'q']]]), [all]), []);
  });
});
