import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { limits } from '@bilim/contract/limits.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { news } = callsByRoom;

let portal: TestPortal;
let editor: TestClient;
let admin: TestClient;
let student: TestClient;
before(async () => {
  portal = await openPortal({ RATE_PERCENT: '1000' });
  [editor, admin, student] = await Promise.all([portal.as('editor'), portal.as('admin'), portal.as('student')]);
});
after(() => portal.close());

const text = (name: string, content = name) => ({ name, content });

async function publish(by: TestClient, message: string, files: { name: string; content: string }[]) {
  const [item] = await by.get(news.insert, { message }, { files });
  assert.ok(item);
  return { id: item.id_eventMessage, files: item.files.map(({ id }) => id) };
}

const revoke = (by: TestClient, id: number) => by.get(news.delete, { id_eventMessage: id });

test('[NEWS-06] what was deleted is written again with its files, and new ones beside them', async () => {
  const { id, files } = await publish(editor, 'Сбор в 9', [text('план.txt', 'a'), text('схема.txt', 'b')]);
  await revoke(editor, id);
  const again = { id_deleted: id, id_file: files };
  const [item] = await editor.get(
    news.insert,
    { message: 'Сбор в 10', ...again },
    { files: [text('план.txt', 'c'), text('список.txt', 'd')] },
  );
  assert.deepEqual(
    item?.files.map(({ name }) => name),
    ['план.txt', 'схема.txt', 'план (2).txt', 'список.txt'],
  );
  const content = async (of: number, name: string) => {
    const answer = await student.fetch(
      `${news.download.path}?${new URLSearchParams({ type: '4', filename: `${of}_${name}` })}`,
    );
    return answer.ok ? await answer.text() : answer.status;
  };
  const of = item?.id_eventMessage ?? 0;
  assert.deepEqual(await Promise.all([content(of, 'план.txt'), content(of, 'план (2).txt')]), ['a', 'c']);
  assert.equal(await content(id, 'план.txt'), 404, 'the first one stays gone');
  // A part of them, and nothing else, is enough for an announcement.
  const [part] = await editor.get(news.insert, { message: '', id_deleted: id, id_file: files.slice(1) });
  assert.deepEqual(
    part?.files.map(({ name }) => name),
    ['схема.txt'],
  );
});

test('[NEWS-06] only the author takes files of an announcement along, only after it was deleted, and no others', async () => {
  const first = await publish(editor, 'Одно', [text('a.txt')]);
  const second = await publish(editor, 'Другое', [text('b.txt')]);
  const refused = async (by: TestClient, of: { id: number; files: number[] }, code = 'news.notFound') => {
    const answer = await by.ask(news.insert, { message: 'x', id_deleted: of.id, id_file: of.files });
    assert.equal(answer.error?.code, code);
  };
  await refused(editor, first);
  await revoke(editor, first.id);
  await refused(admin, first);
  await refused(editor, { id: first.id, files: [...first.files, ...second.files] });
  await refused(editor, { id: second.id, files: first.files });
  const answer = await editor.ask(news.insert, { message: 'x', id_file: first.files });
  assert.equal(answer.error?.code, 'news.notFound');
});

test('[NEWS-06] files that go along count among those that an announcement may have', async () => {
  const many = Array.from({ length: limits.fileCount }, (_, place) => text(`${place}.txt`));
  const { id, files } = await publish(editor, 'Много файлов', many);
  await revoke(editor, id);
  const answer = await editor.ask(
    news.insert,
    { message: 'x', id_deleted: id, id_file: files },
    { files: [text('n.txt')] },
  );
  assert.deepEqual([answer.status, answer.error?.code], [400, 'file.tooMany']);
});

test('[NEWS-06] the author finds later what was deleted, with text, files and audience; nobody else does', async () => {
  const { id, files } = await publish(editor, 'Позже исправлю', [text('список.txt')]);
  const found = async (by: TestClient) => (await by.get(news.deleted)).find((one) => one.id_eventMessage === id);
  assert.equal(await found(editor), undefined);
  await revoke(editor, id);
  const first = (await editor.get(news.deleted))[0];
  assert.deepEqual(
    [
      first?.id_eventMessage,
      first?.message,
      first?.id_humanTypeFor,
      first?.faculties,
      first?.files.map((one) => one.id),
    ],
    [id, 'Позже исправлю', -1, [], files],
  );
  assert.equal(await found(admin), undefined, 'whose it is not');
  assert.equal((await student.ask(news.deleted)).status, 403);
  const [again] = await editor.get(news.insert, { message: 'Исправлено', id_deleted: id, id_file: files });
  assert.deepEqual(
    again?.files.map(({ name }) => name),
    ['список.txt'],
  );
});
