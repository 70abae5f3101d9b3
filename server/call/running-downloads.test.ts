import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { grantPermissions, withdrawPermissions } from '../test/factories/permissions.ts';
import { createPostHeaders, waitUntil } from '../test/http.ts';
import { openPortal, type TestClient, type TestPortal } from '../test/test-client.ts';

const { news, people } = callsByRoom;
/** More than the system takes for a reader who does not read. */
const bytes = 16 * 1024 * 1024;

let portal: TestPortal;
let admin: TestClient;
let address = '';

before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
  const file = { name: 'лекция.bin', content: Buffer.alloc(bytes) };
  const [item] = await admin.get(news.insert, { message: 'Лекция', id_humanTypeFor: 2 }, { files: [file] });
  address = `${news.download.path}?${new URLSearchParams({ type: '4', filename: `${item?.id_eventMessage}_${file.name}` })}`;
});

after(() => portal.close());

/** A file that begins to come and is read no further, with the server's end of its connection. */
async function begin(person: TestClient): Promise<{ response: IncomingMessage; sending: Socket }> {
  const asked = request(portal.base + address, { headers: createPostHeaders(person), agent: false });
  const connected = once(portal.app.fastify.server, 'connection');
  const answered = once(asked, 'response');
  asked.end();
  const [[sending], [response]] = (await Promise.all([connected, answered])) as [[Socket], [IncomingMessage]];
  assert.equal(response.statusCode, 200);
  response.on('error', () => undefined);
  return { response, sending };
}

/** Reads to the end, a little at a time while the server sends; gives whether all of it came. */
async function isWhole({ response, sending }: Awaited<ReturnType<typeof begin>>): Promise<boolean> {
  await waitUntil('the file ends', () => {
    if (sending.destroyed) response.resume();
    else for (let pieces = 0; pieces < 8; pieces++) response.read();
    return response.readableEnded || response.destroyed;
  });
  return response.complete;
}

test('[PEOPLE-01] attack: a file on its way ends with the session, whoever ends it', async () => {
  const [student, other] = [await portal.as('student'), await portal.as('student2')];
  const [ended, going] = [await begin(student), await begin(other)];
  await admin.get(people.endSessions, { id_person: student.uid, reason: 'телефон потерян' });
  assert.equal(await isWhole(ended), false);
  going.response.resume();
  assert.equal(await isWhole(going), true, 'that of somebody else comes to its end');
});

test('[PEOPLE-01] attack: a file on its way ends with a block', async () => {
  const student = await portal.as('student3');
  const file = await begin(student);
  await admin.get(people.block, { id_person: student.uid, reason: 'вход чужого' });
  assert.equal(await isWhole(file), false);
});

test('[PEOPLE-02] attack: a file that a right opens ends with the right', async () => {
  const teacher = await portal.as('teacher');
  const { autocommit } = portal.database;
  await grantPermissions(autocommit, teacher.uid, 'news');
  await waitUntil('the right holds', async () => (await teacher.get(news.check))[0]?.result === 1);
  const file = await begin(teacher);
  await withdrawPermissions(autocommit, teacher.uid, 'news');
  assert.equal(await isWhole(file), false);
});

test('[PEOPLE-02] a file goes on while its reader signs in elsewhere and out again', async () => {
  const [here, elsewhere] = [await portal.as('student2'), await portal.as('student2')];
  const file = await begin(here);
  await elsewhere.get(callsByRoom.login.logout);
  file.response.resume();
  assert.equal(await isWhole(file), true);
});
