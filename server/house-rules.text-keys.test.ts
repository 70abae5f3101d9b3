import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Argument, type ObjectPattern, parseSync, Visitor } from 'oxc-parser';
import { expectNone, type SourceFile } from './test/house-rules.ts';
import { flattenLocale, type LocaleTexts, placeholders, pluralForm } from './test/locale-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

/** Texts by namespace; of a counted text all forms together, under its key. */
type Texts = ReadonlyMap<string, LocaleTexts>;

/** A text that a source asks for: namespaces (null: not known), the pattern of its key, and the values that it gives. */
interface Asked {
  readonly line: number;
  readonly from: readonly string[] | null;
  readonly key: RegExp;
  readonly said: string;
  /** Null: not known, or another's. */
  readonly values: readonly string[] | null;
}

const escaped = (text: string): string => text.replaceAll(/\W/g, '\\$&');

/** The texts that an argument names: a literal, either side of a condition, or a template with anything in its gaps. */
function keysOf(argument: Argument | undefined): { said: string; key: RegExp }[] {
  if (argument?.type === 'Literal' && typeof argument.value === 'string')
    return [{ said: argument.value, key: new RegExp(`^${escaped(argument.value)}$`) }];
  if (argument?.type === 'ConditionalExpression')
    return [...keysOf(argument.consequent), ...keysOf(argument.alternate)];
  if (argument?.type !== 'TemplateLiteral') return [];
  const parts = argument.quasis.map(({ value }) => value.raw);
  return [{ said: parts.join('…'), key: new RegExp(`^${parts.map((part) => escaped(part)).join('[\\w.-]+')}$`) }];
}

/** The names of the values that a text is given; null when they are not written there. */
function valuesOf(argument: Argument | undefined): string[] | null {
  if (argument === undefined) return [];
  if (argument.type !== 'ObjectExpression') return null;
  const names = argument.properties.map((one) =>
    one.type === 'Property' && !one.computed && one.key.type === 'Identifier' ? one.key.name : null,
  );
  return names.includes(null) ? null : (names as string[]);
}

/** By which names a pattern such as `{ t, t: common }` calls the function of a namespace. */
const functionsOf = ({ properties }: ObjectPattern): string[] =>
  properties.flatMap((one) =>
    one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 't' && one.value.type === 'Identifier'
      ? [one.value.name]
      : [],
  );

/** The texts that a source asks for by `t` of `useTranslation` or of i18next. */
function askedTexts({ path, text }: SourceFile): Asked[] {
  const { program, errors } = parseSync(path, text);
  assert.deepEqual(errors, [], path);
  const namespaces = new Map<string, string[]>();
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'ObjectPattern' || init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return;
      if (init.callee.name !== 'useTranslation') return;
      const [argument] = init.arguments;
      const listed = argument?.type === 'ArrayExpression' ? argument.elements : [argument];
      const named = listed.map((one) => (one?.type === 'Literal' ? String(one.value) : one ? '*' : 'common'));
      for (const name of functionsOf(id)) namespaces.set(name, [...(namespaces.get(name) ?? []), ...named]);
    },
  }).visit(program);
  const asked: Asked[] = [];
  new Visitor({
    CallExpression: ({ callee, start, arguments: [argument, values] }) => {
      const name = callee.type === 'Identifier' ? callee.name : '';
      const ofLibrary = callee.type === 'MemberExpression' && text.slice(callee.start, callee.end) === 'i18next.t';
      const known = namespaces.get(name);
      if (!known && !ofLibrary && name !== 't') return;
      for (const { said, key } of keysOf(argument)) {
        const [, prefix, rest] = /^([\w-]+):(.*)$/.exec(said) ?? [];
        const own = !known || known.includes('*') ? null : known;
        const line = text.slice(0, start).split('\n').length;
        const pattern = rest === undefined ? key : new RegExp(key.source.replace(`^${escaped(`${prefix}:`)}`, '^'));
        asked.push({ line, from: prefix ? [prefix] : own, key: pattern, said, values: valuesOf(values) });
      }
    },
  }).visit(program);
  return asked;
}

