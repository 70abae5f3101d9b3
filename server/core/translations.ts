import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { caseFormatter } from '@bilim/contract/kyrgyz-cases.ts';
import i18next, { type i18n } from 'i18next';

export const wireLanguages = ['kg', 'ru', 'en'] as const;
export type Language = (typeof wireLanguages)[number];

/** The one home of all texts: the browser fetches these files, the server takes its sentences from them. */
export const localesFolder = fileURLToPath(new URL('../../web/public/locales/', import.meta.url));

/** Namespaces whose refusals are in the common file, because no room of that name has one. */
const inCommon = new Set(['call', 'file', 'field', 'discipline']);

/** Codes of the wire that begin with another word than the namespace their sentences are in. */
const namespaces: Readonly<Record<string, string>> = {
  outside: 'oidc',
  mail: 'email-address',
  telling: 'notification-settings',
  changes: 'timetable-changes',
};

/** The language's own code, by which the forms of counted words are found. */
const codeOf = (language: string) => (language === 'kg' ? 'ky' : language);

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** How a file of texts is packed for a browser; brotli saves a sixth of what gzip leaves. */
export type TextPacking = keyof typeof pack;

interface Texts {
  readonly i18n: i18n;
  /** What is in each file, by `language/name`. */
  readonly files: ReadonlyMap<string, string>;
  readonly packed: Map<string, Promise<Buffer>>;
}

const texts = new Map<string, Texts>();

/** The texts of a folder, read and parsed once in a process. */
function textsIn(folder: string): Texts {
  const read = texts.get(folder) ?? readTexts(folder);
  texts.set(folder, read);
  return read;
}

function readTexts(folder: string): Texts {
  const resources: Record<string, Record<string, object>> = {};
  const files = new Map<string, string>();
  for (const language of wireLanguages) {
    const ofLanguage: Record<string, object> = {};
    for (const file of readdirSync(join(folder, language))) {
      const text = readFileSync(join(folder, language, file), 'utf8');
      ofLanguage[file.replace(/\.json$/, '')] = JSON.parse(text) as object;
      files.set(`${language}/${file}`, text);
    }
    resources[codeOf(language)] = ofLanguage;
  }
  const made = i18next.createInstance().use(caseFormatter);
  void made.init({
    resources,
    fallbackLng: 'ru',
    initAsync: false,
    // The forms of a word are below its key: `one`, `few`, `many`, `other`.
    pluralSeparator: '.',
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return { i18n: made, files, packed: new Map() };
}

/** All texts of the portal, read once at the start. */
export class Translations {
  readonly #texts: Texts;

  constructor(folder = localesFolder) {
    this.#texts = textsIn(folder);
  }

  /** The sentence of a refusal code such as `chat.tooLong`, in a language. */
  refusal(language: Language, code: string, values: Readonly<Record<string, string | number>> = {}): string {
    const [room = '', ...key] = code.split('.');
    const path = inCommon.has(room)
      ? `common:refusals.${code}`
      : `${namespaces[room] ?? room}:refusals.${key.join('.')}`;
    return this.translate(language, path, values);
  }

  /** The text `namespace:key` in a language. */
  translate(language: Language, key: string, values: Readonly<Record<string, string | number>> = {}): string {
    return this.#texts.i18n.t(key, { lng: codeOf(language), ...values });
  }

  /** The file behind `/locales/{language}/{name}`, or null. */
  file(language: string, name: string): string | null {
    return this.#texts.files.get(`${language}/${name}`) ?? null;
  }

  /** The same packed, once for all who ask. */
  async packed(language: string, name: string, packing: TextPacking): Promise<Buffer | null> {
    const text = this.file(language, name);
    if (text === null) return null;
    const key = `${language}/${name} ${packing}`;
    const packed = this.#texts.packed.get(key) ?? pack[packing](text);
    this.#texts.packed.set(key, packed);
    return await packed;
  }
}

/** The caller's language: the cookie, else Russian (docs/rules.md#sign-in-and-sessions). */
export function parseLanguageCookie(cookie: string | undefined): Language {
  return cookie === 'kg' || cookie === 'en' ? cookie : 'ru';
}
