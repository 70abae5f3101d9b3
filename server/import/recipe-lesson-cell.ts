import { foldName, type KnownRowIndex } from './recipe-lookup.ts';

/** What one text of a timetable's cell says of a class; what was not found stays empty. */
export interface ParsedLessonCell {
  /** 0 every week, 1 odd, 2 even; null: the text does not say. */
  readonly week: 0 | 1 | 2 | null;
  /** Part of the group; null: the text does not say. */
  readonly subgroup: number | null;
  readonly discipline: string;
  readonly kind: string;
  readonly teacher: string;
  readonly room: string;
}

const weekMark =
  /(?<![\p{L}\d])(?:(числ(?:итель)?|чис|неч[её]тн(?:ая|\.)?|неч|алым|так)|(знам(?:енатель)?|зн|ч[её]тн(?:ая|\.)?|ч[её]т|бөлүм|жуп))(?![\p{L}])\.?\s*(?:нед(?:еля|\.)?)?\s*[:)]?/giu;
const subgroupMark =
  /(?<![\p{L}\d])([1-9])\s*[-–]?\s*(?:п\s*\/\s*г(?:р)?|подгр(?:уппа)?|пг|пгр|чакан топ)(?![\p{L}])\.?\s*[:)]?/giu;

/** Cuts a text at its marks: each piece with what its mark says; marks are before their pieces, or behind all of them. */
function cut<T>(
  text: string,
  mark: RegExp,
  meaning: (found: RegExpMatchArray) => T,
): { piece: string; parsed: T | null }[] {
  const found = [...text.matchAll(mark)];
  if (found.length === 0) return [{ piece: text, parsed: null }];
  const before = trimmed(text.slice(0, found[0]?.index));
  return found.map((one, place) => {
    const from = one.index + one[0].length;
    const next = found[place + 1];
    const earlier = found[place - 1];
    const piece =
      before === ''
        ? text.slice(from, next?.index)
        : found.length === 1
          ? `${before} ${text.slice(from)}`
          : text.slice(earlier ? earlier.index + earlier[0].length : 0, one.index);
    return { piece: trimmed(piece), parsed: meaning(one) };
  });
}