/** One line for each text that is asked for and stands in no file, or misses a value that its sentence has a place for. */
function faultsOfTexts(source: SourceFile, texts: Texts): string[] {
  return askedTexts(source).flatMap(({ line, from, key, said, values }) => {
    // Of several namespaces the first one that has it is asked.
    const found = (from ?? [...texts.keys()])
      .map((name) => Object.entries(texts.get(name) ?? {}).filter(([one]) => key.test(one)))
      .find(({ length }) => length > 0);
    if (!found) return [`${source.path}:${line} asks for ${said}, which no file of texts has`];
    // Without its namespace it may be the text of another one.
    if (values === null || from === null || said.includes('…')) return [];
    const missing = found.flatMap(([, sentence]) => placeholders(sentence)).filter((name) => !values.includes(name));
    return missing.length ? [`${source.path}:${line} gives ${said} no ${[...new Set(missing)].join()}`] : [];
  });
}

/** The texts of a namespace; the forms of a counted one stand together. */
function joinForms(content: unknown): LocaleTexts {
  const joined: Record<string, string> = {};
  for (const [key, sentence] of Object.entries(flattenLocale(content))) {
    const base = key.replace(pluralForm, '');
    joined[base] = `${joined[base] ?? ''} ${sentence}`;
  }
  return joined;
}

/** All texts of a language; those that travel with the code are a namespace of their own. */
function textsOf(language: string): Texts {
  const files = globSync(`web/public/locales/${language}/*.json`, { cwd: home }).map((path) => {
    const name = /([\w-]+)\.json$/.exec(path)?.[1] ?? '';
    return [name, JSON.parse(readFileSync(home + path, 'utf8'))] as const;
  });
  const common = files.find(([name]) => name === 'common')?.[1];
  return new Map([...files, ['essential', common.essential] as const].map(([name, all]) => [name, joinForms(all)]));
}

describe('texts that a page asks for', () => {
  it('[BASE-04] stand in the files of its namespaces, and get every value that they have a place for', () => {
    const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: home })
      .filter((path) => !path.endsWith('.test.ts'))
      .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(home + path, 'utf8') }))
      .filter(({ text }) => /useTranslation|i18next|\bt\(/.test(text));
    assert.ok(sources.length > 300, `${sources.length} sources`);
    const texts = textsOf('kg');
    expectNone(sources.flatMap((source) => faultsOfTexts(source, texts)));
  });

  it('are found where they are asked for, whatever their function is called', () => {
    const texts: Texts = new Map([
      ['common', joinForms({ save: 'Сактоо' })],
      [
        'news',
        joinForms({ title: 'Жарыя', of: { teacher: 'Мугалимдин' }, all: { one: '{{count}}', other: '{{count}}' } }),
      ],
    ]);
    const check = (text: string) => faultsOfTexts({ path: 'a.tsx', text }, texts);
    const own = "const { t } = useTranslation('news');\n";
    const wrong = [
      `${own}t('titel');`,
      `${own}t('save');`,
      `${own}t(isOpen ? 'title' : 'closed');`,
      `${own}t(\`for.\${role}\`);`,
      `${own}t('all', { n: 3 });`,
      `${own}t('all');`,
      "const { t: common } = useTranslation();\ncommon('title');",
      "const { t } = useTranslation(['news', 'common']);\nt('keep');",
      "const words = (t: Say) => t('titel');",
      "i18next.t('news:titel');",
    ];
    for (const text of wrong) assert.equal(check(text).length, 1, text);
    const right = [
      `${own}t('title'); t(isOpen ? 'title' : 'of.teacher'); t(\`of.\${role}\`); t('common:save');`,
      `${own}t('all', { count: 3 }); t('all', values); t('all', { ...values }); t(key);`,
      "const { t } = useTranslation(['news', 'common']);\nt('save');",
      "const words = (t: Say) => t('title');\ni18next.on('languageChanged', say);",
    ];
    for (const text of right) assert.deepEqual(check(text), [], text);
  });
});
