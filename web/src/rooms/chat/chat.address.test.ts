import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversationAddress } from '@bilim/contract/conversation-address.ts';
import { parseConversationAddress, pendingMessageAddress } from './chat.address.ts';

const course = { year: 26, ws: 1, id_discipline: 301, id_office: null };
const none = { year: 0, ws: 0, id_discipline: 0, kredit: 0, isSelect: null, gr_potok: null };

test('[TALK-01] the address of a row of the inbox names its conversation, with the key of the live line', () => {
  const rows = [
    [{ ...course, kredit: 2.05, idid: 7, isSelect: null, gr_potok: null }, 'p/26/1/301/2.05/7/1001'],
    [{ ...course, kredit: 4, idid: 2000, isSelect: null, gr_potok: null }, 'p/26/1/301/4/1001/2000'],
    [{ ...course, kredit: 5, idid: -1, isSelect: false, gr_potok: 11 }, 'g/26/1/301/5/0/11'],
    [{ ...course, kredit: 2.5, idid: -1, isSelect: true, gr_potok: 12 }, 'g/26/1/301/2.5/1/12'],
    [{ ...none, idid: 5, id_office: 5 }, 'p/0/0/0/0/5/1001'],
    [{ ...none, idid: 2000, id_office: 5 }, 'p/0/0/0/0/5/2000'],
  ] as const;
  for (const [row, key] of rows) {
    const of = parseConversationAddress(conversationAddress(row), 1001);
    assert.equal(of?.key, key);
    assert.deepEqual([of?.fields.kredit, of?.sendTo.currentContactId], [row.kredit, row.idid]);
    assert.equal(parseConversationAddress(pendingMessageAddress(of?.sendTo ?? {}), 1001)?.key, key);
  }
});

test('an address that does not say all of a conversation names none', () => {
  assert.equal(parseConversationAddress({ c: -1 }, 1), null);
  assert.equal(parseConversationAddress({ year: 26, ws: 1, d: '301.0.5' }, 1), null);
  assert.equal(parseConversationAddress({ year: 26, ws: 1, d: '301.0.5', c: -1 }, 1), null);
  assert.equal(parseConversationAddress({ year: 26, d: '301.0.5', c: 7 }, 1), null);
});
