/** Letters of Russian and Kyrgyz in Latin ones, as names are usually written in documents. */
const letters: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', ң: 'ng', о: 'o', ө: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ү: 'u', ф: 'f', х: 'kh' },
  ...{ ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
};

const isCapital = (letter: string | undefined): boolean =>
  letter !== undefined && letter !== letter.toLowerCase() && letter === letter.toUpperCase();

/** A name in Latin letters; what is no Cyrillic letter stays as it is. */
export function transliterateName(name: string): string {
  const all = [...name.normalize('NFC')];
  return all
    .map((letter, place) => {
      const latin = letters[letter.toLowerCase()];
      if (latin === undefined || !isCapital(letter)) return latin ?? letter;
      // «ЩЕРБАКОВА» is written in capitals as a whole, of «Щербакова» the first letter alone.
      const isAmongCapitals = isCapital(all[place + 1]) || (isCapital(all[place - 1]) && !all[place + 1]?.trim());
      return isAmongCapitals ? latin.toUpperCase() : latin.slice(0, 1).toUpperCase() + latin.slice(1);
    })
    .join('');
}

/** A name as a paper of a language has it: in English in Latin letters. */
export const formatNameForDocument = (name: string, language: string): string =>
  language === 'en' ? transliterateName(name) : name;
