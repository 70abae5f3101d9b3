import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { auditKindOf, readAuditActions } from './test/audit-actions.ts';
import { expectNoViolations } from './test/house-rules.ts';
import { flattenLocale } from './test/locale-rules.ts';
import { findMissingTexts, readLocales } from './test/text-keys.ts';

const home = fileURLToPath(new URL('..', import.meta.url));

describe('texts that are asked for by name', () => {
  it('[BASE-04] are there in each language, with the values that they name', () => {
    const locales = readLocales(`${home}web/public/locales`);
    const sources = globSync('{web/src,server}/**/*.{ts,tsx}', { cwd: home })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !/\.test\.ts$|^server\/test\//.test(path))
      .map((path) => ({ path, text: readFileSync(home + path, 'utf8') }))
      .filter(({ text }) => /\buseTranslation\b|\bTFunction\b|\bi18next\b|\.translate\(/.test(text));
    assert.ok(sources.length > 300, `${sources.length} sources`);
    expectNoViolations(sources.flatMap((source) => findMissingTexts(source, locales)));
  });

  it('[PEOPLE-03] are there for each audit entry, and for the kind by which it is kept', () => {
    const actions = readAuditActions();
    assert.ok(actions.length > 50, `${actions.length} actions`);
    const wanted = actions.flatMap((action) => [
      `act.${action.replace('.', '_')}`,
      `retention.of.${auditKindOf(action)}`,
    ]);
    const missing = [...readLocales(`${home}web/public/locales`)]
      .filter(([locale]) => locale.endsWith(' audit'))
      .flatMap(([locale, texts]) => wanted.filter((key) => texts[key] === undefined).map((key) => `${locale}: ${key}`));
    assert.deepEqual(missing, []);
  });

  it('are found where one is missing', () => {
    const texts = {
      title: 'Жаңылык',
      form: { send: 'Жөнөтүү', left: '{{n}} калды' },
      count: { one: '{{count}} файл', other: '{{count}} файл' },
      on: '{{day, date}} {{-name}}',
    };
    const locales = new Map(
      ['kg', 'ru', 'en'].flatMap((language) => [
        [`${language} news`, flattenLocale(texts)],
        [`${language} common`, flattenLocale(language === 'en' ? {} : { back: 'Артка' })],
        [`${language} reader`, flattenLocale({ title: '{{page}}', page: 'Бет' })],
      ]),
    );
    const faults = (text: string) => findMissingTexts({ path: 'a.tsx', text }, locales);
    const news = "const { t } = useTranslation('news');";
    const wrong: readonly (readonly [text: string, faults: number])[] = [
      [`${news} t('titel');`, 3],
      [`${news} t(isOpen ? 'title' : 'titel');`, 3],
      [`${news} t('form.left');`, 1],
      [`${news} t('form.left', { m: 1 });`, 1],
      [`${news} t('count', {});`, 1],
      [`${news} t('on', { day });`, 1],
      [`${news} t('form');`, 3],
      [`${news} t(\`from.\${kind}\`);`, 3],
      [`${news} t('common:back');`, 1],
      ["const { t } = useTranslation(); t('back');", 1],
      ["const { t: said } = useTranslation('news'); const A = () => said('titel');", 3],
      ["const A = (t: TFunction<'news'>) => t('titel');", 3],
      ["i18next.t('news:titel');", 3],
      ["app.translations.translate(language, 'news:form.left', {});", 1],
      [`function A() { ${news} } function B() { const { t } = useTranslation('reader'); t('send'); }`, 3],
    ];
    for (const [text, count] of wrong) assert.equal(faults(text).length, count, text);
    const right = [
      `${news} t('title'); t('form.left', { n: 1 }); t('count', { count: 2 }); t('on', { day, name });`,
      `${news} t(\`form.\${kind}\`, { n }); t('form.left', values); t('form.left', { ...values });`,
      `${news} t('none', ''); rows.map((t) => t('titel')); other('titel');`,
      "const { t } = useTranslation(['news', 'reader']); t('title'); t('page');",
      "const A = (t: TFunction) => t('anything');",
    ];
    for (const text of right) assert.deepEqual(faults(text), [], text);
  });
});
