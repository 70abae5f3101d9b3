import type { RoomName } from '@bilim/contract/rooms.ts';
import { findFolded, holdsWords, soughtWords } from '@bilim/contract/texts.ts';
import type { Drawing } from '../../kit/Icon.tsx';
import type { MarkedText } from '../../kit/MarkedAt.tsx';
import type { Address } from './option.ts';

/** A room that the person may open, as the shell lists it. */
export interface RoomToOpen {
  readonly name: RoomName;
  readonly path: string;
  readonly icon: Drawing;
}

/** Something that one opens or does by its name. */
export interface Act {
  readonly key: string;
  readonly name: string;
  readonly icon: Drawing;
  readonly address?: Address;
  readonly act?: () => void;
}

/** The name with what was typed marked; null: it does not hold all words. */
export function markedName(name: string, text: string): MarkedText | null {
  if (!holdsWords(name, text)) return null;
  const found = soughtWords(text).flatMap(({ folded }) => findFolded(name, folded) ?? []);
  return { text: name, marks: found.sort((one, other) => one.from - other.from).flatMap(({ from, to }) => [from, to]) };
}

const evening = 17;
const morning = 6;

/** Rooms that fit the hour, first of all: classes by day, reading in the evening. */
export function fitting(hour: number): readonly RoomName[] {
  return hour >= evening || hour < morning
    ? ['umk', 'library', 'schedule', 'chat', 'news', 'desk']
    : ['schedule', 'journal', 'chat', 'umk', 'news', 'desk'];
}
