import type { RoomName, RoomPath } from '@bilim/contract/rooms.ts';
import { containsAllWords, findFoldedMatch, foldText, parseSearchWords } from '@bilim/contract/texts.ts';
import type { PageLink } from '../../core/searchParams.ts';
import type { TextWithHighlights } from '../../kit/HighlightedText.tsx';
import type { IconDrawing } from '../../kit/Icon.tsx';

/** A room that the person may open, as the shell lists it. */
export interface OpenableRoom {
  readonly name: RoomName;
  readonly path: RoomPath;
  readonly icon: IconDrawing;
}

/** Something that one opens or does by its name. */
export interface SearchCommand {
  readonly key: string;
  readonly name: string;
  readonly icon: IconDrawing;
  /** Other words by which it is looked for. */
  readonly also?: string;
  /** What one does there; shown where such a word has led to it. */
  readonly about?: string;
  readonly address?: PageLink;
  readonly onChoose?: () => void;
}

/** The name with what was typed marked; null: it does not hold all words. */
export function highlightName(name: string, text: string): TextWithHighlights | null {
  if (!containsAllWords(name, text)) return null;
  const found = parseSearchWords(text).flatMap(({ folded }) => findFoldedMatch(name, folded) ?? []);
  return { text: name, marks: found.sort((one, other) => one.from - other.from).flatMap(({ from, to }) => [from, to]) };
}

/** Letters that a word may end in another way with. */
const ending = 2;
const minPrefixLength = 4;

/** Whether each word of a text begins as one of these words does, whatever its ending: «справку» is asked for by «справка». */
export function matchesWordStems(also: string, text: string): boolean {
  const known = foldText(also).split(' ');
  return parseSearchWords(text).every(({ folded }) => {
    const begin = folded.slice(0, Math.max(minPrefixLength, folded.length - ending));
    return known.includes(folded) || (begin.length >= minPrefixLength && known.some((word) => word.startsWith(begin)));
  });
}

const evening = 17;
const morning = 6;

/** Rooms that fit the hour, first of all: classes by day, reading in the evening. */
export function suggestRooms(hour: number): readonly RoomName[] {
  return hour >= evening || hour < morning
    ? ['umk', 'library', 'schedule', 'chat', 'news', 'desk']
    : ['schedule', 'journal', 'chat', 'umk', 'news', 'desk'];
}
