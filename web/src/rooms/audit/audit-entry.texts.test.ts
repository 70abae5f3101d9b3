import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import i18next from 'i18next';
import { auditEntrySubject } from './audit-entry.texts.ts';

before(async () => {
  const texts = new URL('../../../public/locales/ru/common.json', import.meta.url);
  const common = JSON.parse(readFileSync(texts, 'utf8')) as object;
  await i18next.init({ lng: 'ru', resources: { ru: { common } } });
});

test('[SAFE-11] an entry about a day says it in words, and one about something else says that', () => {
  assert.equal(auditEntrySubject({ action: 'timetable.holiday', what: '2025-11-30' }), '30 ноября 2025');
  assert.equal(auditEntrySubject({ action: 'timetable.holiday', what: null }), null);
  assert.equal(auditEntrySubject({ action: 'import', what: '2025' }), '2025');
});
