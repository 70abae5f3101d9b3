import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '@bilim/contract/limits.ts';
import {
  contentDisposition,
  deduplicateFileNames,
  fileExtension,
  sanitizeFileName,
  smallPictureName,
} from './file-names.ts';

describe('file names', () => {
  test('[BASE-14] the full name is kept, however long it is shown', () => {
    const name = `${'Календарно-тематический план '.repeat(8)}.docx`;
    assert.ok([...name].length > limits.fileNameShown);
    assert.equal(sanitizeFileName(name), name);
    assert.equal(limits.fileNameShown, 20);
  });

  test('[NEWS-07] a small picture is called what it is', () => {
    const names = ['Фото 1.JPG', 'scan.tar.png', 'a.webp', 'B.WEBP', 'снимок', `${'ы'.repeat(251)}.png`].map(
      smallPictureName,
    );
    assert.deepEqual(names.slice(0, 5), ['Фото 1.webp', 'scan.tar.webp', 'a.webp', 'B.WEBP', 'снимок.webp']);
    assert.deepEqual([[...(names[5] ?? '')].length, names[5]?.slice(-5)], [255, '.webp']);
  });

  test('[NEWS-07] a name over 255 is cut before its extension, in whole characters', () => {
    assert.equal(sanitizeFileName(`${'ы'.repeat(300)}.pdf`), `${'ы'.repeat(251)}.pdf`);
    assert.equal([...sanitizeFileName('😀'.repeat(300))].length, 255);
    assert.equal([...sanitizeFileName(`a.${'x'.repeat(300)}`)].length, 255);
    assert.ok(sanitizeFileName(`${'😀'.repeat(300)}.jpeg`).isWellFormed());
  });

  test('[NEWS-07] nothing of a path, of control and of direction marks stays', () => {
    for (const [given, kept] of [
      ['../../a.txt', 'a.txt'],
      ['C:\\a\\b.txt', 'b.txt'],
      ['a\u202egpj.exe', 'agpj.exe'],
      ['a\0\r\nb\u0085.txt', 'ab.txt'],
      ['\ud800.txt', '\ufffd.txt'],
      ['.', 'file'],
      ['...', 'file'],
      ['\u200f', 'file'],
      ['.htaccess', '.htaccess'],
    ] as const)
      assert.equal(sanitizeFileName(given), kept);
  });

  test('[BASE-15] the extension in lower case; none where there is none', () => {
    for (const [name, extension] of [
      ['A.PDF', 'pdf'],
      ['a.tar.gz', 'gz'],
      ['.htaccess', ''],
      ['README', ''],
      ['a.', ''],
    ] as const)
      assert.equal(fileExtension(name), extension, name);
  });

  test('[NEWS-02] names of one item are distinguished, also where a cut or a number made them equal', () => {
    assert.deepEqual(deduplicateFileNames(['a.txt', 'a.txt', 'a (2).txt', 'a.txt']), [
      'a.txt',
      'a (2).txt',
      'a (2) (2).txt',
      'a (3).txt',
    ]);
    const long = sanitizeFileName(`${'ы'.repeat(300)}.pdf`);
    const [, second = ''] = deduplicateFileNames([long, long]);
    assert.deepEqual([[...second].length, second.endsWith(' (2).pdf')], [255, true]);
  });

  test('[NEWS-07] a header holds ASCII only and gives the name back', () => {
    for (const name of ['Ң ө ү.txt', '😀.txt', 'a"b\\c.txt', "a'(b)*.txt", '100%.txt', 'a;b,c=d.txt']) {
      const header = contentDisposition('attachment', name);
      assert.match(header, /^[\x20-\x7e]+$/);
      const [, quoted = '', encoded = ''] =
        /^attachment; filename="([^"\\%]*)"; filename\*=UTF-8''(\S+)$/.exec(header) ?? [];
      assert.ok(quoted);
      assert.equal(decodeURIComponent(encoded), name);
    }
  });
});
