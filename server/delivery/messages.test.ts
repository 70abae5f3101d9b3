import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { chat } from '@bilim/contract/chat.ts';
import { type Language, Translations } from '../core/translations.ts';
import { openChatFixture } from '../test/chat.ts';
import { setNotificationChoices } from '../test/factories/notification-settings.ts';
import { addStudents } from '../test/factories/people.ts';
import { grantPermissions, withdrawPermissions } from '../test/factories/permissions.ts';
import { addDevicesOfPeople } from '../test/factories/push-devices.ts';
import type { TestClient } from '../test/test-client.ts';
import { planMessageNotifications } from './messages.queries.ts';
import { renderUnreadMessages } from './messages.ts';

const { portal, teacher, student, student2, student3, course, stream, personal, group, send } = await openChatFixture();
const [clerk, admin] = await Promise.all([portal.as('clerk'), portal.as('admin')]);
const { autocommit } = portal.database;
const { timeZone } = portal.settings;
const texts = new Translations();
const people = [teacher, student, student2, student3, clerk, admin];

/** Gives people a device each, as a browser of theirs has it. */
async function giveDevices(...to: readonly TestClient[]) {
  await addDevicesOfPeople(
    autocommit,
    to.map(({ uid }) => uid),
  );
}
await giveDevices(...people);

const plan = () => portal.database.transaction((db) => planMessageNotifications(db, timeZone));

/** A minute goes by. */
async function aMinuteLater() {
  await autocommit`update message set notify_at = notify_at - interval '1 minute' where notify_at is not null`;
  await plan();
}

const waiting = async () =>
  (
    await autocommit<{ person: number; topic: string; thing: number }[]>`
      select person_id as person, topic, thing from notification_outbox where outcome is null order by id`
  ).map(({ person, topic }) => [person, topic]);

/** What goes to a person of the only conversation that waits for them. */
async function renderedFor(who: TestClient, { language = 'ru' as Language, isOpen = false } = {}) {
  const [row] = await autocommit<{ thing: number }[]>`
    select thing from notification_outbox where person_id = ${who.uid} and outcome is null`;
  assert.ok(row);
  const asked = { person: who.uid, thing: row.thing, language, isOpen };
  const [message] = await renderUnreadMessages([asked], { db: autocommit, texts, timeZone });
  return message ?? null;
}

const nameOf = async (who: TestClient) => {
  const [row] = await autocommit<{ name: string }[]>`
    select surname || ' ' || name as name from person where id = ${who.uid}`;
  return row?.name ?? '';
};
const disciplineIn = async (language: Language) => {
  const [row] = await autocommit<{ ru: string; kg: string; en: string }[]>`
    select name_ru as ru, name_kg as kg, name_en as en from discipline where id = ${course.id_discipline}`;
  return row?.[language] ?? '';
};

/** Everything is read, and nothing is on its way. */
async function resetFixture() {
  await autocommit`update message set notify_at = null`;
  await autocommit`delete from notification_outbox`;
  for (const who of people) await who.get(chat.readEverything);
  await autocommit`update conversation_member m set read_to = c.last_id, live_read = c.live, sent_read = m.sent, muted = false
    from conversation c where c.id = m.conversation_id`;
  await autocommit`delete from notification_setting`;
}
beforeEach(resetFixture);