const trimmed = (text: string): string => text.replace(/^[\s/|;,.:()–—-]+|[\s/|;,:(–—-]+$/gu, '');

const name = String.raw`\p{Lu}[\p{Ll}’']+(?:-\p{Lu}[\p{Ll}]+)?`;
const rank = String.raw`(?:(?:проф|доц|преп|ст\.?\s*преп|асс|асист|к\.\s*\p{L}\.\s*н|д\.\s*\p{L}\.\s*н)\.?(?:\p{Ll}*)\s*,?\s*)*`;
const fullTeacherName = new RegExp(`${name}(?:\\s+(?:уулу|кызы))?\\s+${name}(?:\\s+${name})?`, 'gu');
const teacherText = new RegExp(
  `(?<![\\p{L}])${rank}(${name}(?:\\s+(?:уулу|кызы))?)\\s+(\\p{Lu})\\s*\\.\\s*(?:(\\p{Lu})\\s*\\.?(?![\\p{Ll}]))?`,
  'u',
);
const roomText =
  /(?<![\p{L}])(?:ауд(?:итория)?|каб(?:инет)?|комн)\.?\s*(?:№\s*)?([\p{L}\d]+(?:\s*[-/.]\s*[\p{L}\d]+)?)/iu;
const roomLike = /^(?:[\p{L}]{0,4}[-/.]?)?\d+[\p{L}]?(?:[-/.]\d+[\p{L}]?)?$/u;

/** The classes of a cell: several where it holds both weeks or both halves of a group. */
export function parseLessonCell(text: string, known: KnownRowIndex): ParsedLessonCell[] {
  return cut(text, weekMark, ([, odd]) => (odd ? 1 : 2)).flatMap(({ piece, parsed: week }) =>
    cut(piece, subgroupMark, ([, digit]) => Number(digit)).map(({ piece: own, parsed: subgroup }) => ({
      week: week as 1 | 2 | null,
      subgroup,
      ...parts(own, known),
    })),
  );
}

function parts(text: string, known: KnownRowIndex): Pick<ParsedLessonCell, 'discipline' | 'kind' | 'teacher' | 'room'> {
  let rest = text.replace(/\s+/gu, ' ');
  const take = (found: RegExpExecArray | null) => {
    if (found) rest = `${rest.slice(0, found.index)} \n ${rest.slice(found.index + found[0].length)}`;
    return found;
  };
  const fullName = knownTeacher(rest, known);
  let teacher = '';
  if (fullName) {
    teacher = fullName;
    rest = rest.replace(fullName, ' \n ');
  } else {
    const [, surname = '', first = '', second = ''] = take(teacherText.exec(rest)) ?? [];
    if (surname) teacher = `${surname} ${first}.${second ? `${second}.` : ''}`;
  }
  let room = (take(roomText.exec(rest))?.[1] ?? '').replace(/\s+/gu, '');
  if (!room) room = takeRoom();
  const kind = takeKind();
  return { teacher, room, kind, discipline: trimmed(rest.replace(/\(\s*\)/g, ' ').replace(/\s+/gu, ' ')) };

  function takeRoom(): string {
    const words = [...rest.matchAll(/[^\s,;()]+/gu)].filter(([word]) => roomLike.test(word));
    const [word, index] = [words.at(-1)?.[0], words.at(-1)?.index];
    if (word === undefined || index === undefined) return '';
    // «Русский язык 1 (пр.)»: the number is the discipline's, whatever stands in brackets behind it.
    const whole = trimmed(rest.replace(/\([^()]*\)/gu, ' ').replace(/\s+/gu, ' '));
    if ('key' in known.find('disciplines', whole)) return '';
    rest = `${rest.slice(0, index)} \n ${rest.slice(index + word.length)}`;
    return word;
  }

  function takeKind(): string {
    const marked = [...rest.matchAll(/\(\s*(\p{L}{1,12})\.?\s*\)|(?<![\p{L}])(\p{L}{1,12})\.(?![\p{L}])/gu)];
    const plain = [...rest.matchAll(/(?<![\p{L}])(\p{L}{2,})(?![\p{L}])/gu)].slice(1);
    for (const found of [...marked, ...plain.reverse()]) {
      const word = found[1] ?? found[2] ?? '';
      const isMarked = marked.includes(found);
      if (!isKind(word, known, isMarked)) continue;
      rest = `${rest.slice(0, found.index)} \n ${rest.slice(found.index + found[0].length)}`;
      return word;
    }
    const unknown = /\(\s*([^()]{1,20}?)\s*\)/u.exec(rest);
    take(unknown);
    return unknown?.[1] ?? '';
  }
}

function knownTeacher(text: string, known: KnownRowIndex): string | null {
  for (const [found] of text.matchAll(fullTeacherName)) {
    const result = known.find('teachers', found);
    // Who of two with one name is meant, the load says, or the person is asked.
    if ('key' in result || 'several' in result) return found;
  }
  return null;
}

/** The kind of class that a word stands for: the beginning of its name, or its short name. */
export function findClassTypeByWord(word: string, known: KnownRowIndex): string | null {
  const sought = foldName(word);
  const fitting = known
    .rows('class_types')
    .filter((row) =>
      ['code', 'name_ru', 'name_kg', 'short_ru', 'short_kg', 'name_en', 'short_en'].some((column) =>
        foldName(row[column] ?? '').startsWith(sought),
      ),
    );
  return fitting.length === 1 ? (fitting[0]?.code ?? null) : null;
}

/** A word in brackets or with a point may be any beginning of a kind's name; one in the open has to be all of it. */
function isKind(word: string, known: KnownRowIndex, isMarked: boolean): boolean {
  if (isMarked && word.length >= 2) return findClassTypeByWord(word, known) !== null;
  const sought = foldName(word);
  return known
    .rows('class_types')
    .some((row) =>
      ['name_ru', 'name_kg', 'short_ru', 'short_kg'].some((column) => foldName(row[column] ?? '') === sought),
    );
}
