import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { permissions } from '@bilim/contract/permissions.ts';
import { rooms } from '@bilim/contract/rooms.ts';
import { expectNoViolations } from './test/house-rules.ts';
import { findLocaleFaults, flattenLocale } from './test/locale-rules.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

/** Texts that are the same word in Kyrgyz and Russian. */
const sameInBoth: ReadonlySet<string> = new Set([
  'Профиль',
  'Чат',
  'Журнал',
  'Логин',
  'Семестр',
  'семестр',
  'студент',
  'Студент',
  '{{count}} студент',
  '{{term}} семестр',
  'Дисциплина · {{term}} семестр',
  'Кафедра',
  'Сем.',
  'Кош келиңиз!',
  'Б',
  'КБ',
  'МБ',
  'ГБ',
  '{{count}} файл',
  '{{credits}} кр.',
  'Дисциплина',
  'аудитория',
  'Аудитория',
  'Дисциплина · {{semester}}',
  'январь',
  'февраль',
  'март',
  'апрель',
  'май',
  'июнь',
  'июль',
  'август',
  'сентябрь',
  'октябрь',
  'ноябрь',
  'декабрь',
  '{{n}} кредит',
  '{{count}} вариант',
  '{{count}} дисциплина',
]);

/**
 * English texts that hold Cyrillic letters on purpose, as `file:key`: some name letters that get lost; by the others a search
 * finds a room, which nobody reads and whoever has an English page types in Russian or Kyrgyz, too.
 */
const cyrillicInEnglish: ReadonlySet<string> = new Set([
  'import.json:cell.lostLetters',
  'import.json:person.lostLetters',
  'import.json:recipe.lettersRestored',
  ...rooms.map(({ name }) => `search.json:also.${name}`),
]);