suite('a message that was not read for a minute', () => {
  test('[TOLD-03] notifies the other side on each device, and only after the minute', async () => {
    await giveDevices(teacher);
    await send(student, teacher, 'Здравствуйте!');
    assert.equal(await plan(), 0);
    assert.deepEqual(await waiting(), []);
    await aMinuteLater();
    assert.deepEqual(await waiting(), [
      [teacher.uid, 'personal'],
      [teacher.uid, 'personal'],
    ]);
    await autocommit`delete from push_device where id in (select max(id) from push_device where person_id = ${teacher.uid})`;
  });

  test('[TOLD-04] read meanwhile, also by itself: nothing; read before it goes out: nothing', async () => {
    await send(student, teacher, 'раз');
    await teacher.get(chat.readAll, personal(student));
    await aMinuteLater();
    const { id_message: older } = await send(student, teacher, 'два');
    const { id_message } = await send(student, teacher, 'три');
    await teacher.get(chat.read, { id_message });
    await teacher.get(chat.read, { id_message: older });
    await aMinuteLater();
    assert.deepEqual(await waiting(), []);
    await send(student, teacher, 'четыре');
    await aMinuteLater();
    assert.equal((await waiting()).length, 1);
    assert.ok(await renderedFor(teacher));
    await teacher.get(chat.readAll, personal(student));
    assert.equal(await renderedFor(teacher), null);
  });

  test('[TOLD-03] muted: nothing, also when it is muted before it goes out', async () => {
    await send(teacher, student, 'до');
    await student.get(chat.mute, { ...personal(teacher), muted: true });
    await aMinuteLater();
    assert.deepEqual(await waiting(), []);
    await student.get(chat.mute, { ...personal(teacher), muted: false });
    await send(teacher, student, 'после');
    await aMinuteLater();
    assert.ok(await renderedFor(student));
    await student.get(chat.mute, { ...personal(teacher), muted: true });
    assert.equal(await renderedFor(student), null);
  });

  test('[TOLD-03] only topics that were chosen, and nothing to whom all is off, or who is blocked', async () => {
    const choose = (isOff: boolean, push: string[]) => setNotificationChoices(autocommit, student.uid, { isOff, push });
    const notifiedAfter = async (change: () => Promise<unknown>) => {
      await resetFixture();
      await change();
      await send(teacher, student, 'Вам');
      await aMinuteLater();
      return (await waiting()).length;
    };
    assert.equal(await notifiedAfter(() => choose(false, ['groups', 'marks'])), 0);
    assert.equal(await notifiedAfter(() => choose(true, ['personal'])), 0);
    assert.equal(await notifiedAfter(() => choose(false, ['personal'])), 1);
    await autocommit`update account set blocked = true where person_id = ${student.uid}`;
    assert.equal(await renderedFor(student), null);
    await autocommit`delete from notification_outbox`;
    await send(teacher, student, 'Вам');
    await aMinuteLater();
    assert.deepEqual(await waiting(), []);
    await autocommit`update account set blocked = false where person_id = ${student.uid}`;
  });

  test('[TOLD-04] deleted: nothing, before the minute and after it', async () => {
    const { id_message } = await send(student, teacher, 'ошибка');
    await student.get(chat.delete, { id_message });
    await aMinuteLater();
    assert.deepEqual(await waiting(), []);
    const later = await send(student, teacher, 'и это');
    await aMinuteLater();
    await student.get(chat.delete, { id_message: later.id_message });
    assert.equal(await renderedFor(teacher), null);
  });

  test('[TOLD-04] a conversation that waits waits once, and is planned once by two nodes', async () => {
    for (const text of ['раз', 'два', 'три']) await send(student, teacher, text);
    await autocommit`update message set notify_at = notify_at - interval '1 minute' where notify_at is not null`;
    const taken = await Promise.all([plan(), plan(), plan()]);
    assert.equal(
      taken.reduce((sum, count) => sum + count),
      3,
    );
    await send(student, teacher, 'четыре');
    await aMinuteLater();
    assert.deepEqual(await waiting(), [[teacher.uid, 'personal']]);
    assert.equal((await renderedFor(teacher))?.title, '4 новых сообщения');
  });

  test('[TOLD-04] no second push for what was pushed already, but one for what is written later', async () => {
    await send(student, teacher, 'раз');
    await aMinuteLater();
    const { id_message } = await send(student, teacher, 'два');
    await autocommit`update notification_outbox set outcome = 'sent', sent_at = now() + interval '40 seconds'`;
    await aMinuteLater();
    assert.deepEqual(await waiting(), []);
    await student.get(chat.edit, { id_message, message: 'два, исправлено' });
    await aMinuteLater();
    assert.deepEqual(await waiting(), []);
    // The same when it stood among others in what was gathered over the night.
    await autocommit`update notification_outbox set topic = 'digest', talks = array[topic || ':' || thing], thing = 0`;
    await send(student, teacher, 'ночью');
    await aMinuteLater();
    assert.deepEqual(await waiting(), []);
    await autocommit`update notification_outbox set sent_at = now() - interval '1 second'`;
    await send(student, teacher, 'три');
    await aMinuteLater();
    assert.deepEqual(await waiting(), [[teacher.uid, 'personal']]);
  });

  test('[TOLD-04] a plan that was not committed is made again; what is older than a day is not sent any more', async () => {
    await send(student, teacher, 'раз');
    await autocommit`update message set notify_at = now() where notify_at is not null`;
    const killed = portal.database.transaction(async (db) => {
      assert.equal(await planMessageNotifications(db, timeZone), 1);
      throw new Error('killed');
    });
    await assert.rejects(killed, /killed/);
    assert.deepEqual(await waiting(), []);
    assert.equal(await plan(), 1);
    assert.equal((await waiting()).length, 1);
    await autocommit`delete from notification_outbox`;
    const { id_message } = await send(student, teacher, 'давно');
    await autocommit`update message set created_at = now() - interval '25 hours' where id = ${id_message}`;
    await aMinuteLater();
    assert.deepEqual(await waiting(), []);
  });
});

