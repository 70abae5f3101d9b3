import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { foldText } from '@bilim/contract/texts.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('[FIND-02] browser, server and database fold every text alike', async () => {
  const every = Array.from({ length: 0x2c00 - 1 }, (_, index) => String.fromCharCode(index + 1));
  // Capitals that no name here has: a dotted I and the sigma have two small ones, Georgian and Cherokee ones are new.
  const letters = every.filter((letter) => !/[İΣ\p{Cn}\u1000-\u1dff]/u.test(letter));
  // As everything that is stored: in NFC.
  const texts = [
    ...letters.map((letter) => `а${letter}б`),
    ...['', ' ', '  Үсөнов\u00a0 Өмүрбек\n', "Маъ'муров Исмоʼил", 'ЫҢГАЙ\tЧОҢ', '😀 Ө', '’ ʼ'],
  ].map((text) => text.normalize('NFC'));
  const rows = await portal.database.autocommit<{ given: string; folded: string }[]>`
    select given, fold_text(given) as folded from jsonb_array_elements_text(${portal.database.autocommit.json(texts)}) as given`;
  const unlike = rows.filter(({ given, folded }) => foldText(given) !== folded);
  assert.deepEqual(
    unlike.map(({ given, folded }) => [given, folded, foldText(given)]),
    [],
  );
  assert.equal(rows.length, texts.length);
});
