import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { noticeAddress } from '@bilim/contract/notice-address.ts';
import sharp from 'sharp';
import { Translations } from '../../core/translations.ts';
import { type Notice, NotificationTexts } from '../../delivery/notification-texts.ts';
import { renderNewBrowserNotices } from '../../delivery/sign-in-notices.queries.ts';
import { createPostHeaders, sendRawRequest, waitUntil } from '../../test/http.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { profile, apps, login, notices, people } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('[SHELL-09] one sees one’s own sessions and ends another one of them, nobody else’s', async () => {
  const here = await portal.as('student');
  const there = await portal.as('student');
  const other = await portal.as('student2');
  const list = await here.get(profile.sessions);
  assert.deepEqual(
    list.map((one) => one.isThis),
    [true, false],
  );
  const foreign = (await other.get(profile.sessions))[0]?.id_session ?? 0;
  for (const id_session of [foreign, list[0]?.id_session, 999_999]) {
    const answer = await here.ask(profile.endSession, { id_session, password: passwords.student });
    assert.deepEqual([answer.status, answer.error?.code], [404, 'profile.noSession']);
  }
  assert.equal((await there.ask(apps.links)).status, 200);
  await here.get(profile.endSession, { id_session: list[1]?.id_session, password: passwords.student });
  assert.equal((await there.ask(apps.links)).status, 401);
  assert.deepEqual([(await here.ask(apps.links)).status, (await other.ask(apps.links)).status], [200, 200]);
});

test('[AUTH-15] a device shows when it was used last', async () => {
  const here = await portal.as('student3');
  const [{ uid } = assert.fail()] = await here.get(profile.data);
  const there = portal.nobody();
  await there.signIn('student3', passwords.student3);
  await portal.ownerSql`
    update session set created_at = now() - interval '3 days', last_seen_at = now() - interval '2 days'
    where person_id = ${uid} and id = (select max(id) from session)`;
  const other = async () => (await here.get(profile.sessions)).find(({ isThis }) => !isThis);
  const unused = await other();
  assert.equal((await there.ask(apps.links)).status, 200);
  const days = async () => (Date.parse((await other())?.seen ?? '') - Date.parse(unused?.seen ?? '')) / 86_400_000;
  await waitUntil('the call is seen', async () => Math.round(await days()) === 2);
  assert.equal((await other())?.begun, unused?.begun);
});

test('[AUTH-15] the place of a device is the university’s network that its address lies in, in the reader’s language', async () => {
  const campus = await openPortal({
    TRUST_PROXY: '127.0.0.1',
    NETWORKS: '10.0.0.0/8=Сеть университета; 10.1.0.0/16=Корпус | Башкы корпус | Main building',
  });
  try {
    const places = ['10.1.4.7', '10.9.0.1', '203.0.113.7'];
    const persons = places.map(() => campus.nobody());
    for (const [at, person] of persons.entries())
      await person.get(
        login.authorize,
        { login: 'student', password: passwords.student },
        { headers: { 'x-forwarded-for': places[at] ?? '' } },
      );
    const [reader = assert.fail()] = persons;
    const shown = (rows: readonly { address: string | null; network: string | null }[]) =>
      rows.map(({ address, network }) => [address, network]).toSorted();
    const named = (main: string) => [
      ['10.1.4.7', main],
      ['10.9.0.1', 'Сеть университета'],
      ['203.0.113.7', null],
    ];
    assert.deepEqual(shown(await reader.get(profile.sessions)), named('Корпус'));
    reader.cookies.set('lang', 'kg');
    assert.deepEqual(shown(await reader.get(profile.sessions)), named('Башкы корпус'));
    const admin = await campus.as('admin');
    const [{ uid } = assert.fail()] = await reader.get(profile.data);
    const [person] = await admin.get(people.person, { id_person: uid });
    assert.deepEqual(shown(person?.sessions ?? []), named('Корпус'));
  } finally {
    await campus.close();
  }
});

