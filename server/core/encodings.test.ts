import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { convertToUtf8, decodeByFirstMatch, decodeMarkup, decodeText, type Encoding } from './encodings.ts';

/** A text in an encoding of one byte a letter; what it lacks becomes a question mark. */
function encoded(text: string, encoding: Encoding): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Buffer.from([...text].map((letter) => bytes.get(letter) ?? 0x3f));
}

const oneByte: Encoding[] = ['windows-1251', 'ibm866', 'koi8-r', 'x-mac-cyrillic', 'iso-8859-5'];
const texts = [
  'Введение в физику',
  'Кыргыз тили жана адабияты: окуу китеби',
  'code,number,surname\ns1,1,Асанов\ns2,2,Бакыт уулу\n',
  'Список студентов группы ПИ-2024-1: Иванов, Петров, Сидоров.',
];

describe('the encoding of a text', () => {
  for (const encoding of oneByte)
    test(`${encoding} is recognised`, async () => {
      for (const text of texts) {
        const found = await decodeText(encoded(text, encoding));
        assert.deepEqual([found?.text, found?.encoding, found?.plausible], [text, encoding, true]);
      }
    });

  test('Windows-1251 without the Kyrgyz letters is still Windows-1251', async () => {
    const found = await decodeText(encoded('Төлөгөнова Айгүл, Бакыт уулу Үсөн', 'windows-1251'));
    assert.deepEqual([found?.text, found?.encoding], ['Т?л?г?нова Айг?л, Бакыт уулу ?с?н', 'windows-1251']);
  });

  test('German, French and Turkish are read as such, not as Cyrillic', async () => {
    for (const text of [
      'Übungen für Studierende, schöne Grüße und Maße.',
      'Leçon première : les élèves à l’école, un hôtel déjà réservé – très bien.',
      'Öğrenciler için güzel bir ders çalışması: İstanbul.',
    ]) {
      const found = await decodeText(encoded(text, 'windows-1254'));
      assert.deepEqual([found?.text, found?.encoding, found?.damaged], [text, 'windows-1254', 0]);
    }
  });

  test('UTF-16 is recognised with and without its mark', async () => {
    const little = Buffer.from('Привет, мир! Hello', 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const [bytes, encoding] of [
      [little, 'utf-16le'],
      [big, 'utf-16be'],
      [Buffer.concat([Buffer.from([0xff, 0xfe]), little]), 'utf-16le'],
      [Buffer.concat([Buffer.from([0xfe, 0xff]), big]), 'utf-16be'],
      [Buffer.from('Привет', 'utf16le'), 'utf-16le'],
    ] as const) {
      const found = await decodeText(bytes);
      assert.deepEqual([found?.text.slice(0, 6), found?.encoding, found?.damaged], ['Привет', encoding, 0]);
    }
  });

  test('a broken byte of UTF-8 costs one letter and is counted', async () => {
    const text = Buffer.from('Лекция: слово и таблица');
    text[text.indexOf(Buffer.from('а'))] = 0xff;
    const found = await decodeText(text);
    assert.equal(found?.encoding, 'utf-8');
    assert.ok((found?.damaged ?? 0) > 0);
    assert.match(found?.text ?? '', /^Лекция: слово и т/);
    assert.equal(found?.plausible, false);
  });

  test('a replacement character of somebody else is no new damage', async () => {
    assert.equal((await decodeText(Buffer.from('Слово \ufffd слово')))?.damaged, 0);
  });

  test('letters of no language are no words', async () => {
    const noise = Buffer.from(Array.from({ length: 200 }, (_, at) => 128 + ((at * 37) % 128)));
    assert.equal((await decodeText(noise))?.plausible, false);
  });

  test('what holds zero bytes is no text', async () => {
    assert.equal(await decodeText(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 9, 0x41])), null);
  });

  test('a name in an archive is read in the first encoding in which it makes words', async () => {
    const order: Encoding[] = ['utf-8', 'ibm866', 'windows-1251'];
    assert.equal(decodeByFirstMatch(encoded('лекция.html', 'ibm866'), order), 'лекция.html');
    assert.equal(decodeByFirstMatch(encoded('Глава 1.html', 'windows-1251'), order), 'Глава 1.html');
    assert.equal(decodeByFirstMatch(Buffer.from('глава.html'), order), 'глава.html');
  });

  test('markup that claims an encoding which its bytes cannot have is read as its bytes say', async () => {
    // Programs that write through a string in memory say UTF-16 of what they then save as UTF-8.
    for (const claimed of ['utf-16', 'UTF-16LE', 'utf-16be', 'unicode', 'x-user-defined'])
      for (const end of ['', ' ']) {
        const page = `<?xml version="1.0" encoding="${claimed}"?><p>Кыргыз тили жана адабияты</p>${end}`;
        assert.equal(await decodeMarkup(Buffer.from(page)), page);
        const old = `<html><meta charset=${claimed}><p>Введение в физику</p></html>${end}`;
        assert.equal(await decodeMarkup(encoded(old, 'windows-1251')), old);
        assert.equal(Buffer.from((await convertToUtf8(encoded(old, 'windows-1251'))) ?? []).toString(), old);
      }
  });
});
