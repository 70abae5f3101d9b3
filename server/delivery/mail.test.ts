import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Language } from '../core/translations.ts';
import { openChatFixture } from '../test/chat.ts';
import { DeliveryFixture, deliveryTestTime } from '../test/delivery-fixture.ts';
import { createAnnouncements, notifyAnnouncements } from '../test/factories/announcements.ts';
import { setMailAddress } from '../test/factories/mail-addresses.ts';
import { setNotificationChoices } from '../test/factories/notification-settings.ts';
import { addStudents } from '../test/factories/people.ts';
import { grantPermissions } from '../test/factories/permissions.ts';
import { notifyOpenWindow } from '../test/factories/window-notices.ts';
import { sendRawRequest, waitUntil } from '../test/http.ts';
import type { ReceivedMail } from '../test/mail-server.ts';
import { passwords, type TestClient } from '../test/test-client.ts';

const { chat, login, 'email-address': emailAddress, news, notices } = callsByRoom;
const trial = new DeliveryFixture({ mails: true });

interface Choice {
  readonly language?: Language;
  readonly atOnce?: boolean;
  readonly topics?: readonly string[];
  readonly isOpen?: boolean;
}
let count = 0;

/** Gives a person a confirmed address of their own. */
async function address(person: TestClient, { language = 'ru', ...choice }: Choice = {}): Promise<string> {
  const own = `person${++count}@example.test`;
  await setMailAddress(trial.portal.database.autocommit, person.uid, own, { language });
  const topics = choice.topics ?? ['marks', 'lessons', 'errands', 'news'];
  await setNotificationChoices(trial.portal.database.autocommit, person.uid, {
    mail: topics,
    mailAtOnce: choice.atOnce ?? true,
    isOpen: choice.isOpen ?? false,
  });
  return own;
}
/** A person with a confirmed address. */
interface Recipient {
  readonly person: TestClient;
  readonly to: string;
}

async function newStudent(choice?: Choice): Promise<Recipient> {
  const [person] = await addStudents(trial.portal, 'student', 1);
  assert.ok(person);
  return { person, to: await address(person, choice) };
}

/** A notice to a person that their registration window is open. */
const insertWindowNotice = ({ uid }: TestClient) => notifyOpenWindow(trial.portal.database.autocommit, uid);
/** A notice of an announcement that is not urgent. */
const insertNewsNotice = async ({ uid }: TestClient) => {
  const { autocommit } = trial.portal.database;
  await notifyAnnouncements(autocommit, uid, await createAnnouncements(autocommit, ['Библиотека открыта']));
};
/** Waits for a mail of that subject; sign-ins may tell of themselves there too, sooner or later. */
const cameAs = (to: string, subject: string) =>
  waitUntil(`${subject} came`, () => trial.mails.of(to).some((mail) => mail.subject === subject));

/** Notifies a person of everything once more. */
const renewNotice = async ({ uid }: TestClient) => {
  await trial.portal.database.autocommit`update notice set planned = false, seen_at = null where person_id = ${uid}`;
  await trial.wake();
};

const came = async (to: string, many = 1): Promise<ReceivedMail> => {
  await waitUntil(`${many} came`, () => trial.mails.of(to).length === many);
  return trial.mails.of(to)[many - 1] ?? assert.fail();
};
interface Row {
  /** Conversations that the mail is about, as `personal:1`. */
  talks: string[];
  outcome: string | null;
  tries: number;
  due: string;
}
const rowsOf = async ({ uid }: TestClient) =>
  await trial.portal.database.autocommit<Row[]>`
    select talks, outcome, tries, to_char(due_at at time zone 'Asia/Bishkek', 'YYYY-MM-DD HH24:MI') as due
    from notification_outbox where person_id = ${uid} order by id`;
const ended = (person: TestClient, ...outcomes: (string | null)[]) =>
  waitUntil(`it ends as ${outcomes}`, async () => {
    const rows = await rowsOf(person);
    return String(rows.map(({ outcome }) => outcome)) === String(outcomes);
  });
