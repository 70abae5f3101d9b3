import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { flattenLocale } from './test/locale-rules.ts';

/**
 * Words that a thing had before it got its one name, each with that name, by language; a letter before or after makes
 * another word.
 */
const oldWords: Readonly<Record<'ru' | 'kg' | 'en', Readonly<Record<string, string>>>> = {
  ru: {
    УМК: 'материалы',
    'числител\\p{L}+': 'нечётная неделя',
    'знаменател\\p{L}+': 'чётная неделя',
    'предмет\\p{L}*': 'дисциплина',
    'един(?:ое|ого|ому|ым|ом) окн\\p{L}+': 'документы',
    'средний балл': 'средняя оценка',
    'полугоди\\p{L}+': 'семестр',
    'отдел записи': 'отдел регистрации',
    'период\\p{L}* записи': 'период регистрации',
    'дополнительн\\p{L}+ дисциплин\\p{L}*': 'дисциплина сверх плана',
    осень: 'осенний семестр',
    весна: 'весенний семестр',
    чаты: 'чат',
    'запис(?:ь|и|ей) на (?:эту )?дисциплин\\p{L}+': 'регистрация на дисциплину',
    'изменить запись': 'изменить регистрацию',
    'номер\\p{L}* запис(?:и|ей)': 'номер регистрации',
    'запись (?:открыта|закрыта)': 'регистрация открыта, закрыта',
    перерыв: 'окно',
    'нет из': 'пропуск',
    'пар(?:а|ы|е|у|ой|ам|ами|ах)': 'занятие',
    'ключ\\p{L}* входа': 'ключ для входа',
  },
  kg: {
    'ОУК\\p{L}*': 'материалдар',
    алым: 'так жума',
    'апта\\p{L}*': 'жума',
    'жазышуу\\p{L}*': 'чат, кат алышуу',
    'жарым жылдык\\p{L}*': 'семестр',
    'окуу дисциплинасы': 'дисциплина',
    'орточо балл': 'орточо баа',
    'бирдиктүү терезе\\p{L}*': 'документтер',
    'окуу жарымы': 'семестр',
    'билдирме\\p{L}*': 'эскертме, билдирүү',
    'чаттар\\p{L}*': 'чат',
    'кошумча дисциплина\\p{L}*': 'пландан тышкары дисциплина',
    тыныгуу: 'бош убакыт',
    'заказ\\p{L}*': 'буйрутма',
    'квитанция\\p{L}*': 'дүмүрчөк',
    жарыялар: 'кулактандыруулар',
    'бөлмө\\p{L}*': 'аудитория',
    'мезгил\\p{L}*': 'мөөнөт',
    'эсептик жазуу\\p{L}*': 'эсеп жазуусу',
    'эсеби\\p{L}*': 'эсеп жазуусу',
    'запастагы код\\p{L}*': 'запас код',
  },
  en: {
    'enrol\\p{L}*': 'register',
    'courses?': 'discipline',
    'subjects?': 'discipline',
    'terms?': 'semester',
    schedule: 'timetable',
    'single window': 'documents',
    'kinds? of class': 'class type',
    'in line': 'on the waiting list',
    'extra disciplines?': 'discipline beyond the plan',
    'grade point average': 'average mark',
    umk: 'materials',
    'min break': 'min free',
    'queues?': 'waiting list',
    'sign-in keys?': 'passkey',
    'spare codes?': 'recovery code',
    'user names?': 'login',
    'lessons?': 'class',
    'notices?': 'notification',
    'grades?': 'mark',
  },
};

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

/** Texts of a language in which a thing has an old name, each with the name to use. */
function oldNames(language: keyof typeof oldWords, room: string, texts: Readonly<Record<string, string>>): string[] {
  const words = Object.entries(oldWords[language]).map(([old, name]) => ({
    old: new RegExp(`(?<!\\p{L})(${old})(?!\\p{L})`, 'iu'),
    name,
  }));
  return Object.entries(texts).flatMap(([key, text]) => {
    // By other words people look for a thing: they are not shown.
    if (fixed.has(`${language} ${room} ${key}`) || (room === 'search' && key.startsWith('also.'))) return [];
    const found = words.find(({ old }) => old.test(text.replaceAll(/\{\{\w+\}\} ?/g, '')));
    return found ? [`${language} ${room} ${key}: ${text} (the word is «${found.name}», docs/words.md)`] : [];
  });
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
    assert.deepEqual(oldNames('kg', 'schedule', { next: 'Кийинки апта' }), [
      'kg schedule next: Кийинки апта (the word is «жума», docs/words.md)',
    ]);
    assert.equal(oldNames('en', 'journal', { a: 'No classes this term', b: 'Discipline · {{term}}' }).length, 1);
    assert.equal(oldNames('kg', 'schedule', { week: 'Мурунку апта', day: 'Жуманын күнү' }).length, 1);
    assert.equal(oldNames('kg', 'news', { list: 'Жарыялар', send: 'Жарыялоо' }).length, 1);
    assert.equal(oldNames('en', 'office', { join: 'Join the queue', list: 'Waiting list' }).length, 1);
  });
});
