import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { suite, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { limits } from '@bilim/contract/limits.ts';
import { listenToRoom, openChatFixture } from '../../test/chat.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { buildStoredFilePath } from '../../test/stored-files.ts';
import { refusalOf, type TestClient } from '../../test/test-client.ts';
import { deleteRemovedMessages } from './moderation.decisions.queries.ts';

const { audit, chat, moderation, notices } = callsByRoom;
const chatFixture = await openChatFixture();
const { portal, teacher, student, student2, student3, course, stream, personal, group, fieldsOf, send } = chatFixture;
const admin = await portal.as('admin');
const { ownerSql } = portal;

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const reason = 'Оскорбление однокурсника';
const report = (who: TestClient, id_message: number, more: object = {}) =>
  who.ask(chat.report, { id_message, reason: 'insult', ...more });
const open = async (who = admin) => await who.get(moderation.list, { state: 'open' });
const caseOf = async (id: number, who = admin) => {
  const found = (await open(who)).find(({ id_message }) => id_message === id);
  assert.ok(found, `message ${id} waits`);
  return found;
};

async function withFile(by: TestClient, to: TestClient | null, message: string) {
  const files = [{ name: 'снимок.png', content: pixel, type: 'image/png' }];
  const [sent] = await by.get(chat.insert, { ...fieldsOf(to), message }, { files });
  assert.ok(sent?.files[0]);
  return { ...sent, file: sent.files[0].id };
}

/** A message that was reported by another and removed by the administrator. */
async function removed(by: TestClient, message: string) {
  const sent = await withFile(by, null, message);
  assert.equal((await report(by === student2 ? student : student2, sent.id_message)).status, 200);
  const { id_case } = await caseOf(sent.id_message);
  await admin.get(moderation.remove, { id_case, reason });
  return { ...sent, id_case };
}

suite('who reports', () => {
  test('[CHAT-15] a stream is named with its class type, as in the chat', async () => {
    const { id_message } = await send(student, null, 'в потоке', {}, stream);
    await report(teacher, id_message);
    const found = await caseOf(id_message);
    assert.equal(found.place, 'stream');
    assert.match(found.group ?? '', /^Поток \d+ \((лк|пр|лб)\)$/);
    await admin.get(moderation.leave, { id_case: found.id_case, reason: 'Так говорят' });
  });

  test('[CHAT-15] a member reports a message of another or its file, once; nobody else, and nobody learns who', async () => {
    const sent = await withFile(student, null, 'плохое слово');
    assert.deepEqual(refusalOf(await report(student3, sent.id_message)), [404, 'chat.notFound'], 'not a member');
    assert.deepEqual(refusalOf(await report(student, sent.id_message)), [422, 'chat.ownMessage']);
    const wrong = await report(teacher, sent.id_message, { reason: 'boring' });
    assert.deepEqual(refusalOf(wrong), [400, 'call.invalid']);
    assert.deepEqual(refusalOf(await report(teacher, sent.id_message, { reason: 'else' })), [400, 'chat.sayWhy']);
    const foreign = await withFile(teacher, student, 'другое');
    const notIts = await report(teacher, sent.id_message, { id_file: foreign.file });
    assert.deepEqual(refusalOf(notIts), [404, 'file.notFound']);
    assert.deepEqual(await open(), []);
    await report(teacher, sent.id_message, { reason: 'else', words: 'так нельзя', id_file: sent.file });
    await report(student2, sent.id_message);
    assert.equal((await report(student2, sent.id_message, { reason: 'spam' })).status, 200, 'twice is once');
    const found = await caseOf(sent.id_message);
    assert.deepEqual(
      [found.reports, found.words, found.meant, found.message, found.place],
      [2, ['так нельзя'], [sent.file], 'плохое слово', 'group'],
    );
    assert.deepEqual(new Set(found.reasons.map((one) => one.reason)), new Set(['else', 'insult']));
    assert.equal(found.author.uid, student.uid);
    assert.ok(!JSON.stringify(found).includes(String(teacher.uid)), 'who reported it is told to nobody');
    const trail = await ownerSql`select 1 from audit where detail->>'message' = ${String(sent.id_message)}`;
    assert.equal(trail.length, 0);
    await admin.get(moderation.leave, { id_case: found.id_case, reason: 'Так говорят' });
  });

  test('[CHAT-15] ten reports a day a person', async () => {
    const ids: number[] = [];
    for (let at = 0; at <= limits.reportsADay; at++)
      ids.push((await send(teacher, student, `сообщение ${at}`)).id_message);
    for (const id of ids.slice(0, -1)) assert.equal((await report(student, id)).status, 200);
    const last = ids.at(-1) ?? 0;
    assert.deepEqual(refusalOf(await report(student, last)), [422, 'chat.manyReports']);
    assert.equal((await report(student, ids[0] ?? 0)).status, 200, 'a repeat is none');
    await ownerSql`update message_report set at = at - interval '1 day' where person_id = ${student.uid}`;
    assert.equal((await report(student, last)).status, 200);
    await ownerSql`delete from message_report where person_id = ${student.uid}`;
    await ownerSql`delete from moderation_case where message_id = any (${ids}::bigint[])`;
  });
});

suite('who decides', () => {
  test('[CHAT-15] a moderator sees five messages on each side, and nothing of an own conversation or of another faculty', async () => {
    const before = [];
    for (let at = 0; at < 7; at++) before.push((await send(teacher, null, `до ${at}`)).id_message);
    const sent = await send(student, null, 'то самое');
    const after = [];
    for (let at = 0; at < 6; at++) after.push((await send(teacher, null, `после ${at}`)).id_message);
    await report(student2, sent.id_message);
    const { id_case } = await caseOf(sent.id_message);
    const around = await admin.get(moderation.around, { id_case });
    assert.deepEqual(
      around.map(({ id_message }) => id_message),
      [...before.slice(-5), ...after.slice(0, 5)],
    );
    assert.deepEqual(refusalOf(await student.ask(moderation.list, { state: 'open' })), [403, 'call.notAllowed']);

    // A teacher of the group holds the right too: what is said there is decided by others.
    await grantPermissions(ownerSql, teacher.uid, 'moderation');
    const member = await portal.as('teacher');
    assert.ok(!(await open(member)).some(({ id_message }) => id_message === sent.id_message));
    for (const [call, input] of [
      [moderation.around, { id_case }],
      [moderation.remove, { id_case, reason }],
      [moderation.leave, { id_case, reason }],
    ] as const)
      assert.deepEqual(refusalOf(await member.ask(call, input)), [404, 'moderation.notFound']);
    assert.deepEqual(await member.get(moderation.figures), [{ open: 0, own: 1, alone: 0 }]);
    await ownerSql`delete from permission where code = 'moderation' and person_id <> ${teacher.uid}`;
    assert.deepEqual(await member.get(moderation.figures), [{ open: 0, own: 1, alone: 1 }], 'nobody else holds it');
    await ownerSql`delete from permission where code = 'moderation'`;

    const [faculty] = await ownerSql<{ id: number; other: number }[]>`
      select s.faculty_id as id, (select min(f.id) from faculty f where f.id <> s.faculty_id) as other
      from group_student gs join study_group g on g.id = gs.group_id join speciality s on s.id = g.speciality_id
      where gs.student_id = ${student.uid} and gs.is_current`;
    const limitTo = async (id: number) => {
      await ownerSql`delete from permission where code = 'moderation'`;
      await grantPermissions(ownerSql, admin.uid, 'moderation', { faculty: id });
      return await portal.as('admin');
    };
    const elsewhere = await limitTo(faculty?.other ?? 0);
    assert.deepEqual(await open(elsewhere), []);
    assert.deepEqual(refusalOf(await elsewhere.ask(moderation.around, { id_case })), [404, 'moderation.notFound']);
    const there = await limitTo(faculty?.id ?? 0);
    assert.equal((await caseOf(sent.id_message, there)).id_case, id_case);
    await there.get(moderation.leave, { id_case, reason: 'Ничего дурного' });
    await ownerSql`delete from permission where code = 'moderation'`;
    await grantPermissions(ownerSql, admin.uid, 'moderation');
  });
});

suite('what was removed', () => {
  test('[CHAT-15] it is gone for everybody at once, by every way, and the author alone reads why', async () => {
    const received: string[] = [];
    const stop = await listenToRoom(student2, (key) => received.push(key), 'chat');
    const word = 'гнусное-слово';
    const sent = await withFile(student, null, word);
    await waitUntil('something is told', () => received.length > 0);
    received.length = 0;
    await teacher.get(chat.pinMessage, { id_message: sent.id_message, pinned: true });
    const addresses = [{ id: sent.file }, { id: sent.file, inline: 1 }, { id: sent.file, inline: 1, size: 'small' }];
    assert.equal((await student2.ask(chat.download, { id: sent.file })).status, 200);
    await report(student2, sent.id_message);
    const { id_case } = await caseOf(sent.id_message);
    await admin.get(moderation.remove, { id_case, reason });
    await waitUntil('something is told', () => received.length > 0);
    stop();
    for (const who of [student, student2, teacher]) {
      for (const input of addresses)
        assert.deepEqual(refusalOf(await who.ask(chat.download, input)), [404, 'file.notFound']);
      const { messages } = await who.get(chat.groupMessages, group());
      assert.ok(!JSON.stringify(messages).includes(word));
      assert.deepEqual(await who.get(chat.find, { text: word }), []);
      assert.deepEqual(await who.get(chat.search, { ...group(), text: word }), []);
      assert.ok(!JSON.stringify(await who.get(chat.conversations)).includes(word));
      const [marks] = await who.get(chat.marks, { ...group(), id_top_message: 0, id_last_message: 1e9 });
      assert.equal(marks?.pinned, null);
      const here = marks?.removed.find((one) => one.id_message === sent.id_message);
      assert.deepEqual([here?.ismine, here?.reason], who === student ? [true, reason] : [false, null]);
      assert.equal(
        await chatFixture.countFor(who, group()),
        (await who.get(chat.groupMessages, group())).unreades_total,
      );
    }
    const noticeOf = async (who: TestClient) =>
      (await who.get(notices.list))[0]?.notices.find(
        ({ kind, thing }) => kind === 'message' && thing === sent.id_message,
      );
    assert.deepEqual([(await noticeOf(student))?.step, (await noticeOf(student))?.reason], ['removed', reason]);
    assert.equal(await noticeOf(student2), undefined);
    const rows = await ownerSql`select person_id as by, detail from audit where action = 'moderation.removed'`;
    const line = rows.find(({ detail }) => detail.message === sent.id_message);
    assert.deepEqual(
      [Number(line?.by), line?.detail],
      [admin.uid, { case: id_case, message: sent.id_message, person: student.uid }],
    );
    const acts = await admin.get(audit.list, { category: 'rest' });
    assert.equal(acts.find(({ action }) => action === 'moderation.removed')?.what, `class ${sent.id_message}`);
    const history = await ownerSql`select 1 from message_history where message = ${word}`;
    assert.equal(history.length, 0, 'the text lies apart alone');
    assert.deepEqual(refusalOf(await report(teacher, sent.id_message)), [404, 'chat.notFound']);
    assert.deepEqual(refusalOf(await admin.ask(moderation.leave, { id_case, reason })), [409, 'moderation.decided']);

    // Those who moderate still have it.
    const [done] = await admin.get(moderation.list, { state: 'done' });
    assert.deepEqual([done?.state, done?.message, done?.decided?.reason], ['removed', word, reason]);
    assert.equal((await admin.ask(moderation.download, { id: sent.file, id_case, inline: 1 })).status, 200);
    assert.equal((await student2.ask(moderation.download, { id: sent.file, id_case })).status, 403);
    const other = await admin.ask(moderation.download, { id: sent.file + 1, id_case });
    assert.deepEqual(refusalOf(other), [404, 'file.notFound']);
  });

  test('[CHAT-15] it is brought back within 90 days, for everybody and with its counts', async () => {
    const before = await chatFixture.countFor(teacher, group());
    const sent = await removed(student, 'вернётся');
    assert.equal(await chatFixture.countFor(teacher, group()), before);
    await admin.get(moderation.restore, { id_case: sent.id_case, reason: 'Ошиблись' });
    assert.equal(await chatFixture.countFor(teacher, group()), (before ?? 0) + 1);
    const { messages } = await student2.get(chat.groupMessages, group());
    assert.equal(messages.at(-1)?.message, 'вернётся');
    assert.equal((await student2.ask(chat.download, { id: sent.file })).status, 200);
    const [marks] = await student.get(chat.marks, { ...group(), id_top_message: 0, id_last_message: 1e9 });
    assert.ok(!marks?.removed.some(({ id_message }) => id_message === sent.id_message));
    const [notice] = (await student.get(notices.list))[0]?.notices ?? [];
    assert.deepEqual([notice?.kind, notice?.step], ['message', 'restored']);
    assert.deepEqual(refusalOf(await admin.ask(moderation.restore, { id_case: sent.id_case, reason })), [
      409,
      'moderation.decided',
    ]);
    await teacher.get(chat.readAll, group());
    assert.equal(await chatFixture.countFor(teacher, group()), 0, 'the counts are as if nothing had been');
  });

  test('[CHAT-15] after 90 days text, earlier texts and files are gone, and that it was removed stays', async () => {
    const sent = await withFile(student, null, 'первые слова');
    await student.get(chat.edit, { id_message: sent.id_message, message: 'вторые слова' });
    await report(student2, sent.id_message);
    const found = await caseOf(sent.id_message);
    assert.deepEqual([found.message, found.before], ['вторые слова', ['первые слова']]);
    await admin.get(moderation.remove, { id_case: found.id_case, reason });
    const [file] = await ownerSql<{ key: string }[]>`select key from file where id = ${sent.file}`;
    assert.ok(file && existsSync(buildStoredFilePath(portal.settings, file.key)));
    assert.deepEqual(await portal.database.alone(deleteRemovedMessages), [], 'not yet');
    await ownerSql`
      update message_removal set removed_at = removed_at - interval '91 days' where message_id = ${sent.id_message}`;
    assert.deepEqual(await portal.database.alone(deleteRemovedMessages), [file.key]);
    const left = await ownerSql`
      select message from message_removal where message_id = ${sent.id_message}
      union all select message from message_history where message_id = ${sent.id_message}`;
    assert.deepEqual(
      left.map(({ message }) => message),
      [null],
    );
    assert.equal((await ownerSql`select 1 from file where id = ${sent.file}`).length, 0);
    const [marks] = await student2.get(chat.marks, { ...group(), id_top_message: 0, id_last_message: 1e9 });
    assert.ok(marks?.removed.some(({ id_message }) => id_message === sent.id_message));
    const late = await admin.ask(moderation.restore, { id_case: found.id_case, reason });
    assert.deepEqual(refusalOf(late), [409, 'moderation.over']);
  });

  test('[CHAT-15] what one action sent to several groups goes with it, and what the author deleted waits no more', async () => {
    const groups = (
      await ownerSql<{ id: number }[]>`
      select distinct group_id as id from group_load where teacher_id = ${teacher.uid} and year_id = ${course.year}
        and term_id = ${course.ws} and discipline_id = ${course.id_discipline} and credits = ${course.kredit}`
    ).map(({ id }) => id);
    const { year, ws, id_discipline, kredit, IsSelect } = course;
    const files = [{ name: 'рассылка.png', content: pixel, type: 'image/png' }];
    const sent = await teacher.get(
      chat.writeToGroups,
      { year, ws, id_discipline, kredit, IsSelect, groups, message: 'всем группам' },
      { files, key: crypto.randomUUID() },
    );
    const here = sent.find(({ gr_potok }) => gr_potok === course.gr_potok)?.id_message ?? 0;
    await report(student, here);
    const { id_case } = await caseOf(here);
    await admin.get(moderation.remove, { id_case, reason });
    const [count] = await ownerSql<{ gone: number }[]>`
      select count(*)::int as gone from message_removal where case_id = ${id_case}`;
    assert.equal(count?.gone, sent.length);

    const own = await send(student, teacher, 'удалю сам', {}, stream);
    await report(teacher, own.id_message);
    const waits = await caseOf(own.id_message);
    await student.get(chat.delete, { id_message: own.id_message });
    assert.ok(!(await open()).some(({ id_message }) => id_message === own.id_message));
    const gone = await admin.ask(moderation.remove, { id_case: waits.id_case, reason });
    assert.deepEqual(refusalOf(gone), [404, 'moderation.notFound']);
    assert.deepEqual((await teacher.get(chat.messages, personal(student, stream))).messages.length, 0);
  });
});