describe('a sign-in in a new browser', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36';
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';
  let fresh: TestPortal;
  before(async () => {
    fresh = await openPortal({
      TRUST_PROXY: '127.0.0.1',
      NETWORKS: '10.1.0.0/16=Корпус | Башкы корпус | Main building',
    });
  });
  after(() => fresh.close());

  const comes = async (name: 'editor' | 'clerk', agent: string, address: string) => {
    const person = fresh.nobody();
    const headers = { 'user-agent': agent, 'x-forwarded-for': address };
    await person.get(login.authorize, { login: name, password: passwords[name] }, { headers });
    return person;
  };
  const deviceNotices = async (person: TestClient) => {
    const [list] = await person.get(notices.list);
    return list?.notices.filter(({ kind, step }) => kind === 'signInMethods' && step === 'device') ?? [];
  };
  const advice = 'если это не вы, проверьте способы входа и сообщите в университет';
  const wordsOf = (notice: Notice | undefined, language: 'ru' | 'kg' = 'ru') => {
    const manner = { language, isOpen: true, today: '2026-11-23' };
    const { title, body } = new NotificationTexts(new Translations()).one(notice ?? assert.fail(), manner);
    return { title, body };
  };
  const shown = async (person: TestClient) =>
    (await deviceNotices(person)).map(({ title, place, isNew }) => [title, place, isNew]);

  test('[AUTH-15] stands in the bell with its device and place, each in a row; the very first one and a known browser do not', async () => {
    const first = await comes('editor', windows, '10.1.4.7');
    assert.deepEqual(await shown(first), []);
    await comes('editor', windows, '10.1.4.8');
    await comes('editor', phone, '203.0.113.7');
    await comes('editor', 'unheard of', '203.0.113.8');
    const rows = (main: string, isNew: boolean) => [
      [null, '203.0.113.8', isNew],
      ['Safari, iPhone', '203.0.113.7', isNew],
      ['Chrome, Windows', `${main} · 10.1.4.8`, isNew],
    ];
    assert.deepEqual(await shown(first), rows('Корпус', true));
    await first.get(notices.seen, { upTo: (await deviceNotices(first))[0]?.id });
    await first.signIn('editor', passwords.editor);
    assert.deepEqual(await shown(first), rows('Корпус', false), 'this browser was in before');
    first.cookies.set('lang', 'kg');
    assert.deepEqual(await shown(first), rows('Башкы корпус', false));
  });

  test('[AUTH-15] says so in words, and leads to the devices', async () => {
    const person = await comes('clerk', windows, '10.1.4.7');
    await comes('clerk', phone, '10.1.4.8');
    const [notice = assert.fail()] = await deviceNotices(person);
    assert.deepEqual(noticeAddress(notice, { today: '2026-11-23' }), { to: '/profile', search: { at: 'devices' } });
    assert.equal(wordsOf(notice).body, `Safari, iPhone · Корпус · 10.1.4.8 · ${advice}`);
    await comes('clerk', 'unheard of', '203.0.113.8');
    const [unknown] = await deviceNotices(person);
    assert.equal(wordsOf(unknown).body, `неизвестное устройство · 203.0.113.8 · ${advice}`);
    assert.match(wordsOf(unknown, 'kg').body, /^белгисиз түзмөк · 203\.0\.113\.8 · /);
  });

  /** What ten earlier sign-ins left in the bell. */
  const tenRows = async (uid: number, seenAt: string | null) => {
    await fresh.ownerSql`delete from notice where person_id = ${uid}`;
    await fresh.ownerSql`
      insert into notice (person_id, kind, thing, step, detail, planned, seen_at)
      select ${uid}, 'signInMethods', 1000000 + n, 'device', jsonb_build_object('device', null, 'address', '203.0.113.' || n), true, ${seenAt}
      from generate_series(1, 10) n`;
  };

  test('[AUTH-15] on shared computers shows the last ten', async () => {
    const [{ uid } = assert.fail()] = await (await comes('clerk', windows, '10.1.4.7')).get(profile.data);
    await tenRows(uid, '2026-11-20');
    const rows = await deviceNotices(await comes('clerk', windows, '10.1.4.9'));
    assert.deepEqual([rows.length, rows[0]?.place, rows[9]?.thing], [10, 'Корпус · 10.1.4.9', 1_000_002]);
  });

  test('[AUTH-15] attack: many of them hide none that was not read: the newest ones are counted in one row', async () => {
    const [{ uid } = assert.fail()] = await (await comes('clerk', windows, '10.1.4.7')).get(profile.data);
    await tenRows(uid, null);
    const reader = await comes('clerk', windows, '10.1.4.8');
    await comes('clerk', phone, '10.1.4.9');
    const rows = await deviceNotices(reader);
    assert.deepEqual(
      rows.map(({ place, count }) => [place, count]),
      [['Корпус · 10.1.4.9', 3], ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => [`203.0.113.${n}`, null])],
    );
    assert.deepEqual(wordsOf(rows[0]), {
      title: 'Входов с новых устройств: 3',
      body: `последний: Safari, iPhone · Корпус · 10.1.4.9 · ${advice}`,
    });
    // Where the bell's row went to a later one, what is still to be pushed or mailed tells its own device.
    const sessions = await fresh.ownerSql<{ id: number }[]>`
      select id::int from session where person_id = ${uid} order by id desc limit 2`;
    const asked = [uid, uid + 1].flatMap((person) =>
      sessions.map(({ id }) => ({ person, thing: id, language: 'ru', isOpen: true }) as const),
    );
    const means = { db: fresh.database.autocommit, texts: new Translations(), timeZone: 'Asia/Bishkek' };
    assert.deepEqual(
      (await renderNewBrowserNotices(asked, means)).map((one) => one?.body.split('. Если')[0]),
      [
        ...['Safari, iPhone. Откуда: Корпус · 10.1.4.9', 'Chrome, Windows. Откуда: 10.1.4.8'],
        // Somebody else has no notice of them.
        ...Array<string>(2).fill('Если это не вы, проверьте способы входа и сообщите в университет.'),
      ],
    );
    await reader.get(notices.seen, { upTo: rows.at(-1)?.id });
    await comes('clerk', windows, '10.1.4.10');
    const places = (await deviceNotices(reader)).map(({ place }) => place);
    assert.deepEqual([places[0], places[1], places.length], ['Корпус · 10.1.4.10', 'Корпус · 10.1.4.9', 10]);
    assert.ok(!places.includes('203.0.113.1'), 'what was read goes first');
  });
});