describe('texts in three languages', () => {
  const languages = ['kg', 'ru', 'en'] as const;
  const folder = `${home}web/public/locales`;
  const files = [
    ...new Set(globSync(`${folder}/*/*.json`).map((path) => path.replaceAll('\\', '/').split('/').at(-1) ?? '')),
  ];

  it('[BASE-04] no text is missing, Kyrgyz is not Russian, English has no Cyrillic and one apostrophe', () => {
    assert.ok(files.length > 0, 'the locale files are found');
    const faults = files.flatMap((file) => {
      const paths = languages.map((language) => `${folder}/${language}/${file}`);
      const absent = paths.filter((path) => !existsSync(path));
      if (absent.length > 0) return absent.map((path) => `${path.slice(home.length)} is missing`);
      const [kg = {}, ru = {}, en = {}] = paths.map((path) => flattenLocale(JSON.parse(readFileSync(path, 'utf8'))));
      return findLocaleFaults(file, { kg, ru, en }, sameInBoth, cyrillicInEnglish);
    });
    expectNoViolations(faults);
  });

  it('each room of the registry has its name, its page’s title and its texts', () => {
    const common = flattenLocale(JSON.parse(readFileSync(`${folder}/kg/common.json`, 'utf8')));
    for (const { name, texts = [], colour } of rooms) {
      assert.ok(common[`rooms.${name}.name`], name);
      if (colour) assert.ok(common[`rooms.${name}.about`], name);
      for (const file of [name, ...texts]) assert.ok(files.includes(`${file}.json`), file);
      assert.ok(flattenLocale(JSON.parse(readFileSync(`${folder}/kg/${name}.json`, 'utf8'))).title, name);
    }
    const called = new Set(Object.keys(common).flatMap((key) => /^rooms\.([\w-]+)\./.exec(key)?.[1] ?? []));
    assert.deepEqual([...called].sort(), rooms.map(({ name }) => name).sort(), 'no name without a room');
  });

  it('each permission has its name and its notice', () => {
    const read = (file: string) => flattenLocale(JSON.parse(readFileSync(`${folder}/kg/${file}.json`, 'utf8')));
    const [people, notices] = [read('people'), read('notices')];
    for (const code of permissions) {
      assert.ok(people[`right.${code}`], code);
      assert.ok(notices[`right.${code}`], code);
    }
  });

  it('each room with a tile is found by other words than its name', () => {
    expectNoViolations(
      languages.flatMap((language) => {
        const { also } = JSON.parse(readFileSync(`${folder}/${language}/search.json`, 'utf8')) as {
          also: Record<string, string>;
        };
        return rooms
          .filter(({ name, colour }) => colour && !also[name])
          .map(
            ({ name }) =>
              `${language}/search.json lacks also.${name}: words by which people look for the room, in Russian and Kyrgyz in every language`,
          );
      }),
    );
  });

  it('each group of the search over all rooms has its title, and its button if it is searched alone', () => {
    const groups = readFileSync(`${home}web/src/rooms/search/groups.tsx`, 'utf8');
    const isScope = new Map(
      [...groups.matchAll(/^ {2}(\w+): \{ rows: \w+, isScope: (true|false) \},$/gm)].map(([, name = '', is]) => [
        name,
        is === 'true',
      ]),
    );
    const scopes = [...isScope.keys()].filter((name) => isScope.get(name));
    assert.ok(scopes.length > 0 && isScope.size > scopes.length, 'the groups are found');
    for (const language of languages) {
      const texts = flattenLocale(JSON.parse(readFileSync(`${folder}/${language}/search.json`, 'utf8')));
      const buttons = Object.keys(texts).filter((key) => key.startsWith('scope.'));
      assert.deepEqual(
        buttons.sort(),
        ['all', ...scopes].map((name) => `scope.${name}`).sort(),
        `${language}: buttons`,
      );
      for (const name of isScope.keys()) assert.ok(texts[name], `${language}/search.json lacks ${name}`);
    }
  });

  it('pages put quotation marks of the language around words: core/quoted.ts does', () => {
    expectNoViolations(
      globSync('web/src/**/*.{ts,tsx}', { cwd: home })
        .filter((file) => /«\$?\{/.test(readFileSync(home + file, 'utf8')) && !file.endsWith('core/quoted.ts'))
        .map((file) => `${file} writes « » itself, in English too: quoted(words) knows the language`),
    );
  });

  it('can fail', () => {
    const check = (kg: object, ru: object, en: object) =>
      findLocaleFaults(
        'a.json',
        { kg: flattenLocale(kg), ru: flattenLocale(ru), en: flattenLocale(en) },
        new Set(['Чат']),
        new Set(),
      );
    assert.deepEqual(check({ a: 'Кирүү', b: 'Чат' }, { a: 'Войти', b: 'Чат' }, { a: 'Sign in', b: 'Chat' }), []);
    assert.equal(check({}, { a: 'Войти' }, { a: 'Sign in' }).length, 1);
    assert.equal(check({ a: 'Войти' }, { a: 'Войти' }, { a: 'Sign in' }).length, 1);
    assert.equal(check({ a: 'Жок' }, { a: 'Нет' }, { a: "Can't" }).length, 1);
    assert.equal(check({ a: { b: 'Кирүү' } }, { a: { b: 'Войти' } }, { a: { b: 'Войти' } }).length, 1);
    assert.equal(check({ a: 'Тандоо' }, { a: 'Выбрать' }, { a: 'ChooseIndex' }).length, 1);
    const three = { n: { one: '{{n}} файл', few: '{{n}} файла', other: '{{n}} файла' } };
    assert.equal(check({ n: { one: 'бир', other: 'көп' } }, three, { n: { one: '{{n}}', other: '{{n}}' } }).length, 3);
    const [ru, en] = [{ a: 'Сдать до {{day}}' }, { a: 'Due {{day}}' }];
    assert.deepEqual(check({ a: '{{day, dative}} чейин' }, ru, en), []);
    for (const a of [
      '{{date}} чейин',
      'Чейин',
      '{{day} чейин',
      '{day} {{day}} чейин',
      'due {{day}}',
      '{{day, genitive}} чейин',
    ])
      assert.equal(check({ a }, ru, en).length, 1, a);
  });
});
