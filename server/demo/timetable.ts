import { countTermWeeks, type TermDays } from './calendar.ts';
import type { PlanItem } from './curriculum.ts';
import type { DemoLesson, DemoRoom } from './lesson.ts';
import { applyOneOffChanges } from './one-offs.ts';
import type { DemoGroup, DemoPeople, DemoTeacher } from './people.ts';
import type { DemoStream, DemoTeaching, TeachingLoad } from './teaching.ts';
import { bellSlots } from './university-names.ts';

/** One meeting a week that needs a place: of groups or of a stream. */
interface Placement {
  teacher: DemoTeacher;
  item: PlanItem;
  classType: string;
  groups: DemoGroup[];
  stream: DemoStream | null;
  seats: number;
  /** 3 every week, 1 odd weeks, 2 even ones. */
  weeks: number;
}

const weekdays = [1, 2, 3, 4, 5, 6];
const everyWeek = 3;

/** Rooms for so many lessons a week: every fourth is a lecture hall. */
export function generateRooms(lessons: number, buildings: readonly string[]): DemoRoom[] {
  const count = Math.max(12, Math.ceil(lessons / 14));
  return Array.from(
    { length: count },
    (_, index): DemoRoom => ({
      building: buildings[index % buildings.length] ?? '',
      number: `${1 + (Math.floor(index / 24) % 5)}${String((index % 24) + 1).padStart(2, '0')}${index >= 120 ? 'абвгд'[Math.floor(index / 120) - 1] : ''}`,
      seats: index % 4 === 0 ? 120 : index % 4 === 1 ? 20 : 36,
    }),
  );
}

/**
 * Puts every meeting of a term into a slot in which its teacher, its groups and a room are free; the week of `today`
 * has its exceptions.
 */
export function generateTimetable(
  teaching: DemoTeaching,
  term: TermDays,
  buildings: readonly string[],
  main: DemoPeople['main'],
  today: string,
): { lessons: DemoLesson[]; rooms: DemoRoom[] } {
  const placements = [...loadPlacements(teaching.loads, term), ...streamPlacements(teaching.streams, term)];
  const rooms = generateRooms(placements.length, buildings);
  const busy = new Busy(rooms);
  const lessons: DemoLesson[] = [];
  const weekTo = countTermWeeks(term);
  // The widest first: what many groups attend is hardest to place.
  placements.sort((a, b) => b.groups.length - a.groups.length);
  for (const placement of placements) {
    const place = busy.find(placement);
    if (!place) continue;
    const { teacher, item, classType, groups, stream } = placement;
    const row = { year: term.year, term: term.term, ...place, weekFrom: 1, weekTo, onlyOn: null, classType, item };
    const people = { teacher, stream, groups };
    const add = (weekKind: number, subgroup: number) =>
      lessons.push({ ...row, ...people, code: `${term.year}-${term.term}-${lessons.length + 1}`, weekKind, subgroup });
    // A laboratory holds half a group: the halves come in turn.
    if (classType === 'lab' && stream === null && placement.seats > 15) {
      add(1, 1);
      add(2, 2);
    } else add(placement.weeks === everyWeek ? 0 : placement.weeks, 0);
  }
  const find = (lesson: DemoLesson, weekdays: readonly number[]) =>
    busy.find({ ...lesson, seats: sizeOf(lesson.groups), weeks: everyWeek }, weekdays);
  const isNow = term.startsOn <= today && today <= term.endsOn;
  return { lessons: isNow ? applyOneOffChanges(lessons, main, term, today, find) : lessons, rooms };
}

function loadPlacements(loads: readonly TeachingLoad[], term: TermDays): Placement[] {
  const own = loads.filter(
    (load) =>
      load.year === term.year && load.term === term.term && !load.streamed && load.item.subject.control !== 'placement',
  );
  return own.map(({ teacher, item, classType, groups }, index) => ({
    teacher,
    item,
    classType,
    groups,
    stream: null,
    weeks: rhythm(item, classType, index),
    seats: sizeOf(groups),
  }));
}

function streamPlacements(streams: readonly DemoStream[], term: TermDays): Placement[] {
  const own = streams.filter((stream) => stream.year === term.year && stream.term === term.term);
  return own.map((stream, index) => ({
    teacher: stream.teacher,
    item: stream.item,
    classType: stream.classType,
    stream,
    groups: [...new Set(stream.students.map((student) => student.group))],
    seats: Math.min(stream.capacity, 110),
    weeks: rhythm(stream.item, stream.classType, index),
  }));
}

const sizeOf = (groups: readonly DemoGroup[]) => groups.reduce((sum, group) => sum + group.students.length, 0);

/** Small disciplines have their lectures every second week. */
function rhythm(item: PlanItem, classType: string, index: number): number {
  return item.subject.credits <= 3 && classType === 'lecture' ? 1 + (index % 2) : everyWeek;
}

/** Who and what is taken when: two bits a slot, one for odd and one for even weeks. */
class Busy {
  private readonly taken = new Map<object, Uint8Array>();
  private readonly rooms: readonly DemoRoom[];

  constructor(rooms: readonly DemoRoom[]) {
    this.rooms = rooms.toSorted((a, b) => a.seats - b.seats);
  }

  /** The best free place: early in the day, on a day on which its people have little. */
  find(
    placement: Placement,
    allowed: readonly number[] = weekdays,
  ): { day: number; slot: number; room: DemoRoom } | null {
    let best: { day: number; slot: number; room: DemoRoom; cost: number } | null = null;
    for (const day of allowed) {
      const fullest = Math.max(0, ...placement.groups.map((group) => this.onDay(group, day)));
      for (let slot = 1; slot <= bellSlots.length; slot += 1) {
        const cost = slot + fullest * 2 + (day === weekdays.length ? 6 : 0) + (slot > 4 ? 4 : 0);
        if (best && best.cost <= cost) continue;
        const at = (day - 1) * bellSlots.length + slot - 1;
        if (
          !this.free(placement.teacher, at, placement.weeks) ||
          !placement.groups.every((group) => this.free(group, at, placement.weeks))
        )
          continue;
        const room = this.rooms.find(
          (candidate) => candidate.seats >= seatsOf(placement) && this.free(candidate, at, placement.weeks),
        );
        if (room) best = { day, slot, room, cost };
      }
    }
    if (!best) return null;
    const { day, slot, room } = best;
    for (const owner of [placement.teacher, room, ...placement.groups])
      this.take(owner, (day - 1) * bellSlots.length + slot - 1, placement.weeks);
    return { day, slot, room };
  }

  private bits(owner: object): Uint8Array {
    const known = this.taken.get(owner) ?? new Uint8Array(weekdays.length * bellSlots.length);
    this.taken.set(owner, known);
    return known;
  }

  private free(owner: object, at: number, weeks: number): boolean {
    return ((this.bits(owner)[at] ?? 0) & weeks) === 0;
  }

  private take(owner: object, at: number, weeks: number): void {
    const bits = this.bits(owner);
    bits[at] = (bits[at] ?? 0) | weeks;
  }

  private onDay(owner: object, day: number): number {
    return this.bits(owner)
      .slice((day - 1) * bellSlots.length, day * bellSlots.length)
      .filter(Boolean).length;
  }
}

/** Half a group fits into a laboratory. */
function seatsOf(placement: Placement): number {
  return Math.min(
    110,
    placement.classType === 'lab' && placement.stream === null ? Math.ceil(placement.seats / 2) : placement.seats,
  );
}
