import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, Translations } from '../core/translations.ts';
import { type Notice, NotificationTexts } from './notification-texts.ts';

const words = new NotificationTexts(new Translations());
const place = { day_number: 3, date: '2026-11-25', startsAt: '10:00', endsAt: '11:20', auditorium: '214' };

/** A class of Physics with what happened to it. */
const changed = (step: string, more: Partial<Notice> = {}): Notice => ({
  ...{ id: 1, kind: 'lesson', step, at: '2026-11-23T08:00:00Z', isNew: true, thing: 77 },
  course: {
    ...{ year: 2026, ws: 1, id_discipline: 29, discipline: 'Физика', kredit: 5, isSelect: false },
    ...{ id_semester: null, id_group: null },
  },
  lesson: { id_vid_zaniatiy: 1, name_vid_zaniatiy: 'Лекция', subgroup: 0, visitDate: null, timesCount: null },
  ...{ was: null, now: null, title: null, fileName: null, person: null, mark: null, count: null, day: null },
  ...{ until: null, place: null, reason: null, groups: null },
  ...more,
});

const texts: Record<Language, { restored: string; added: string }> = {
  ru: { restored: 'Отмена снята: Физика', added: 'Новое занятие: Физика' },
  kg: { restored: 'Сабак болот, жокко чыгаруу алынды: Физика', added: 'Жаңы сабак: Физика' },
  en: { restored: 'No longer cancelled: Физика', added: 'New class: Физика' },
};

for (const [language, { restored, added }] of Object.entries(texts))
  test(`[IMPORT-05] a class that is no longer cancelled is called so, and not a new one: ${language}`, () => {
    for (const isOpen of [true, false]) {
      const manner = { language: language as Language, isOpen, today: '2026-11-23' };
      assert.equal(words.one(changed('restored', { now: place }), manner).title, restored);
      assert.equal(words.one(changed('added', { now: place }), manner).title, added);
    }
  });

test('a mark names the type of its class as people say it, in every language', () => {
  const mark = (name: string) =>
    changed('set', {
      ...{ kind: 'mark', mark: '5' },
      lesson: {
        ...{ id_vid_zaniatiy: 2, name_vid_zaniatiy: name, subgroup: 0 },
        ...{ visitDate: '2026-11-20', timesCount: 1 },
      },
    });
  for (const [language, name, said] of [
    ['ru', 'Практическое занятие', /практика 20 ноября/],
    ['kg', 'Лабораториялык сабак', /лабораториялык 20-/],
    ['en', 'Practical class', /practice /],
  ] as const)
    assert.match(words.one(mark(name), { language, isOpen: true, today: '2026-11-23' }).body, said);
});

test('[REG-06] whoever lost a place in line reads why in every language', () => {
  const rules = ['wrongSubgroup', 'notInPlan', 'noOptional', 'already', 'blockTaken', 'creditLimit'];
  for (const language of ['ru', 'kg', 'en'] as const)
    for (const reason of [...rules, 'prerequisite', 'marksExist', 'notFound', 'ended']) {
      const { body } = words.one(changed('dropped', { kind: 'seat', title: 'A1', reason }), {
        ...{ language, isOpen: true, today: '2026-11-23' },
      });
      assert.match(body, /^Физика · A1 · \p{Ll}[\p{L} ]+$/u, `${language}: ${reason}`);
    }
});

test('[TOLD-03] a move to another group names the group before the name, which a phone may cut', () => {
  const fullName = 'Абдыкерим-Мамбеталиева Айсулуу-Гүлзат Кубанычбековна';
  const moved = changed('student', {
    ...{ kind: 'group', course: null, lesson: null, person: { id: 7, fullName } },
    groups: { from: 'ПИ-1-26', to: 'ПИ-2-26', since: '2026-11-23' },
  });
  for (const [language, title] of [
    ['ru', /^Теперь в группе ПИ-2-26: Абдыкерим/],
    ['kg', /^Эми ПИ-2-26 тобунда: Абдыкерим/],
    ['en', /^Now in group ПИ-2-26: Абдыкерим/],
  ] as const)
    assert.match(words.one(moved, { language, isOpen: true, today: '2026-11-23' }).title, title);
});
