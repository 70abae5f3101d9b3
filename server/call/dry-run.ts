import { Refusal } from '../core/refusal.ts';
import type { Language, Translations } from '../core/translations.ts';

/** The answer to asking beforehand: 1 when the work would go through, else 0 with the refusal it would end in. */
export async function runPrecheck(translations: Translations, language: Language, work: () => Promise<unknown>) {
  try {
    await work();
    return [{ result: 1, code: null, message: null }];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [{ result: 0, code: error.code, message: translations.refusal(language, error.code, error.values) }];
  }
}