const waits = (person: TestClient, due: string) =>
  waitUntil(`it waits until ${due}`, async () => (await rowsOf(person)).some((row) => !row.outcome && row.due === due));
const keyIn = ({ text }: ReceivedMail) => /\/lms\/check\/mail\/([\w-]+)$/m.exec(text)?.[1] ?? assert.fail(text);

describe('an address', () => {
  for (const [login, language, subject] of [
    ['student', 'ru', 'Подтвердите адрес почты'],
    ['student2', 'kg', 'Почта дарегин ырастаңыз'],
    ['student3', 'en', 'Confirm your mail address'],
  ] as const)
    test(`[TOLD-02] is asked for its confirmation in the person's language: ${language}`, async () => {
      const person = await trial.portal.as(login);
      person.cookies.set('lang', language);
      const to = `${login}@example.test`;
      await person.get(emailAddress.setAddress, { address: to, password: passwords[login] });
      const asking = await came(to);
      assert.equal(asking.subject, subject);
      assert.match(asking.html, new RegExp(`<html lang="${language === 'kg' ? 'ky' : language}">`));
      assert.equal(asking.headers.get('list-unsubscribe'), undefined);
      assert.equal(asking.headers.get('from'), 'University <lms@university.test>');
      const key = keyIn(asking);
      assert.match(asking.html, new RegExp(`href="http://portal.test/lms/check/mail/${key}"`));
      await trial.portal.nobody().get(emailAddress.confirm, { key });
      assert.equal((await person.get(emailAddress.settings))[0]?.isConfirmed, true);
    });

  test('[TOLD-02] that is replaced is notified; what was asked before is not sent any more', async () => {
    const person = await trial.portal.as('student');
    const give = (to: string) => person.get(emailAddress.setAddress, { address: to, password: passwords.student });
    await trial.mails.goAway();
    await give('first@example.test');
    await give('second@example.test');
    // None is on its way any more when the server is there again.
    await waitUntil('all were tried', async () =>
      (await rowsOf(person)).every(({ tries, outcome }) => tries > 0 || outcome !== null),
    );
    await trial.mails.reconnect();
    await waitUntil('all is sent', async () => {
      await trial.makeDue();
      return (await rowsOf(person)).every(({ outcome }) => outcome !== null);
    });
    await cameAs('student@example.test', 'Ваш адрес больше не связан с порталом');
    assert.equal(trial.mails.of('first@example.test').length, 0);
    await came('second@example.test');
  });

  test('[TOLD-02] that is removed is notified in its language; the link of a day ago is not sent any more', async () => {
    const person = await trial.portal.as('student3');
    await person.get(emailAddress.removeAddress);
    await cameAs('student3@example.test', 'Your address is no longer linked to the portal');
    // Notices of its sign-ins are on their way no more.
    await waitUntil('all is sent', async () => (await rowsOf(person)).every(({ outcome }) => outcome !== null));
    const before = (await rowsOf(person)).map(({ outcome }) => outcome);
    await trial.mails.goAway();
    await person.get(emailAddress.setAddress, { address: 'late@example.test', password: passwords.student3 });
    // That very mail: an earlier one of the person may have been tried while the server was away.
    await waitUntil('it was tried', async () => {
      const [late] = await trial.portal.database.autocommit<{ tries: number }[]>`
        select tries from notification_outbox where address = 'late@example.test' and leased_until is null`;
      return (late?.tries ?? 0) > 0;
    });
    await trial.portal.database.autocommit`
      update notification_outbox set created_at = created_at - interval '25 hours' where person_id = ${person.uid}`;
    await trial.mails.reconnect();
    await trial.makeDue();
    await ended(person, ...before, 'withdrawn');
    assert.deepEqual(trial.mails.of('late@example.test'), []);
  });
});