suite('a message of a group', () => {
  test('[TOLD-03] without a name in it: nothing; a mention and an answer: whom it means alone', async () => {
    await send(teacher, null, 'Всем доброе утро');
    await aMinuteLater();
    assert.deepEqual(await waiting(), []);
    await send(teacher, null, `@${await nameOf(student2)}, сдайте работу`);
    const { id_message: replyTo } = await send(student, null, 'Вопрос');
    await send(teacher, null, 'Ответ', { replyTo });
    await send(student, null, 'Уточню', { replyTo });
    await aMinuteLater();
    assert.deepEqual(
      (await waiting()).toSorted(),
      [
        [student2.uid, 'groups'],
        [student.uid, 'groups'],
      ].toSorted(),
    );
    assert.equal((await renderedFor(student))?.title, 'Новое сообщение');
    const at = await renderedFor(student2);
    const search = `year=${course.year}&ws=${course.ws}&d=${course.id_discipline}.0.${course.kredit}&g=${course.gr_potok}&c=-1`;
    assert.equal(at?.url, `/lms/chat?${search}`);
  });

  test('[TOLD-03] a teacher writes to thirty and names two: two rows, in a stream too', async () => {
    const crowd = await addStudents({ database: portal.database, base: portal.base }, 'student', 30);
    await giveDevices(...crowd);
    await autocommit`update person set surname = 'Мукашев', name = 'Эрлан' where id = ${crowd[7]?.uid ?? 0}`;
    const names = [await nameOf(student), 'Мукашев Эрлан'];
    await send(teacher, null, `@${names[0]} и @${names[1]}: к доске`);
    await aMinuteLater();
    const planned = (await waiting()).map(([person]) => person);
    assert.deepEqual(planned.toSorted(), [student.uid, crowd[7]?.uid].toSorted());
    await autocommit`delete from notification_outbox`;
    await send(teacher, null, `@${names[0]}, зайдите`, {}, stream);
    await aMinuteLater();
    assert.deepEqual(await waiting(), [[student.uid, 'groups']]);
    assert.match((await renderedFor(student))?.url ?? '', new RegExp(`d=${stream.id_discipline}\\.1\\.`));
  });

  test('[TOLD-04] who has left the group meanwhile is not notified, nor who leaves before it goes out', async () => {
    const leave = () => autocommit`
      update group_membership set ends_on = today() - 1 where student_id = ${student2.uid} and ends_on is null`;
    const back = () => autocommit`update group_membership set ends_on = null where student_id = ${student2.uid}`;
    await send(teacher, null, `@${await nameOf(student2)}, сдайте работу`);
    await aMinuteLater();
    assert.ok(await renderedFor(student2));
    await leave();
    assert.equal(await renderedFor(student2), null);
    await autocommit`delete from notification_outbox`;
    await back();
    await send(teacher, null, `@${await nameOf(student2)}, ещё раз`);
    await send(teacher, student2, 'и лично');
    await leave();
    await aMinuteLater();
    assert.deepEqual(await waiting(), []);
    await back();
  });

  test('[TOLD-04] edited: who is mentioned now is notified, also by a later edit, and nobody a second time', async () => {
    const [one, two] = [await nameOf(student), await nameOf(student2)];
    const { id_message } = await send(teacher, null, `@${one}, прошу`);
    await teacher.get(chat.edit, { id_message, message: `@${two}, прошу` });
    await aMinuteLater();
    assert.deepEqual(await waiting(), [[student2.uid, 'groups']]);
    await autocommit`update notification_outbox set outcome = 'sent', sent_at = now() + interval '40 seconds'`;
    await teacher.get(chat.edit, { id_message, message: `@${one}, @${two}, прошу` });
    await aMinuteLater();
    assert.deepEqual(await waiting(), [[student.uid, 'groups']]);
    await teacher.get(chat.edit, { id_message, message: 'никого не прошу' });
    assert.equal(await renderedFor(student), null);
  });

  test('[TOLD-03] muted, read or not chosen in the group: nothing', async () => {
    const name = await nameOf(student);
    await student.get(chat.mute, { ...group(), muted: true });
    await send(teacher, null, `@${name}, тихо`);
    await aMinuteLater();
    await student.get(chat.mute, { ...group(), muted: false });
    await send(teacher, null, `@${name}, прочитано`);
    await student.get(chat.readAll, group());
    await aMinuteLater();
    await setNotificationChoices(autocommit, student.uid, { push: ['personal'] });
    await send(teacher, null, `@${name}, не выбрано`);
    await aMinuteLater();
    assert.deepEqual(await waiting(), []);
  });
});

