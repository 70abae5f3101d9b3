import type { PlanItem } from './curriculum.ts';
import type { DemoGroup, DemoTeacher } from './people.ts';
import type { DemoStream } from './teaching.ts';

export interface DemoRoom {
  building: string;
  number: string;
  seats: number;
}

export interface DemoLesson {
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
  teacher: DemoTeacher;
  room: DemoRoom;
  subgroup: number;
  stream: DemoStream | null;
  groups: DemoGroup[];
}
