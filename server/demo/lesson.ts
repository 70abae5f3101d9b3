import type { PlanItem } from './curriculum.ts';
import type { Group, Teacher } from './people.ts';
import type { Stream } from './teaching.ts';

export interface Room {
  building: string;
  number: string;
  seats: number;
}

export interface Lesson {
  code: string;
  year: number;
  term: number;
  day: number;
  slot: number;
  weekKind: number;
  weekFrom: number;
  weekTo: number;
  /** Held on this day alone; null: in every week of its span. */
  onlyOn: string | null;
  classType: string;
  item: PlanItem;
  teacher: Teacher;
  room: Room;
  subgroup: number;
  stream: Stream | null;
  groups: Group[];
}
