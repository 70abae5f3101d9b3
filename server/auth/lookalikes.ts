import type { Fragment } from 'postgres';
import { cyrillicHomoglyphs } from '../core/homoglyphs.ts';
import type { Db } from '../database/database.ts';

/** Letters of other alphabets, and in the same places the Latin ones that they look like. */
const others = `${Object.values(cyrillicHomoglyphs).join('')}үһјѕԁӏԛԝαοριντυχκ`;
const latin = `${Object.keys(cyrillicHomoglyphs).join('')}yhjsdlqwaopivtuxk`;

/** What a careless comparison makes of a name: letters that look alike are the same, and signs that nobody sees are none. */
export const foldLookalikes = (name: string): string =>
  Array.from(
    name
      .normalize('NFKC')
      .replaceAll(/[\p{Cf}\p{Cc}\s\\]/gu, '')
      .toUpperCase()
      .toLowerCase(),
    (letter) => latin[others.indexOf(letter)] ?? letter,
  ).join('');

/** SQL: the same of a column, which holds no signs that nobody sees. */
export const foldLookalikesSql = (db: Db, column: Fragment) => db`translate(lower(${column}), ${others}, ${latin})`;
