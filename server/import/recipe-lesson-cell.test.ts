import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLessonCell } from './recipe-lesson-cell.ts';
import { KnownRowIndex } from './recipe-lookup.ts';

test('[IMPORT-04] a number at the end of a discipline is no room, with its kind in brackets behind it, too', () => {
  const known = new KnownRowIndex(
    new Map([
      ['disciplines', [{ code: 'd1', name_ru: 'Русский язык 1' }]],
      ['class_types', [{ code: 'practice', name_ru: 'Практика' }]],
      ['teachers', [{ code: 't1', surname: 'Асан кызы', name: 'Айпери', patronymic: '' }]],
    ]),
  );
  const parsed = (text: string) =>
    parseLessonCell(text, known).map(({ discipline, kind, room, teacher }) => [discipline, kind, room, teacher]);
  const wanted = [['Русский язык 1', 'пр', '', 'Асан кызы Айпери']];
  assert.deepEqual(parsed('Русский язык 1 (пр.) Асан кызы Айпери'), wanted);
  const [[, , room] = []] = parsed('Русский язык 1 (пр.) Асан кызы Айпери 204');
  assert.equal(room, '204');
});
