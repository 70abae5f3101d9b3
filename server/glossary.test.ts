import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { flattenLocale } from './test/locale-rules.ts';

/** Words that a thing had before it got its one name, by language; a letter before or after makes another word. */
const oldWords = {
  ru: [
    ...[
      'УМК',
      'числител\\p{L}+',
      'знаменател\\p{L}+',
      'предмет\\p{L}*',
      'един(ое|ого|ому|ым|ом) окн\\p{L}+',
      'средний балл',
      'полугоди\\p{L}+',
    ],
    ...['отдел записи', 'период\\p{L}* записи', 'дополнительн\\p{L}+ дисциплин\\p{L}*', 'осень', 'весна', 'чаты'],
    ...['запис(ь|и|ей) на (эту )?дисциплин\\p{L}+', 'изменить запись', 'номер\\p{L}* запис(и|ей)'],
    ...['запись (открыта|закрыта)', 'перерыв', 'нет из', 'пар(а|ы|е|у|ой|ам|ами|ах)', 'ключ\\p{L}* входа'],
  ],
  kg: [
    ...[
      'ОУК\\p{L}*',
      'алым',
      'апта\\p{L}*',
      'жазышуу\\p{L}*',
      'жарым жылдык\\p{L}*',
      'окуу дисциплинасы',
      'орточо балл',
    ],
    ...['бирдиктүү терезе\\p{L}*', 'окуу жарымы', 'билдирме\\p{L}*', 'чаттар\\p{L}*', 'кошумча дисциплина\\p{L}*'],
    ...['тыныгуу', 'заказ\\p{L}*', 'квитанция\\p{L}*', 'жарыялар', 'бөлмө\\p{L}*', 'мезгил\\p{L}*'],
    ...['эсептик жазуу\\p{L}*', 'эсеби\\p{L}*', 'запастагы код\\p{L}*'],
  ],
  en: [
    ...['enrol\\p{L}*', 'courses?', 'subjects?', 'terms?', 'schedule', 'single window', 'kinds? of class', 'in line'],
    ...['extra disciplines?', 'grade point average', 'umk', 'min break', 'queues?', 'sign-in keys?', 'spare codes?'],
    ...['user names?', 'lessons?', 'notices?', 'grades?'],
  ],
} as const;

/**
 * Sentences that the contract fixes to the letter, the short label of a journal's column, what people search by, and the
 * queue of the clerk's orders: who waits for a seat is on a waiting list.
 */
const fixed = new Set([
  ...['ru library refusals.usedInUmk', 'ru registration refusals.noOptional'],
  ...['ru journal class', 'ru search also.schedule', 'en search also.journal', 'en search also.schedule'],
  ...['kg search also.singlewindow', 'kg search also.paymentcode', 'kg search said.order'],
  ...['en desk list', 'en desk empty', 'en desk failed', 'en common rooms.desk.about', 'en audit act.order_waiting'],
]);

/** The importer names the columns of its files, where a term and a semester are two things. */
const ofFiles = 'import.json';

const home = fileURLToPath(new URL('../web/public/locales', import.meta.url));

/** Texts of a language in which a thing has an old name. */
function oldNames(language: keyof typeof oldWords, room: string, texts: Readonly<Record<string, string>>): string[] {
  const old = new RegExp(`(?<!\\p{L})(${oldWords[language].join('|')})(?!\\p{L})`, 'iu');
  return Object.entries(texts)
    .filter(
      ([key, text]) =>
        old.test(text.replaceAll(/\{\{\w+\}\} ?/g, '')) &&
        !fixed.has(`${language} ${room} ${key}`) &&
        // By other words people look for a thing: they are not shown.
        !(room === 'search' && key.startsWith('also.')),
    )
    .map(([key, text]) => `${language} ${room} ${key}: ${text}`);
}

describe('one word per thing and language', () => {
  it('[BASE-04] no text calls a thing by a name that it no longer has', () => {
    const found = (['ru', 'kg', 'en'] as const).flatMap((language) =>
      globSync('*.json', { cwd: `${home}/${language}`, exclude: [ofFiles] }).flatMap((file) =>
        oldNames(
          language,
          file.replace('.json', ''),
          flattenLocale(JSON.parse(readFileSync(`${home}/${language}/${file}`, 'utf8'))),
        ),
      ),
    );
    assert.deepEqual(found, []);
  });

  it('can fail', () => {
    assert.equal(oldNames('ru', 'schedule', { odd: 'по числителю', even: 'чётная неделя' }).length, 1);
    assert.equal(oldNames('en', 'journal', { a: 'No classes this term', b: 'Discipline · {{term}}' }).length, 1);
    assert.equal(oldNames('kg', 'schedule', { week: 'Мурунку апта', day: 'Жуманын күнү' }).length, 1);
    assert.equal(oldNames('kg', 'news', { list: 'Жарыялар', send: 'Жарыялоо' }).length, 1);
    assert.equal(oldNames('en', 'office', { join: 'Join the queue', list: 'Waiting list' }).length, 1);
  });
});
