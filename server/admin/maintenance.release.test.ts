import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { joinCluster } from '../database/cluster-check.ts';
import { waitUntil } from '../test/http.ts';
import { LiveEventListener } from '../test/live-event-listener.ts';
import { CommandHost, type ProgramResult } from '../test/program.ts';
import { openPortal, passwords, type TestPortal } from '../test/test-client.ts';

const { apps, login, news, profile } = callsByRoom;
let portal: TestPortal;
let host: CommandHost;
let maintenance: (...args: string[]) => Promise<ProgramResult>;
before(async () => {
  let address = '';
  portal = await openPortal({}, async (url) => {
    address = url;
    return url;
  });
  await joinCluster(portal.database, portal.settings);
  const env = { DATABASE_URL: address, DATA_DIR: portal.settings.dataDir };
  host = new CommandHost();
  maintenance = (...args) => host.run('admin/main.ts', ['maintenance', ...args], env);
});
after(async () => {
  host?.close();
  await portal?.close();
});

const announced = async () => (await portal.nobody().get(login.config)).maintenance;
/** The acts of this command so far, with what they say. */
const auditEntries = async () =>
  await portal.ownerSql`select action, detail from audit where action like 'maintenance.%' order by id`;

describe('work on the server', { concurrency: false }, () => {
  it('that is announced is shown on every page and hinders nobody yet', async () => {
    const editor = await portal.as('editor');
    const listener = await LiveEventListener.open(editor);
    await waitUntil('the line is open', () => listener.text.includes('\n\n'));
    const reason = 'Новый сервер | Жаңы сервер | A new server';
    const { out } = await maintenance('--begin', '2026-11-28 22:00', '--until', '2026-11-28 23:30', '--reason', reason);
    assert.equal(out, 'Announced for 2026-11-28 22:00, expected to last until 2026-11-28 23:30, until --end.\n');
    await listener.waitForEvents('maintenance');
    listener.close();
    assert.deepEqual(await announced(), {
      begins: '2026-11-28T16:00:00.000Z',
      ends: '2026-11-28T17:30:00.000Z',
      reason: { ru: 'Новый сервер', kg: 'Жаңы сервер', en: 'A new server' },
    });
    assert.equal((await maintenance('--show')).out, out);
    await editor.get(news.insert, { message: 'before' });
  });

  it('that has begun lets people sign in, read and sign out, and change nothing until its end', async () => {
    const editor = await portal.as('editor');
    assert.match((await maintenance()).out, /^Nothing can be changed since 2026-11-23 14:\d\d, until --end\.\n$/);
    await waitUntil('the portal knows', async () => (await announced())?.ends === null);
    const key = crypto.randomUUID();
    const refused = await editor.ask(news.insert, { message: 'meanwhile' }, { key });
    assert.deepEqual([refused.status, refused.error?.code], [503, 'call.maintenance']);
    assert.equal(refused.headers.get('retry-after'), '60');
    const student = portal.nobody();
    await student.get(login.authorize, { login: 'student', password: passwords.student });
    assert.equal((await student.ask(apps.links)).status, 200);
    assert.equal((await student.get(news.data))[0]?.message, 'before');
    const own = await student.ask(profile.changePassword, { old: passwords.student, password: 'Another1' });
    assert.deepEqual([own.status, own.error?.code], [503, 'call.maintenance']);
    assert.equal((await student.ask(login.logout)).status, 200);

    assert.equal((await maintenance('--end')).out, 'Everybody can work again.\n');
    await waitUntil('the portal knows', async () => (await announced()) === null);
    await editor.get(news.insert, { message: 'meanwhile' }, { key });
    assert.equal((await maintenance('--end')).out, 'No work was announced.\n');
    assert.equal((await maintenance('--show')).out, 'No work is announced.\n');
    assert.deepEqual(
      (await auditEntries()).map(({ action }) => action),
      ['maintenance.announced', 'maintenance.announced', 'maintenance.ended'],
    );
  });

  it('is refused in a sentence where a moment or a reason cannot be read', async () => {
    for (const [args, sentence] of [
      [['--begin', 'tomorrow'], /^"tomorrow" is no moment such as 22:00/],
      [['--begin', '2026-02-30 10:00'], /is no moment/],
      [['--begin', '22:00', '--until', '21:00'], /^--until 21:00 is not after the beginning, or past\.$/],
      [['--until', '2026-11-22 10:00'], /not after the beginning, or past/],
      [['--reason', 'one | two'], /^--reason takes one text/],
    ] as const) {
      const { code, err } = await maintenance(...args);
      assert.equal(code, 1);
      assert.match(err.trim(), sentence);
    }
    assert.equal((await auditEntries()).length, 3, 'nothing is announced by halves');
  });
});
