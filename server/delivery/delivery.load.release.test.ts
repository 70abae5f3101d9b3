import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { DeliveryFixture } from '../test/delivery-fixture.ts';
import { addStudents } from '../test/factories/people.ts';
import { waitUntil } from '../test/http.ts';
import type { PushDevice } from '../test/push-service.ts';

const { news } = callsByRoom;
/** READERS=20000 DEVICES=20000 for the figure in docs/figures.md. */
const readers = Number(process.env.READERS ?? 2000);
/** How many of them have a device. */
const withDevice = Number(process.env.DEVICES ?? 400);
const trial = new DeliveryFixture({ starts: false });

test('[TOLD-04] an urgent announcement for thousands reaches every device once', async (t) => {
  const { portal, service } = trial;
  const people = await addStudents(portal, 'student', readers);
  const editor = await portal.as('editor');
  const devices = people.slice(0, withDevice).map(({ uid }) => ({ uid, device: service.device() }));
  const keys = devices[0]?.device as PushDevice;
  for (const { device } of devices) device.shareKeys(keys);
  await portal.database.autocommit`
    insert into push_device (session_id, person_id, endpoint, p256dh, auth, language)
    select s.id, d.uid, d.endpoint, ${keys.p256dh}, ${keys.auth}, (array['ru', 'kg', 'en'])[1 + d.uid % 3]
    from unnest(${devices.map(({ uid }) => uid)}::bigint[], ${devices.map(({ device }) => device.endpoint)}::text[])
      d (uid, endpoint) join session s on s.person_id = d.uid`;
  await portal.database.autocommit`
    insert into notification_setting (person_id, push, mail) select person_id, '{news}', '{}' from push_device`;
  await editor.get(news.insert, { message: 'Завтра занятий нет', id_humanTypeFor: 2 }, { key: randomUUID() });
  await portal.database.autocommit`update notice set detail = '{"urgent": true}' where kind = 'news' and not planned`;
  const begun = performance.now();
  trial.start();
  let seen = -1;
  // As long as more and more are notified it is not over.
  for (let delivered = 0; delivered !== seen && delivered < devices.length; ) {
    seen = delivered;
    await waitUntil('more are told', () => {
      delivered = devices.filter(({ device }) => device.received.length).length;
      return delivered > seen;
    });
  }
  t.diagnostic(`${readers} notices, ${withDevice} devices: ${Math.round(performance.now() - begun) / 1000} s`);
  await waitUntil('nothing waits', async () => !(await trial.outcomes()).waits);
  assert.deepEqual(await trial.outcomes(), { sent: withDevice });
  assert.ok(devices.every(({ device }) => device.received.length === 1));
  assert.deepEqual(service.faults, []);
  assert.deepEqual([...new Set(devices.map(({ device }) => device.received[0]?.title))].sort(), [
    'New announcement',
    'Жаңы кулактандыруу',
    'Новое объявление',
  ]);
});
