import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, test } from 'node:test';
import type { Permission } from '@bilim/contract/permissions.ts';
import { start } from '@bilim/contract/start.ts';
import { simulateActivity } from '../../demo/activity.ts';
import { createAnnouncements } from '../../test/factories/announcements.ts';
import { placeOrders } from '../../test/factories/orders.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { createPostHeaders } from '../../test/http.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

/** Most bytes on the line of what the day begins with. */
const most = 30_000;

let portal: TestPortal;
before(async () => {
  portal = await openPortal({ RATE_PERCENT: '10000' });
  const { autocommit } = portal.database;
  await autocommit`update university set demo = true, demo_lived = '{library,umk}'`;
  await simulateActivity(portal.app);
  // More orders and announcements than a day of the invented university has: pages of them that are full.
  await placeOrders(portal.ownerSql, await portal.ownerSql`select id::int as person from student order by id limit 60`);
  const texts = await portal.ownerSql<{ text: string }[]>`
    select 'Объявление ' || n || ': ' || repeat(md5(n::text) || ' ', 12) as text from generate_series(1, 20) n order by n`;
  await createAnnouncements(
    portal.ownerSql,
    texts.map(({ text }) => text),
  );
});
after(() => portal.close());

/** How many bytes a browser is sent for the day of a person. */
function bytesOf(person: TestClient, wide: boolean): Promise<number> {
  return new Promise((done, failed) => {
    const headers = { ...createPostHeaders(person), 'accept-encoding': 'br' };
    get(`${portal.base}${start.page.path}?page=today&wide=${Number(wide)}`, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => {
        if (answer.statusCode === 200 && answer.headers['content-encoding'] === 'br') done(bytes);
        else failed(new Error(`${answer.statusCode} ${answer.headers['content-encoding']}`));
      });
    }).on('error', failed);
  });
}

for (const wide of [false, true])
  test(`[WEAK-01] [NOW-01] what the day begins with weighs less than 30 kB on a ${wide ? 'wide screen' : 'phone'}, whoever it is`, async () => {
    // A teacher with every permission has most: the day of both.
    const { autocommit } = portal.database;
    const everybody: [string, TestClient][] = [];
    for (const login of Object.keys(passwords) as (keyof typeof passwords)[])
      everybody.push([login, await portal.as(login)]);
    const registrar = await portal.as('teacher');
    const held = await autocommit<{ code: Permission }[]>`
      select distinct code from permission where person_id = (select person_id from account where login = 'admin')`;
    await grantPermissions(
      autocommit,
      registrar.uid,
      held.map(({ code }) => code),
    );
    everybody.push(['teacher with every permission', await portal.as('teacher')]);
    for (const [who, person] of everybody) {
      const bytes = await bytesOf(person, wide);
      assert.ok(bytes < most, `${who}: ${bytes}`);
    }
    await withdrawPermissions(autocommit, registrar.uid);
  });