suite('a message to an office', () => {
  const none = { year: 0, ws: 0, id_discipline: 0, kredit: 0 };
  const officeOf = async (permission: string) => {
    const office = (await student.get(chat.offices)).find((one) => one.permission === permission);
    assert.ok(office);
    return office.id_office;
  };
  const write = (by: TestClient, id_office: number, to: number, message: string) =>
    by.get(chat.insert, { year: 0, semester: 0, discipline: 0, kredit: 0, id_office, currentContactId: to, message });

  test('[TOLD-03] all who answer there are notified, and the author of the answer', async () => {
    const id_office = await officeOf('orders');
    await write(student, id_office, id_office, 'Готова ли справка?');
    await aMinuteLater();
    const planned = (await waiting()).map(([person]) => person);
    assert.deepEqual(planned.toSorted(), [admin.uid, clerk.uid].toSorted());
    const to = await renderedFor(clerk, { isOpen: true });
    assert.equal(to?.body, 'Готова ли справка?');
    assert.equal(to.url, `/lms/chat?o=${id_office}&c=${student.uid}`);
    assert.equal((await renderedFor(admin))?.body, 'Единое окно');
    // One of them has read it for the office.
    await clerk.get(chat.readAll, { ...none, id_office, id_to: student.uid });
    assert.equal(await renderedFor(admin), null);
    await autocommit`delete from notification_outbox`;
    await write(clerk, id_office, student.uid, 'Готова');
    await aMinuteLater();
    assert.deepEqual(await waiting(), [[student.uid, 'personal']]);
    const open = await renderedFor(student, { isOpen: true });
    assert.deepEqual([open?.title, open?.body, open?.url], ['Единое окно', 'Готова', `/lms/chat?o=${id_office}`]);
  });

  test('[TOLD-04] whose right has been withdrawn is not notified', async () => {
    const id_office = await officeOf('orders');
    const take = () => withdrawPermissions(autocommit, clerk.uid, 'orders');
    await write(student, id_office, id_office, 'А теперь?');
    await aMinuteLater();
    assert.ok(await renderedFor(clerk));
    await take();
    assert.equal(await renderedFor(clerk), null);
    await autocommit`delete from notification_outbox`;
    await write(student, id_office, id_office, 'И ещё');
    await aMinuteLater();
    assert.deepEqual(await waiting(), [[admin.uid, 'personal']]);
    await grantPermissions(autocommit, clerk.uid, 'orders');
  });
});

suite('what a push message says of a conversation', () => {
  test('[TOLD-04] kind and discipline alone; name and words only where the person allowed it', async () => {
    const { fio } = await send(teacher, student, `Приходите завтра. ${'а'.repeat(200)}`);
    await aMinuteLater();
    const closed = await renderedFor(student);
    const url = `/lms/chat?year=${course.year}&ws=${course.ws}&d=${course.id_discipline}.0.${course.kredit}&c=${teacher.uid}`;
    assert.deepEqual(closed, {
      title: 'Новое сообщение',
      body: await disciplineIn('ru'),
      url,
      count: 1,
      part: 'messages',
    });
    const open = await renderedFor(student, { isOpen: true });
    const [surname = '', ...names] = fio.split(' ');
    assert.equal(open?.title, [surname, ...names.map((name) => `${name[0]}.`)].join(' '));
    assert.equal(open?.body, `Приходите завтра. ${'а'.repeat(200)}`.slice(0, 100));
    await send(teacher, student, 'И возьмите зачётку');
    const more = await renderedFor(student, { isOpen: true });
    assert.deepEqual([more?.title, more?.body], ['2 новых сообщения', `${open?.title}: И возьмите зачётку`]);
    assert.equal((await renderedFor(student))?.body, await disciplineIn('ru'));
  });

  test('[TOLD-03] in the language of the device; a file without words is a file', async () => {
    const files = [{ name: 'личное.txt', content: 'тайна' }];
    await teacher.get(chat.insert, { ...personalFields(), message: '' }, { files });
    await aMinuteLater();
    const titles = await Promise.all(
      (['ru', 'kg', 'en'] as const).map((language) => renderedFor(student, { language })),
    );
    assert.deepEqual(
      titles.map((message) => message?.title),
      ['Новое сообщение', 'Жаңы билдирүү', 'New message'],
    );
    for (const [place, language] of (['ru', 'kg', 'en'] as const).entries())
      assert.equal(titles[place]?.body, await disciplineIn(language));
    assert.equal((await renderedFor(student, { isOpen: true }))?.body, 'Файл');
    await send(teacher, student, 'и слова');
    const several = await Promise.all(
      (['ru', 'kg', 'en'] as const).map((language) => renderedFor(student, { language })),
    );
    assert.deepEqual(
      several.map((message) => message?.title),
      ['2 новых сообщения', '2 жаңы билдирүү', '2 new messages'],
    );
  });

  const personalFields = () => ({
    ...{ year: course.year, semester: course.ws, discipline: course.id_discipline, kredit: course.kredit },
    ...{ currentContactId: student.uid, IsGroupChat: 0 },
  });
});
