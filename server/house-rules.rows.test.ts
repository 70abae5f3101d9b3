import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './test/house-rules.ts';
import { expectNoViolations } from './test/house-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

/** A statement of a file: the fields that its rows are said to have, its words, and whether others' SQL is put into it. */
interface Statement {
  readonly line: number;
  readonly fields: readonly string[];
  readonly words: ReadonlySet<string>;
  readonly isComposed: boolean;
  readonly takesAll: boolean;
}

/** What a file has of SQL: its statements with typed rows, the words of all its templates, and the files it takes SQL from. */
interface Parsed {
  readonly statements: readonly Statement[];
  readonly words: ReadonlySet<string>;
  readonly imports: readonly string[];
}

/** How a statement begins whose rows have a type. */
const typedStatement = '[]>`';

const wordsOf = (text: string) => new Set(text.match(/\w+/g) ?? []);

/** The names of a type's own fields; null: it is no type with fields that this file says. */
function fieldsOf(type: Node | undefined, types: ReadonlyMap<string, Node>): readonly string[] | null {
  if (type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier')
    return fieldsOf(types.get(type.typeName.name), types);
  const members = type?.type === 'TSTypeLiteral' ? type.members : type?.type === 'TSInterfaceBody' ? type.body : null;
  return (
    members?.flatMap((member) =>
      // What only marks a type (`__authorized`) is no column.
      member.type === 'TSPropertySignature' && member.key.type === 'Identifier' && !member.key.name.startsWith('__')
        ? [member.key.name]
        : [],
    ) ?? null
  );
}

function parse({ path, text }: SourceFile): Parsed {
  const { program } = parseSync(path, text);
  const types = new Map<string, Node>();
  const tagged: { node: Node & { type: 'TaggedTemplateExpression' }; text: string }[] = [];
  const templates: string[] = [];
  const imports: string[] = [];
  new Visitor({
    TSInterfaceDeclaration: ({ id, body }) => void types.set(id.name, body),
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => void types.set(id.name, typeAnnotation),
    TemplateLiteral: ({ quasis }) => void templates.push(quasis.map(({ value }) => value.raw).join(' ')),
    Literal: ({ value }) => void (typeof value === 'string' && templates.push(value)),
    TaggedTemplateExpression: (node) =>
      void tagged.push({ node, text: node.quasi.quasis.map(({ value }) => value.raw).join(' ') }),
    ImportDeclaration: ({ source }) => {
      if (source.value.startsWith('.')) imports.push(join(dirname(path), source.value));
    },
  }).visit(program);
  const statements = tagged.flatMap(({ node, text: sql }) => {
    const [row] = node.typeArguments?.params ?? [];
    const fields = row?.type === 'TSArrayType' ? fieldsOf(row.elementType, types) : null;
    if (!fields?.length) return [];
    const line = text.slice(0, node.start).split('\n').length;
    const isComposed = node.quasi.expressions.length > 0;
    return [{ line, fields, words: wordsOf(sql), isComposed, takesAll: /(select|returning|\.)\s*\*/.test(sql) }];
  });
  return { statements, words: wordsOf(templates.join(' ')), imports };
}

/** One line for each field of a row's type that neither the statement names nor SQL that may be put into it. */
function unnamedFields(sources: readonly SourceFile[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const known = new Map<string, Parsed | undefined>();
  /** Only what a statement is in, or takes SQL from, is parsed. */
  const parsed = (path: string) => {
    const source = byPath.get(path);
    if (!known.has(path)) known.set(path, source && parse(source));
    return known.get(path);
  };
  return sources.flatMap(({ path, text }) =>
    (text.includes(typedStatement) ? (parsed(path)?.statements ?? []) : []).flatMap((statement) => {
      const { line, fields, words: own, isComposed, takesAll } = statement;
      const composing = isComposed ? [path, ...(parsed(path)?.imports ?? [])] : [];
      const places = [own, ...composing.map((from) => parsed(from)?.words)];
      return takesAll
        ? []
        : fields
            .filter((field) => !places.some((place) => place?.has(field)))
            .map((field) => `${path}:${line} no column is called ${field}`);
    }),
  );
}

describe('rows of statements', () => {
  it('have a column for each field of their type', () => {
    const paths = globSync('{server,scripts,bench,contract}/**/*.ts', {
      cwd: home,
      exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
    });
    const sources = paths.map((path) => ({ path, text: readFileSync(home + path, 'utf8') }));
    assert.ok(sources.length > 500, `${sources.length} sources`);
    const found = unnamedFields(sources);
    expectNoViolations(found);
  });

  it('are compared with the statement, and with SQL that is put into it', () => {
    const row = 'interface Row { readonly id: number; readonly wasLeased: boolean; readonly __authorized: true }\n';
    const named = (path: string, text: string) => unnamedFields([{ path, text }]);
    assert.deepEqual(named('a.ts', `${row}db<Row[]>\`select id, was_leased as "wasTaken" from a\``), [
      'a.ts:2 no column is called wasLeased',
    ]);
    assert.deepEqual(named('a.ts', `${row}db<Row[]>\`select id, was_leased as "wasLeased" from a\``), []);
    assert.deepEqual(named('a.ts', 'db<{ id: number }[]>`select n from a`'), ['a.ts:1 no column is called id']);
    assert.deepEqual(named('a.ts', 'db<{ id: number }[]>`select * from a`'), []);
    const columns = { path: 'b.ts', text: 'export const columns = (db) => db`n as "count"`;' };
    const composed = `import { columns } from './b.ts';\ndb<{ count: number; sum: number }[]>\`select \${columns(db)} from a\``;
    assert.deepEqual(unnamedFields([columns, { path: 'a.ts', text: composed }]), ['a.ts:2 no column is called sum']);
  });
});
