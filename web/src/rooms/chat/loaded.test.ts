import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  addAuthorNamesakeHints,
  appendMessages,
  applyMessageChanges,
  disambiguateAuthorNames,
  excludeMessage,
  groupMessagesByAuthor,
  isLastPage,
  type LoadedMessages,
  type Message,
  type MessageChanges,
  prependMessages,
  toLoadedMessages,
} from './loaded-messages.ts';

const message = (id: number, more: Partial<Message> = {}): Message => ({
  key: null,
  id_message: id,
  message: `m${id}`,
  ismine: false,
  created: new Date(Date.UTC(2026, 10, 21, 4, id)).toISOString(),
  id_author: 1,
  authorType: 1,
  fio: 'Автор',
  files: [],
  readAt: null,
  seenBy: 0,
  editedAt: null,
  replyTo: null,
  ...more,
});
const page = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
const loaded = (from: number, to: number, more: Partial<LoadedMessages> = {}): LoadedMessages => ({
  messages: page(from, to),
  revision: to,
  atStart: false,
  atEnd: true,
  unreadStart: null,
  unreadTotal: 0,
  ...more,
});
const changes = (more: Partial<MessageChanges>): MessageChanges => ({
  revision: 99,
  more: false,
  messages: [],
  deleted: [],
  seen: [],
  unreades_start: null,
  unreades_total: 0,
  ...more,
});
const ids = (of: LoadedMessages) => of.messages.map(({ id_message }) => id_message);

suite('the loaded part of a conversation', () => {
  test('[CHAT-02] [CHAT-04] opening marks that older ones exist, as long as a page is full', () => {
    const reply = { messages: page(1, 20), unreades_start: 19, unreades_total: 2, revision: 20 };
    assert.deepEqual([toLoadedMessages(reply).atStart, toLoadedMessages(reply).unreadTotal], [false, 2]);
    assert.equal(toLoadedMessages({ ...reply, messages: page(1, 19) }).atStart, true);
    assert.equal(isLastPage(page(1, 20)), false);
  });

  test('[CHAT-04] pages join without gaps and doubles', () => {
    const older = prependMessages(loaded(21, 30), page(1, 20));
    assert.deepEqual(
      ids(older),
      page(1, 30).map(({ id_message }) => id_message),
    );
    assert.equal(older.atStart, false);
    assert.equal(prependMessages(loaded(5, 8), page(1, 4)).atStart, true);
    const newer = appendMessages(loaded(1, 5, { atEnd: false }), page(4, 8));
    assert.deepEqual(ids(newer), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert.equal(newer.atEnd, true);
  });

  test('[CHAT-11] what was missed is there once and in order, edits and deletions included', () => {
    const before = loaded(1, 5, {
      messages: [...page(1, 4), message(5, { replyTo: { id_message: 2, id_author: 1, fio: 'A', message: 'm2' } })],
    });
    const missed = changes({
      messages: [message(3, { message: 'иначе', editedAt: 'now' }), message(7), message(6)],
      deleted: [2],
      seen: [{ id_message: 4, readAt: 'then', seenBy: 3 }],
      unreades_total: 2,
    });
    const once = applyMessageChanges(before, missed);
    assert.deepEqual(ids(once), [1, 3, 4, 5, 6, 7]);
    assert.equal(once.messages[1]?.message, 'иначе');
    assert.equal(once.messages[2]?.seenBy, 3);
    assert.equal(once.messages[3]?.replyTo?.message, null);
    assert.deepEqual(ids(applyMessageChanges(once, missed)), ids(once));
  });

  test('a part in the middle takes in nothing that lies beyond its edges', () => {
    const middle = loaded(10, 20, { atEnd: false });
    assert.deepEqual(ids(applyMessageChanges(middle, changes({ messages: [message(3), message(40)] }))), ids(middle));
  });

  test('[CHAT-07] a deleted message leaves the list', () => {
    assert.deepEqual(ids(excludeMessage(loaded(1, 3), 2)), [1, 3]);
  });

  test('messages of one author within five minutes and a day stand together', () => {
    const all = [message(1), message(3), message(9), message(10, { id_author: 2 }), message(11, { id_author: 2 })];
    const sizes = (...cuts: number[]) =>
      groupMessagesByAuthor(all, (at) => at.slice(0, 10), new Set(cuts)).map((group) => group.messages.length);
    assert.deepEqual(sizes(), [2, 1, 2]);
    assert.deepEqual(sizes(11), [2, 1, 1, 1]);
  });
});

test('[TALK-03] authors of the same name are distinguished, in their lines and where they are answered', () => {
  const fio = 'Асанов Бакыт Эркинович';
  const messages = [
    message(1, { id_author: 5, authorType: 2, fio }),
    message(2, { id_author: 6, authorType: 2, fio, replyTo: { id_message: 1, id_author: 5, fio, message: 'm1' } }),
    message(3, { id_author: 7, authorType: 2, fio: 'Осмонова Айгүл Таалайбековна' }),
    message(4, { id_author: 8, authorType: 1, fio: 'Иванова Дарья Олеговна' }),
  ];
  const plain = loaded(1, 4, { messages });
  assert.equal(addAuthorNamesakeHints(plain, new Map()), plain);
  const hints = new Map([
    [5, '1021'],
    [6, '1022'],
  ]);
  const hinted = addAuthorNamesakeHints(plain, hints).messages;
  assert.deepEqual(
    hinted.map((one) => [one.apart, one.replyTo?.apart]),
    [
      ['1021', undefined],
      ['1022', '1021'],
      [undefined, undefined],
      [undefined, undefined],
    ],
  );
  assert.deepEqual(
    [...disambiguateAuthorNames(hinted)].sort(([one], [other]) => one - other),
    [
      [5, 'Асанов Бакыт, 1021'],
      [6, 'Асанов Бакыт, 1022'],
      [7, 'Осмонова Айгүл'],
      [8, 'Иванова\u00a0Д.\u00a0О.'],
    ],
  );
  // Two names are the same, the third distinguishes them.
  const other = message(5, { id_author: 9, authorType: 2, fio: 'Осмонова Айгүл Маратовна' });
  assert.equal(disambiguateAuthorNames([...messages, other]).get(9), 'Осмонова Айгүл Маратовна');
});
