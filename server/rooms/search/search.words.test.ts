import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { type ChatFixture, openChatFixture } from '../../test/chat.ts';
import { openPortal, type TestPortal } from '../../test/test-client.ts';

const { search, library } = callsByRoom;

/** What finds one another by their forms, in texts of one word as well as in sentences. */
const families = [
  'дарыя дарыянын дарыяга дарыялар',
  'жылдыз жылдызды жылдыздар жылдызыбыз',
  'досубуз досума досуңду досторго',
  'шаарым шаарымда шаарыбыздын шаарлар',
  'көпүрө көпүрөнү көпүрөлөрдөн',
].map((family) => family.split(' '));

/** By the rules of Russian these would be forms of one another, but nobody can tell that they are Russian. */
const apart = ['кар кара', 'кол кола', 'бал бала', 'кыз кызыл', 'ай айыл', 'бак бакыт'].map((pair) => pair.split(' '));

/** Russian words of which a text of one word tells as little. */
const russian = [
  'карта карты картой',
  'задача задачи задачу',
  'тема темы',
  'урок уроки',
  'дом дома домом',
  'рука руки',
].map((one) => one.split(' '));

let portal: TestPortal;
let chatFixture: ChatFixture;

before(async () => {
  portal = await openPortal({ RATE_PERCENT: '100000' });
  chatFixture = await openChatFixture(portal);
  const [shelf] = await chatFixture.teacher.get(library.categories);
  for (const word of new Set([...families, ...apart, ...russian].flat())) {
    await chatFixture.send(chatFixture.teacher, chatFixture.student, `Бул билдирүү ${word} жөнүндө`);
    const fields = { id_eBook: -1, nameBook: word, author: 'N', id_bookCategory: shelf?.id_bookCategory };
    await chatFixture.teacher.get(library.save, fields, { files: [{ name: 'b.bin', content: 'x' }] });
  }
});
after(() => portal.close());

/** The words of the texts that are found for a word: on covers, and in messages. */
async function found(text: string): Promise<{ books: string[]; messages: string[] }> {
  const [books] = await chatFixture.student.get(search.texts, { text, only: 'books' });
  const [messages] = await chatFixture.student.get(search.texts, { text, only: 'messages' });
  return {
    books: books?.books.rows.map(({ name }) => name.text) ?? [],
    messages: messages?.messages.rows.map(({ message }) => message.text.split(' ')[2] ?? '') ?? [],
  };
}

test('[FIND-03] every form finds every other one, with the endings of whose it is and of cases together', async () => {
  for (const family of families)
    for (const form of family) {
      const { books, messages } = await found(form);
      assert.deepEqual([books.toSorted(), messages.toSorted()], [family.toSorted(), family.toSorted()], form);
    }
});

test('[FIND-03] short words that Russian rules would join stay apart', async () => {
  for (const pair of apart)
    for (const word of pair) assert.deepEqual(await found(word), { books: [word], messages: [word] });
});

test('[FIND-03] Russian words are found by their forms on a cover of one word', async () => {
  for (const [lemma = '', ...forms] of russian)
    for (const form of forms) {
      assert.ok((await found(lemma)).books.includes(form), `${lemma} finds ${form}`);
      assert.ok((await found(form)).books.includes(lemma), `${form} finds ${lemma}`);
    }
});
