import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rooms } from '@bilim/contract/rooms.ts';
import { flattenLocale } from '../server/test/locale-rules.ts';
import { roomSearchSynonyms, roomTileTexts } from './new-room.lines.ts';
import { projectFolder } from './results.ts';

const languages = ['kg', 'ru', 'en'] as const;

type Texts = Readonly<Record<string, string>>;

/** Texts of a room that are still as `npm run new-room` made them; an English name may well be the room's own. */
function standIns(language: (typeof languages)[number], room: string, common: Texts, search: Texts): string[] {
  const { name, about } = roomTileTexts[language](room);
  return [
    language !== 'en' && common[`rooms.${room}.name`] === name && `common.json rooms.${room}.name`,
    common[`rooms.${room}.about`] === about && `common.json rooms.${room}.about`,
    search[`also.${room}`] === roomSearchSynonyms[language](room) && `search.json also.${room}`,
  ].filter((key) => key !== false);
}

test('no text of the generator of rooms is left in rail, tiles and search', () => {
  const left = languages.flatMap((language) => {
    const folder = join(projectFolder, 'web/public/locales', language);
    const read = (file: string) => flattenLocale(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    const [common, search] = [read('common.json'), read('search.json')];
    return rooms.flatMap(({ name }) =>
      standIns(language, name, common, search).map((key) => `${language}/${key}: say what the room is`),
    );
  });
  assert.deepEqual(left, []);
});

test('one that is left is named', () => {
  const { name, about } = roomTileTexts.ru('shop');
  const words = { 'also.shop': roomSearchSynonyms.ru('shop') };
  assert.deepEqual(standIns('ru', 'shop', { 'rooms.shop.name': name, 'rooms.shop.about': about }, words), [
    'common.json rooms.shop.name',
    'common.json rooms.shop.about',
    'search.json also.shop',
  ]);
  assert.deepEqual(
    standIns('ru', 'shop', { 'rooms.shop.name': 'Лавка', 'rooms.shop.about': 'вещи студентов' }, {}),
    [],
  );
});
