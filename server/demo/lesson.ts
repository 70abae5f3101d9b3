import type { PlanItem } from './curriculum.ts';
import type { InventedGroup, InventedTeacher } from './people.ts';
import type { InventedStream } from './teaching.ts';

export interface InventedRoom {
  building: string;
  number: string;
  seats: number;
}

export interface InventedLesson {
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
  teacher: InventedTeacher;
  room: InventedRoom;
  subgroup: number;
  stream: InventedStream | null;
  groups: InventedGroup[];
}
