import { globSync, readFileSync } from 'node:fs';
import { type Argument, type Node, type Program, parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './house-rules.ts';
import { flattenLocale } from './locale-rules.ts';

/** The texts of all namespaces by `language namespace`, each flat: `a.b` names what is in `{ a: { b } }`. */
type Locales = ReadonlyMap<string, Readonly<Record<string, string>>>;

const languages = ['kg', 'ru', 'en'] as const;

/** The texts below a folder that holds one folder a language. */
export function readLocales(folder: string): Locales {
  const locales = new Map<string, Readonly<Record<string, string>>>();
  for (const language of languages)
    for (const file of globSync('*.json', { cwd: `${folder}/${language}` })) {
      const texts = JSON.parse(readFileSync(`${folder}/${language}/${file}`, 'utf8')) as Record<string, unknown>;
      locales.set(`${language} ${file.replace('.json', '')}`, flattenLocale(texts));
      // What must be readable without a network is a namespace of its own (web/src/core/i18n.ts).
      if (file === 'common.json') locales.set(`${language} essential`, flattenLocale(texts.essential));
    }
  return locales;
}

/** Where a name such as `t` means the texts of some namespaces; null: it is not known of which. */
interface Binding {
  readonly name: string;
  readonly namespaces: readonly string[] | null;
  readonly start: number;
  readonly end: number;
}

/** A text that a source asks for: whole keys as they are, and with a star for each part that is known only then. */
interface TextUse {
  readonly at: number;
  readonly namespaces: readonly string[] | null;
  readonly keys: readonly string[];
  /** The names of the values that it gives; null: they are not known. */
  readonly values: ReadonlySet<string> | null;
}

/**
 * One sentence for each text that a source asks for and a language does not have, and for each value that the text names and
 * the source does not give: `t` of `useTranslation` and of parameters, `i18next.t`, and the server's `translate`.
 */
export function findMissingTexts({ path, text }: SourceFile, locales: Locales): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length) return [`${path} cannot be parsed: ${errors[0]?.message}`];
  return textUses(program).flatMap((use) => {
    const line = text.slice(0, use.at).split('\n').length;
    return use.keys.flatMap((key) => faultsOfKey(key, use, locales)).map((fault) => `${path}:${line} ${fault}`);
  });
}

function faultsOfKey(key: string, { namespaces, values }: TextUse, locales: Locales): string[] {
  const [, named, inner = ''] = /^(?:([\w-]+):)?(.*)$/s.exec(key) ?? [];
  const within = named === undefined ? namespaces : [named];
  if (within === null) return [];
  const asked = `${within.join('|')}:${inner}`;
  const faults = languages.flatMap((language) => {
    // The first that has the key is read.
    const [found] = within
      .map((namespace) => textsOf(locales.get(`${language} ${namespace}`) ?? {}, inner))
      .filter(({ length }) => length > 0);
    if (!found) return [`asks for ${asked}, which ${language} does not have`];
    // Which of several texts it is, and what that names, is known only then.
    if (inner.includes('*') || values === null) return [];
    const missing = new Set(found.flatMap(valuesOf).filter((name) => !values.has(name)));
    return [...missing].map((name) => `gives ${asked} no ${name}`);
  });
  return [...new Set(faults)];
}

interface FoundText {
  readonly text: string;
  readonly isCounted: boolean;
}