test('[AUTH-15] all other sessions end at once, for whoever knows the password', async () => {
  const here = await portal.as('teacher');
  const there = [await portal.as('teacher'), await portal.as('teacher')];
  const wrong = await here.ask(profile.endOthers, { password: 'wrong' });
  assert.deepEqual([wrong.status, wrong.error?.code], [422, 'profile.wrongPassword']);
  assert.deepEqual(await here.get(profile.endOthers, { password: passwords.teacher }), { ended: 2 });
  for (const person of there) assert.equal((await person.ask(apps.links)).status, 401);
  assert.deepEqual(
    (await here.get(profile.sessions)).map(({ isThis }) => isThis),
    [true],
  );
});

test('[SHELL-09] a photo becomes a square JPEG of at most 256; anything else is refused and leaves nothing', async () => {
  const person = await portal.as('clerk');
  const content = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#0a629a' } })
    .png()
    .toBuffer();
  await person.get(profile.savePhoto, {}, { files: [{ name: 'me.png', content, type: 'image/png' }] });
  const photo = await person.get(profile.photo);
  const { format, width, height } = await sharp(Buffer.from(photo ?? '', 'base64')).metadata();
  assert.deepEqual([format, width, height], ['jpeg', 256, 256]);
  const wrong: [{ name: string; content: string | Buffer }[], string][] = [
    [[], 'profile.photoRequired'],
    [[{ name: 'a.png', content: 'no picture' }], 'profile.notPicture'],
    [[{ name: 'a.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }], 'profile.notPicture'],
  ];
  for (const [files, code] of wrong) {
    const answer = await person.ask(profile.savePhoto, {}, { files });
    assert.deepEqual([answer.status, answer.error?.code], [400, code]);
  }
  assert.equal(await person.get(profile.photo), photo);
  const folder = join(portal.settings.dataDir, 'files');
  const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  assert.deepEqual(left, []);
});

test('[SHELL-09] the university may keep its own photos', async () => {
  const strict = await openPortal({ PHOTO_UPLOAD: '0' });
  const person = await strict.as('student');
  const files = [{ name: 'a.png', content: 'x' }];
  const answer = await person.ask(profile.savePhoto, {}, { files });
  assert.deepEqual([answer.status, answer.error?.code], [403, 'profile.photoForbidden']);
  const headers = {
    ...createPostHeaders(person),
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': '9',
  };
  const early = await sendRawRequest(strict.base, { path: profile.savePhoto.path, headers, body: null });
  assert.match(early.text, /"code":"profile.photoForbidden"/, 'before a byte of the photo is there');
  await strict.close();
});
