import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import { openPortal, type Person, type Portal } from '../../test/as.ts';

const { apps, discipline } = everything;

let portal: Portal;
let teacher: Person;
let student: Person;
before(async () => {
  portal = await openPortal();
  [teacher, student] = [await portal.as('teacher'), await portal.as('student')];
  await portal.database.own`delete from dynamic_link`;
  await portal.database.own`
    insert into dynamic_link (code, sort, name_ru, name_kg, name_en, url, is_banner, role) values
      ('b', 2, 'Библиотека', 'Китепкана', 'Library', 'https://library.example.kg/', false, null),
      ('a', 1, 'Сайт', 'Сайт kg', 'Site', 'https://example.kg/', true, null),
      ('t', 3, 'Преподавателям', 'Окутуучуларга', 'For teachers', 'https://example.kg/t', false, 1),
      ('s', 4, 'Студентам', 'Студенттерге', 'For students', 'https://example.kg/s', false, 2)`;
});
after(() => portal.close());

test('[SHELL-10] the links are those of the role, in their stored order', async () => {
  const names = async (person: Person) => (await person.get(apps.links)).map((link) => link.name);
  assert.deepEqual(await names(teacher), ['Сайт', 'Библиотека', 'Преподавателям']);
  assert.deepEqual(await names(student), ['Сайт', 'Библиотека', 'Студентам']);
  const [first] = await student.get(apps.links);
  assert.deepEqual(Object.keys(first ?? {}).sort(), ['id_dynUrl', 'isBaner', 'name', 'url']);
  assert.deepEqual([first?.url, first?.isBaner], ['https://example.kg/', true]);
});

test('[SHELL-10] the names of the links are in the language of the reader', async () => {
  student.cookies.set('lang', 'kg');
  const [, second] = await student.get(apps.links);
  student.cookies.set('lang', 'ru');
  assert.equal(second?.name, 'Китепкана');
});

test('[AUTH-07] the settings are a pair: the defaults of the term, and the links', async () => {
  const [defaults, links] = await student.get(apps.settings, { role: 2 });
  const [[year], [term]] = [await student.get(discipline.defaultYear), await student.get(discipline.currentTerm)];
  assert.deepEqual(defaults, { id_a_year_def: year?.id_a_year_def, p32: year?.p32, id_ws: term?.id_ws, ws: term?.ws });
  assert.deepEqual(links, await student.get(apps.links));
});

test('[BASE-12] the role of the settings is that of the session', async () => {
  for (const [person, role] of [
    [student, 1],
    [student, '1'],
    [teacher, 2],
    [teacher, 7],
  ] as const) {
    const answer = await person.ask(apps.settings, { role });
    assert.deepEqual([answer.status, answer.error?.code], [403, 'call.notYou']);
  }
  assert.equal((await student.ask(apps.settings, { role: 7 })).status, 200, 'anything but 1 is a student');
});

test('[AUTH-07] an empty calendar does not close the portal', async () => {
  const empty = await openPortal();
  const person = await empty.as('student');
  await empty.database.own`delete from academic_calendar`;
  await empty.database.own`update academic_year set is_default = false`;
  const [defaults] = await person.get(apps.settings);
  const answers = [await person.get(discipline.defaultYear), await person.get(discipline.currentTerm)];
  await empty.close();
  assert.equal(typeof defaults.id_ws, 'number');
  assert.deepEqual(answers, [[], []]);
});