const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** The texts of a key: one, its forms for different numbers, or all that a key with stars may mean. */
function textsOf(texts: Readonly<Record<string, string>>, key: string): FoundText[] {
  if (key.includes('*')) {
    const pattern = new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '.+')}(\\.(${forms.join('|')}))?$`);
    return Object.entries(texts).flatMap(([name, text]) => (pattern.test(name) ? [{ text, isCounted: false }] : []));
  }
  const own = texts[key];
  if (own !== undefined) return [{ text: own, isCounted: false }];
  return forms.flatMap((form) => {
    const text = texts[`${key}.${form}`];
    return text === undefined ? [] : [{ text, isCounted: true }];
  });
}

/** The values that a text names, and the number that chooses its form. */
function valuesOf({ text, isCounted }: FoundText): string[] {
  const named = [...text.matchAll(/\{\{-?\s*(\w+)/g)].map(([, name = '']) => name);
  return isCounted ? ['count', ...named] : named;
}

function textUses(program: Program): TextUse[] {
  const bindings = bindingsOf(program);
  const uses: TextUse[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [first, second, third], start }) => {
      if (callee.type === 'Identifier') {
        const binding = bindings
          .filter(({ name, start: from, end }) => name === callee.name && from <= start && start < end)
          .sort((one, other) => one.end - one.start - (other.end - other.start))[0];
        if (binding) uses.push(useOf(start, binding.namespaces, first, second));
      } else if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
        const { object, property } = callee;
        if (property.name === 't' && object.type === 'Identifier' && object.name === 'i18next')
          uses.push(useOf(start, null, first, second));
        if (property.name === 'translate' && second) uses.push(useOf(start, null, second, third));
      }
    },
  }).visit(program);
  return uses;
}

function useOf(
  at: number,
  namespaces: readonly string[] | null,
  key: Argument | undefined,
  values: Argument | undefined,
): TextUse {
  // A text that is there when there is none of that key.
  const hasDefault = values?.type === 'Literal' || values?.type === 'TemplateLiteral';
  return { at, namespaces, keys: hasDefault ? [] : keysOf(key), values: namesOf(values) };
}

function keysOf(node: Node | undefined): string[] {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node?.type === 'ConditionalExpression') return [...keysOf(node.consequent), ...keysOf(node.alternate)];
  if (node?.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked ?? '').join('*')];
  return [];
}

function namesOf(node: Node | undefined): ReadonlySet<string> | null {
  if (node === undefined) return new Set();
  if (node.type !== 'ObjectExpression') return null;
  const names = new Set<string>();
  for (const one of node.properties) {
    if (one.type !== 'Property' || one.key.type !== 'Identifier') return null;
    names.add(one.key.name);
  }
  return names;
}

/** All names that mean texts, or hide one that does, each with the function in which it does. */
function bindingsOf(program: Program): Binding[] {
  const bindings: Binding[] = [];
  const functions: { readonly start: number; readonly end: number }[] = [];
  const declared: { readonly at: number; readonly name: string; readonly namespaces: Binding['namespaces'] }[] = [];
  const withParameters = (node: Node & { readonly params: readonly Node[] }) => {
    const { start, end } = node;
    functions.push({ start, end });
    for (const one of node.params)
      if (one.type === 'Identifier') bindings.push({ name: one.name, namespaces: namespacesOfType(one), start, end });
  };
  new Visitor({
    FunctionDeclaration: withParameters,
    FunctionExpression: withParameters,
    ArrowFunctionExpression: withParameters,
    VariableDeclarator: ({ id, init, start }) => {
      if (id.type !== 'ObjectPattern' || init?.type !== 'CallExpression') return;
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'useTranslation') return;
      for (const one of id.properties)
        if (one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 't')
          if (one.value.type === 'Identifier')
            declared.push({ at: start, name: one.value.name, namespaces: namespacesOf(init.arguments[0]) });
    },
  }).visit(program);
  const whole = { start: 0, end: Number.POSITIVE_INFINITY };
  const around = (at: number) =>
    functions.filter(({ start, end }) => start <= at && at < end).sort((one, other) => other.start - one.start)[0] ??
    whole;
  return [...bindings, ...declared.map(({ at, ...binding }) => ({ ...binding, ...around(at) }))];
}

function namespacesOf(node: Node | undefined): readonly string[] | null {
  if (node === undefined) return ['common'];
  if (node.type === 'Literal') return [String(node.value)];
  if (node.type !== 'ArrayExpression') return null;
  const names = node.elements.map((one) => (one?.type === 'Literal' ? String(one.value) : null));
  return names.every((name) => name !== null) ? names : null;
}

/** The namespace in `t: TFunction<'reader'>`. */
function namespacesOfType(parameter: Node & { readonly typeAnnotation?: Node | null }): readonly string[] | null {
  const annotation = parameter.typeAnnotation;
  const type = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : null;
  if (type?.type !== 'TSTypeReference') return null;
  const [named] = type.typeArguments?.params ?? [];
  return named?.type === 'TSLiteralType' && named.literal.type === 'Literal' ? [String(named.literal.value)] : null;
}
