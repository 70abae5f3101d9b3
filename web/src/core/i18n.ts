import { caseFormatter } from '@bilim/contract/kyrgyz-cases.ts';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { essential as en } from '../../public/locales/en/common.json';
import { essential as ky } from '../../public/locales/kg/common.json';
import { essential as ru } from '../../public/locales/ru/common.json';
import { atom } from './atom.ts';
import { retryUntilSuccess } from './isPortalReachable.ts';
import { readCookie, readStoredValue, storeLanguage, writeStoredValue } from './storage.ts';

/** As `Intl` and HTML name them. */
export const languages = ['ky', 'ru', 'en'] as const;
export type Language = (typeof languages)[number];

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

/** A language as the calls, the cookie `lang`, local storage and the addresses of texts name it: there Kyrgyz is `kg`. */
export const toWireLanguage = (language: Language): 'kg' | 'ru' | 'en' => (language === 'ky' ? 'kg' : language);

/** The language that a text from there names; null when it is none. */
export const parseWireLanguage = (name: string | null): Language | null =>
  languages.find((language) => toWireLanguage(language) === name) ?? null;

function firstLanguage(): Language {
  return parseWireLanguage(readCookie('lang') ?? readStoredValue('lang')) ?? 'ru';
}

/** The language of the interface. */
export const language = atom<Language>(firstLanguage());

/** The mark of this build's texts, put in by the build: a page never reads those of another. */
declare const textsVersion: string;

/** How many files of texts did not come at first and are asked for again. */
export const missingTextFileCount = atom(0);

/** Fetches the texts of one room in one language; what did not come is asked for until it does. */
const fetchedTexts: BackendModule = {
  type: 'backend',
  init() {},
  async read(lng, namespace) {
    let failed = false;
    const texts = await retryUntilSuccess(async () => {
      try {
        const answer = await fetch(
          `${import.meta.env.BASE_URL}locales/${toWireLanguage(lng as Language)}/${namespace}.json?v=${textsVersion}`,
        );
        if (!answer.ok) throw new Error(`${answer.status}`);
        return await answer.json();
      } catch (error) {
        if (!failed) missingTextFileCount.set(missingTextFileCount.get() + 1);
        failed = true;
        throw error;
      }
    });
    if (failed) missingTextFileCount.set(missingTextFileCount.get() - 1);
    return texts;
  },
};

/**
 * Starts the texts: fetches the common ones and those of the first page; never rejects. Done when they are there or one
 * did not come at the first try.
 */
export async function initI18n(firstPage: readonly string[]): Promise<void> {
  i18next.on('languageChanged', (next) => {
    if (!isLanguage(next)) return;
    document.documentElement.lang = next;
    language.set(next);
  });
  // Another tab has chosen: one browser has one language, as its answers do.
  addEventListener('storage', ({ key, newValue }) => {
    const next = parseWireLanguage(newValue);
    if (key === 'lang' && next) void i18next.changeLanguage(next);
  });
  // Begun with the texts that are here, so that it can speak while the others are on their way.
  await i18next
    .use(fetchedTexts)
    .use(caseFormatter)
    .use(initReactI18next)
    .init({
      lng: language.get(),
      // Every text is there in each language.
      fallbackLng: false,
      supportedLngs: [...languages],
      load: 'currentOnly',
      ns: ['essential'],
      defaultNS: 'common',
      // The offline page and the error screen must speak without the network: their texts travel with the code.
      resources: { ky: { essential: ky }, ru: { essential: ru }, en: { essential: en } },
      partialBundledLanguages: true,
      // The forms of a word are below its key: `one`, `few`, `many`, `other`.
      pluralSeparator: '.',
      interpolation: { escapeValue: false },
      returnNull: false,
    })
    .catch(() => {});
  const come = i18next.loadNamespaces(['common', ...firstPage]).catch(() => {});
  await Promise.race([come, new Promise<void>((missing) => void missingTextFileCount.subscribe(missing))]);
}

/** Changes the language without a reload and remembers it in local storage and the cookie `lang` (SHELL-05). */
export async function chooseLanguage(next: Language): Promise<void> {
  writeStoredValue('lang', toWireLanguage(next));
  storeLanguage(toWireLanguage(next));
  await i18next.changeLanguage(next);
}
