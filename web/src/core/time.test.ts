import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import i18next from 'i18next';
import {
  dateInWords,
  dateRangeInWords,
  formatDateTime,
  formatFullDateTime,
  formatShortDate,
  formatTypedDay,
  monthAndYear,
  parseTypedDay,
  type TimestampStyle,
} from './time.ts';

/** The folder of each language's texts. */
const folders = { ru: 'ru', ky: 'kg', en: 'en' } as const;
const common = (folder: string): object =>
  JSON.parse(readFileSync(new URL(`../../public/locales/${folder}/common.json`, import.meta.url), 'utf8'));

/** Wednesday, 18 November 2026, 14:00 in Bishkek. */
const now = new Date('2026-11-18T08:00:00Z');

async function inEveryLanguage(moment: string, form: TimestampStyle): Promise<string[]> {
  const all: string[] = [];
  for (const language of Object.keys(folders)) {
    await i18next.changeLanguage(language);
    all.push(formatDateTime(moment, form, now));
  }
  return all;
}

describe('moments in words', () => {
  before(() =>
    i18next.init({
      lng: 'ru',
      fallbackLng: false,
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      resources: Object.fromEntries(
        Object.entries(folders).map(([language, folder]) => [language, { common: common(folder) }]),
      ),
    }),
  );

  it('[BASE-04] says today, yesterday and what begins within the hour', async () => {
    assert.deepEqual(await inEveryLanguage('2026-11-18T07:49:00Z', 'item'), [
      'сегодня, 13:49',
      'бүгүн, 13:49',
      'today, 13:49',
    ]);
    assert.deepEqual(await inEveryLanguage('2026-11-18T07:49:00Z', 'list'), ['13:49', '13:49', '13:49']);
    assert.deepEqual(await inEveryLanguage('2026-11-17T11:05:00Z', 'list'), ['вчера', 'кечээ', 'yesterday']);
    assert.deepEqual(await inEveryLanguage('2026-11-17T11:05:00Z', 'item'), [
      'вчера, 17:05',
      'кечээ, 17:05',
      'yesterday, 17:05',
    ]);
    assert.deepEqual(await inEveryLanguage('2026-11-18T08:55:00Z', 'item'), [
      'через 55 мин',
      '55 мүнөттөн кийин',
      'in 55 min',
    ]);
    assert.deepEqual(await inEveryLanguage('2026-11-18T09:00:00Z', 'item'), [
      'сегодня, 15:00',
      'бүгүн, 15:00',
      'today, 15:00',
    ]);
  });

  it('[BASE-04] says a day of this year and of another in our own words, Kyrgyz ones on one line with their month', async () => {
    assert.deepEqual(await inEveryLanguage('2026-09-03T05:00:00Z', 'item'), [
      '3 сентября',
      '3-\u2060сентябрь',
      '3 September',
    ]);
    const other = ['18 ноября 2025', '2025-\u2060жылдын 18-\u2060ноябры', '18 November 2025'];
    assert.deepEqual(await inEveryLanguage('2025-11-18T05:00:00Z', 'list'), other);
    assert.deepEqual(await inEveryLanguage('2025-11-18', 'item'), other);
    assert.deepEqual(await inEveryLanguage('2026-11-18', 'weekday'), [
      'среда, 18 ноября',
      'шаршемби, 18-\u2060ноябрь',
      'Wednesday, 18 November',
    ]);
    assert.deepEqual(await inEveryLanguage('2026-11-18', 'heading'), ['сегодня', 'бүгүн', 'today']);
    assert.deepEqual(await inEveryLanguage('2026-09-03T05:00:00Z', 'exact'), [
      '3 сентября, 11:00',
      '3-\u2060сентябрь, 11:00',
      '3 September, 11:00',
    ]);
  });

  it('[BASE-04] says month and year of several days once', async () => {
    const days: Record<string, readonly [first: string, last: string, ...said: string[]]> = {
      one: ['2026-11-16', '2026-11-16', '16 ноября', '16-\u2060ноябрь', '16 November'],
      month: ['2026-11-16', '2026-11-18', '16–18 ноября', '16–18-\u2060ноябрь', '16–18 November'],
      year: [
        '2026-11-30',
        '2026-12-02',
        '30 ноября – 2 декабря',
        '30-\u2060ноябрь – 2-\u2060декабрь',
        '30 November – 2 December',
      ],
      monthLater: [
        '2027-01-01',
        '2027-01-03',
        '1–3 января 2027',
        '2027-\u2060жылдын 1–3-\u2060январы',
        '1–3 January 2027',
      ],
      yearLater: [
        ...['2027-03-31', '2027-04-02'],
        ...['31 марта – 2 апреля 2027', '2027-\u2060жылдын 31-\u2060марты – 2-\u2060апрели', '31 March – 2 April 2027'],
      ] as const,
      acrossYears: [
        ...['2026-12-30', '2027-01-02'],
        ...[
          '30 декабря – 2 января 2027',
          '30-\u2060декабрь – 2027-\u2060жылдын 2-\u2060январы',
          '30 December – 2 January 2027',
        ],
      ] as const,
    };
    for (const [name, [first, last, ...said]] of Object.entries(days)) {
      const inWords: string[] = [];
      for (const language of Object.keys(folders)) {
        await i18next.changeLanguage(language);
        inWords.push(dateRangeInWords(first, last, '2026-11-18'));
      }
      assert.deepEqual(inWords, said, name);
    }
  });

  it('takes the university’s midnight, not that of Greenwich', async () => {
    // 18:00 UTC is midnight in Bishkek: the 17th there begins the evening before.
    assert.deepEqual(await inEveryLanguage('2026-11-16T18:00:00Z', 'list'), ['вчера', 'кечээ', 'yesterday']);
    assert.deepEqual(await inEveryLanguage('2026-11-16T17:59:00Z', 'item'), [
      '16 ноября',
      '16-\u2060ноябрь',
      '16 November',
    ]);
    assert.deepEqual(await inEveryLanguage('2026-11-17T18:00:00Z', 'list'), ['00:00', '00:00', '00:00']);
  });

  it('gives the long form, the heading of a month and the news’ own date', async () => {
    await i18next.changeLanguage('ru');
    assert.equal(formatFullDateTime('2025-11-18T07:49:00Z'), 'вторник, 18 ноября 2025, 13:49');
    assert.equal(monthAndYear('2026-11'), 'ноябрь 2026');
    assert.equal(dateInWords('2027-01-01', '2026-12-31'), '1 января 2027');
    assert.equal(formatShortDate('2026-11-18T03:40:00Z'), '18/11/26');
    await i18next.changeLanguage('ky');
    assert.equal(monthAndYear('2026-11'), '2026-\u2060жылдын ноябры');
  });
});

describe('days as they are typed', () => {
  it('are read in every usual spelling', () => {
    for (const text of ['18.11.2026', ' 18.11.26 ', '18/11/2026', '18-11-2026', '18112026', '2026-11-18'])
      assert.equal(parseTypedDay(text), '2026-11-18', text);
    assert.equal(parseTypedDay('3.9.2026'), '2026-09-03');
    assert.equal(formatTypedDay('2026-11-18'), '18.11.2026');
    assert.equal(formatTypedDay(''), '');
  });

  it('are refused when there is no such day', () => {
    for (const text of ['', '18', '31.04.2026', '29.02.2026', '0.1.2026', '1.13.2026', 'вчера', '18.11.226'])
      assert.equal(parseTypedDay(text), null, text);
  });
});