describe('a mail', () => {
  test('[TOLD-02] comes in three languages as text and HTML, with links into the portal and a way to leave', async () => {
    const subjects = { ru: /^Регистрация/, kg: /^Катталуу/, en: /^Registration/ };
    for (const [language, subject] of Object.entries(subjects)) {
      const { person, to } = await newStudent({ language: language as Language });
      await insertWindowNotice(person);
      const one = await came(to);
      assert.match(one.subject, subject);
      assert.match(one.text, /^http:\/\/portal\.test\/lms\/registration/m);
      assert.match(one.html, /href="http:\/\/portal\.test\/lms\/registration/);
      assert.match(one.headers.get('content-type') ?? '', /^multipart\/alternative/);
      assert.equal(one.headers.get('list-unsubscribe'), `<http://portal.test/lms/check/mail/${keyIn(one)}>`);
      assert.equal(one.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
      assert.equal(one.headers.get('auto-submitted'), 'auto-generated');
      await ended(person, 'sent');
    }
  });

  test('[TOLD-02] is left by one click of a mail program, and then nothing comes', async () => {
    const { person, to } = await newStudent();
    await insertWindowNotice(person);
    const path = new URL((await came(to)).headers.get('list-unsubscribe')?.slice(1, -1) ?? '').pathname;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const left = await sendRawRequest(trial.portal.base, { path, headers, body: 'List-Unsubscribe=One-Click' });
    assert.equal(left.status, 200);
    await insertNewsNotice(person);
    await trial.portal.database.autocommit`
      insert into notice (person_id, kind, thing, step) values (${person.uid}, 'right', 1, 'news')`;
    await waitUntil('all is planned', async () => await isPlanned());
    assert.deepEqual(
      (await rowsOf(person)).map(({ outcome }) => outcome),
      ['sent'],
    );
  });

  test('[TOLD-04] says nothing private unless the person allows it', async () => {
    const [closed, open] = [await newStudent(), await newStudent({ isOpen: true })];
    const editor = await trial.portal.as('editor');
    await editor.get(news.insert, { message: 'Тайный сбор <b>в зале</b>', urgent: true }, { key: randomUUID() });
    const [one, other] = [await came(closed.to), await came(open.to)];
    for (const text of [one.subject, one.text, one.html]) assert.doesNotMatch(text, /Тайный|сбор/);
    assert.equal(one.subject, 'Новое объявление');
    assert.match(`${other.subject}\n${other.text}`, /Тайный сбор <b>в зале<\/b>/);
    assert.match(other.html, /Тайный сбор &lt;b&gt;в зале/);
  });

  test('[TOLD-03] of the evening gathers what is chosen; what was read, or may not be seen any more, is not in it', async () => {
    const { person, to } = await newStudent({ atOnce: false });
    const reader = await newStudent({ atOnce: false });
    const moved = await newStudent({ atOnce: false });
    const blocked = await newStudent({ atOnce: false });
    const other = await newStudent({ atOnce: false, topics: ['marks'] });
    for (const { person: one } of [{ person }, reader, moved, blocked, other]) await insertWindowNotice(one);
    for (const one of [person, reader.person]) await insertNewsNotice(one);
    for (const { person: one } of [{ person }, reader, moved, blocked]) await waits(one, '2026-11-23 19:00');
    await waitUntil('all is planned', isPlanned);
    assert.equal((await rowsOf(other.person)).length, 0);
    const [list] = await reader.person.get(notices.list);
    await reader.person.get(notices.seen, { upTo: list?.notices[0]?.id });
    await trial.portal.database.autocommit`
      update group_membership set group_id = (
        select g.id from study_group g join speciality s on s.id = g.speciality_id where s.faculty_id <> (
          select s.faculty_id from study_group own join speciality s on s.id = own.speciality_id
          where own.id = group_membership.group_id) limit 1)
      where student_id = ${moved.person.uid}`;
    await trial.portal.database.autocommit`update account set blocked = true where person_id = ${blocked.person.uid}`;
    await trial.makeDue();
    const digest = await came(to);
    assert.equal(digest.subject, '2 новых уведомления');
    assert.match(digest.text, /Регистрация.*Новое объявление/s);
    for (const { person: one } of [reader, moved, blocked]) await ended(one, 'withdrawn');
    assert.deepEqual(
      [reader, moved, blocked].map((one) => trial.mails.of(one.to).length),
      [0, 0, 0],
    );
  });

  test('[TOLD-03] at once all the same: a right, a sign-in elsewhere', async () => {
    const person = await trial.portal.byPassword('teacher');
    const to = await address(person, { atOnce: false });
    await grantPermissions(trial.portal.database.autocommit, person.uid, 'news');
    assert.equal((await came(to)).subject, 'Изменились ваши права');
    await trial.portal.byPassword('teacher');
    const second = await came(to, 2);
    assert.equal(second.subject, 'Новый вход в ваш профиль');
    assert.match(second.text, /Если это не вы.*потому что оно о безопасности/s);
    assert.doesNotMatch(second.text, /Отписаться/);
    assert.equal(second.headers.get('list-unsubscribe'), undefined);
    assert.doesNotMatch(second.text, /127\.0\.0\.1|Главный корпус/);
  });

  test('[AUTH-15] a sign-in elsewhere names its place, to whoever wants details in notifications', async () => {
    const person = await trial.portal.as('clerk');
    const to = await address(person, { isOpen: true });
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36';
    const asked = { login: 'clerk', password: passwords.clerk };
    await trial.portal.nobody().get(login.authorize, asked, { headers: { 'user-agent': agent } });
    const { text } = await came(to);
    assert.match(
      text,
      /Chrome, Windows\. Откуда: Главный корпус · 127\.0\.0\.1\. Если это не вы, проверьте способы входа/,
    );
    assert.match(text, /\/lms\/profile\?at=devices$/m);
    await trial.portal.nobody().get(login.authorize, asked, { headers: { 'user-agent': 'unheard of' } });
    assert.match((await came(to, 2)).text, /^Неизвестное устройство\. Откуда: Главный корпус/m);
  });

  test('[TOLD-03] of messages, when they were chosen', async () => {
    const { teacher, student, send, personal } = await openChatFixture(trial.portal);
    const to = await address(teacher, { topics: ['personal'] });
    await send(student, teacher, 'Можно вопрос?');
    await trial.portal.database.autocommit`update message set notify_at = now() where notify_at is not null`;
    await trial.wake();
    const isWaiting = ({ talks, outcome }: Row) =>
      outcome === null && talks.some((talk) => talk.startsWith('personal:'));
    await waitUntil('it waits', async () => (await rowsOf(teacher)).some(isWaiting));
    await trial.makeDue();
    await cameAs(to, 'Новое сообщение');
    for (const { text } of trial.mails.of(to)) assert.doesNotMatch(text, /вопрос/);
    await teacher.get(chat.readAll, personal(student));
  });

  test('[TOLD-03] of the night waits until the morning', async () => {
    const { person, to } = await newStudent();
    try {
      await trial.setClock('2026-11-23T23:30:00+06:00');
      await insertWindowNotice(person);
      await waits(person, '2026-11-24 07:00');
      assert.deepEqual(trial.mails.of(to), []);
      await trial.setClock('2026-11-24T07:01:00+06:00');
      await came(to);
    } finally {
      await trial.setClock(deliveryTestTime);
    }
  });
});

const isPlanned = async () => {
  const [row] = await trial.portal.database.autocommit<{ any: boolean }[]>`
    select exists (select from notice where not planned) as any`;
  return row?.any === false;
};
const deadOf = async (person: TestClient) => (await person.get(emailAddress.settings))[0]?.isDead;

describe('a mail server', () => {
  test('[TOLD-04] that is unavailable for a while: each mail comes once', async () => {
    const { person, to } = await newStudent();
    await trial.mails.goAway();
    await insertWindowNotice(person);
    await waitUntil('it was tried', async () => (await rowsOf(person))[0]?.tries === 1);
    await trial.mails.reconnect();
    await trial.makeDue();
    await came(to);
    await ended(person, 'sent');
    assert.equal(await deadOf(person), false);
  });

  test('[TOLD-04] whose answer is lost gets the mail again, by the same number; what came meanwhile has its own', async () => {
    const { person, to } = await newStudent();
    trial.mails.manners.set(to, 'cut');
    await insertWindowNotice(person);
    const first = await came(to);
    await waitUntil('the answer is missed', async () => (await rowsOf(person))[0]?.tries === 1);
    trial.mails.manners.delete(to);
    await insertNewsNotice(person);
    const later = await came(to, 2);
    await trial.makeDue();
    const again = await came(to, 3);
    const number = ({ headers }: ReceivedMail) => headers.get('message-id');
    assert.equal(number(again), number(first));
    assert.match(number(first) ?? '', /^<[\w.]+@university\.test>$/);
    assert.notEqual(number(later), number(first));
    assert.equal(again.text, first.text);
  });

  test('[TOLD-02] that knows no such recipient: the address is dead, the person sees it, nothing more is tried', async () => {
    const { person, to } = await newStudent();
    trial.mails.manners.set(to, { at: 'recipient', reply: '550 5.1.1 No such user here' });
    await insertWindowNotice(person);
    await waitUntil('it is dead', async () => (await deadOf(person)) === true);
    const { asked } = trial.mails;
    await insertNewsNotice(person);
    await waitUntil('all is planned', isPlanned);
    assert.deepEqual(
      (await rowsOf(person)).map(({ outcome }) => outcome),
      ['failed'],
    );
    assert.equal(trial.mails.asked, asked);
  });

  test('[TOLD-02] that refuses three mails in a row: dead; one that is accepted in between resets the count', async () => {
    const { person, to } = await newStudent();
    // A bare 550 may be about the portal as well as about the mailbox.
    const refuse = (by: 'text' | 'recipient' = 'text') =>
      trial.mails.manners.set(to, { at: by, reply: by === 'text' ? '554 Transaction failed' : '550 Not here' });
    const over = (many: number) =>
      waitUntil(`${many} are over`, async () => {
        const rows = await rowsOf(person);
        return rows.length === many && rows.every(({ outcome }) => outcome !== null);
      });
    refuse();
    await insertWindowNotice(person);
    await over(1);
    for (const [place, step] of ['refused', 'taken', 'refused', 'refused', 'refused'].entries()) {
      assert.equal(await deadOf(person), false);
      if (step === 'taken') trial.mails.manners.delete(to);
      else refuse(place === 3 ? 'recipient' : 'text');
      await renewNotice(person);
      await over(place + 2);
    }
    assert.equal(await deadOf(person), true);
  });

  for (const reply of ['451 Try again later', '554 5.7.1 Relay access denied'])
    test(`[TOLD-02] ${reply}: nobody's fault, it is tried again`, async () => {
      const { person, to } = await newStudent();
      trial.mails.manners.set(to, { at: 'recipient', reply });
      await insertWindowNotice(person);
      await waitUntil('it was tried', async () => (await rowsOf(person))[0]?.tries === 1);
      trial.mails.manners.delete(to);
      await trial.makeDue();
      await came(to);
      assert.equal(await deadOf(person), false);
    });

  test('[TOLD-04] nothing of addresses, texts and passwords is logged', () => {
    const logged = trial.warned.filter((what) => 'mail' in what);
    assert.ok(logged.length > 5);
    for (const { mail: number, status, fault, outcome, ...rest } of logged) {
      assert.deepEqual(rest, {});
      assert.ok(Number.isInteger(number) && (status === null || Number.isInteger(status)));
      assert.match(`${fault} ${outcome}`, /^[A-Z]+ (again|refused|dead)$/);
    }
  });
});
