/** «…га»: what «чейин» follows; «…дан»: what «баштап» follows. */
export const kyrgyzCases = ['dative', 'ablative'] as const;
export type KyrgyzCase = (typeof kyrgyzCases)[number];

/** The last vowel decides the ending's: а, ы, у, э … each call for one of four. */
const harmony: Readonly<Record<string, string>> = {
  ...{ а: 'а', ы: 'а', у: 'а', я: 'а', ю: 'а' },
  ...{ э: 'е', е: 'е', и: 'е' },
  ...{ о: 'о', ё: 'о' },
  ...{ ө: 'ө', ү: 'ө' },
};
const voiceless = /[кпстфхцчшщ]$/;

/** Figures by how they end when they are said: нөл, бир, эки …; tens: он, жыйырма, отуз … */
const units = ['нөл', 'бир', 'эки', 'үч', 'төрт', 'беш', 'алты', 'жети', 'сегиз', 'тогуз'];
const tens = ['жүз', 'он', 'жыйырма', 'отуз', 'кырк', 'элүү', 'алтымыш', 'жетимиш', 'сексен', 'токсон'];

/** The word with which a number ends when it is said; of a time of day «14:00» the minutes are said as «нөл». */
function lastWord(figures: string): string {
  const unit = Number(figures.at(-1));
  if (unit > 0 || /(^|:)0+$/.test(figures)) return units[unit] ?? '';
  return (figures.endsWith('000') ? 'миң' : tens[Number(figures.at(-2))]) ?? '';
}

/**
 * A word, a number, a time or a date in Kyrgyz words with the ending of a case: «13-январга», «2027-жылдын 13-январынан»,
 * «14:30га». What ends with neither a letter nor a figure stays as it is.
 */
export function inflectKyrgyz(text: string, wanted: KyrgyzCase): string {
  const figures = /\d[\d:]*$/.exec(text)?.[0];
  const lastSpokenWord = (figures ? lastWord(figures) : text).toLowerCase();
  // A borrowed «-ь» is dropped before an ending: январь, январга.
  const soft = !figures && lastSpokenWord.endsWith('ь');
  const stem = soft ? lastSpokenWord.slice(0, -1) : lastSpokenWord;
  const last = [...stem].findLast((letter) => letter in harmony);
  if (!last || !/[а-яёңөү]$/.test(stem)) return text;
  const vowel = harmony[last] ?? '';
  // «18-ноябры» is the November of a year: after what belongs to something the ending is «на», «нан».
  const ofYear = !figures && /-жылдын \d+-\p{L}+$/u.test(text);
  const hard = voiceless.test(stem);
  const ending =
    wanted === 'dative' ? `${ofYear ? 'н' : hard ? 'к' : 'г'}${vowel}` : `${ofYear ? 'н' : hard ? 'т' : 'д'}${vowel}н`;
  return `${soft ? text.slice(0, -1) : text}${ending}`;
}

const isCase = (name: unknown): name is KyrgyzCase => kyrgyzCases.includes(name as KyrgyzCase);

const formats = new Map<string, Intl.NumberFormat>();

/** Chromium knows no Kyrgyz and would write numbers as in English: they are written as in Russian. */
function formatNumber(value: number, language: string): string {
  const format = formats.get(language) ?? new Intl.NumberFormat([language, 'ru']);
  formats.set(language, format);
  return format.format(value);
}

/**
 * For i18next: a Kyrgyz sentence names the case in which it takes a value, `{{day, dative}}`; a number with its thousands
 * apart is `{{count, number}}`.
 */
export const caseFormatter = {
  type: 'formatter' as const,
  init() {},
  add() {},
  addCached() {},
  format(value: unknown, name?: string, language = 'ru'): string {
    if (name === 'number' && typeof value === 'number') return formatNumber(value, language);
    return isCase(name) ? inflectKyrgyz(String(value), name) : String(value);
  },
};
