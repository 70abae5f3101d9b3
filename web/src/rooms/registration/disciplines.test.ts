import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  findRemainingChoices,
  findSeparatelyReadDisciplines,
  hasWaitlistedClassType,
  listChoosableDisciplines,
  listMissingClassTypes,
  sumCredits,
} from './disciplines.ts';
import type { PlanRow, StreamOffer, StreamOffers } from './registration.data.ts';

const row = (discipline: number, classType: number, more: Partial<PlanRow> = {}): PlanRow => ({
  id: 1,
  id_a_year: 26,
  id_semester: 5,
  id_kafedra: 1,
  sn_f1: '',
  id_discipline: discipline,
  discipline: `d${discipline}`,
  kredits: 4,
  id_examination: 1,
  p30: '',
  id_group: 1,
  id_student: 1,
  id_vid_zaniatiy: classType,
  name_vid_zaniatiy: `t${classType}`,
  descGroupNum: null,
  isByPlan: true,
  id_disciplineForStudent: null,
  id_teacher: null,
  t_fio: null,
  subgroup: null,
  num: null,
  canEdit: true,
  hasStreams: true,
  receipt: null,
  registered: null,
  ...more,
});

/** A stream with one lesson: a day, an hour and a kind of week. */
const stream = (
  discipline: number,
  classType: number,
  id: number,
  at: [number, number, number?],
  free = 9,
): StreamOffer => ({
  id_discipline: discipline,
  kredits: 4,
  id_vid_zaniatiy: classType,
  id_teacher: 1,
  t_fio: '',
  subgroup: id,
  num: 1,
  name: '',
  capacity: 20,
  free,
  waiting: 0,
  place: null,
  lessons: [{ day_number: at[0], num_slot: at[1], week_kind: at[2] ?? 0, week_from: 1, week_to: 16, room: null }],
});

const offers = (...streams: StreamOffer[]): StreamOffers => ({ slots: [], week: [], streams });
const picks = (all: ReturnType<typeof listChoosableDisciplines>) =>
  all.disciplines.map((one) => one.types.map((type) => type.pick?.subgroup ?? null));

describe('[REG-08] what is chosen of each discipline', () => {
  test('a single answer is chosen by itself, also the second; of a block or beyond the plan only when it was begun', () => {
    const plan = [row(1, 1), row(1, 2), row(2, 1, { descGroupNum: 7 }), row(3, 1, { descGroupNum: 7 })];
    const all = offers(
      stream(1, 1, 11, [1, 1]),
      stream(1, 2, 12, [2, 1]),
      stream(1, 2, 13, [3, 1]),
      stream(2, 1, 21, [4, 1]),
      stream(3, 1, 31, [5, 1]),
    );
    const before = listChoosableDisciplines(plan, [], all, {});
    assert.deepEqual(picks(before), [[11, null], [null], [null]]);
    assert.deepEqual(
      before.disciplines.map((one) => [one.isTaken, one.isDone, listMissingClassTypes(one)]),
      [
        [true, false, ['t2']],
        [false, false, ['t1']],
        [false, false, ['t1']],
      ],
    );
    const after = listChoosableDisciplines(plan, [], all, { '1_4': { 2: 13 }, '3_4': {} });
    assert.deepEqual(picks(after), [[11, 13], [null], [31]]);
    assert.deepEqual(
      after.disciplines.map((one) => one.isDone),
      [true, false, true],
    );
    const { chosen, here, wanted, disciplines, ofDisciplines } = sumCredits(after.disciplines, '1_4');
    assert.deepEqual([chosen, here, wanted, disciplines, ofDisciplines], [8, 4, 8, 2, 2]);
  });

  test('credits beyond the plan are no part of what the plan wants', () => {
    const plan = [
      row(1, 1, { subgroup: 11 }),
      row(2, 1, { kredits: 3, isByPlan: false, subgroup: 21, id_disciplineForStudent: 7 }),
    ];
    const all = offers(stream(1, 1, 11, [1, 1]), { ...stream(2, 1, 21, [2, 1]), kredits: 3 });
    const { chosen, byPlan, beyond, wanted } = sumCredits(
      listChoosableDisciplines(plan, [], all, {}).disciplines,
      null,
    );
    assert.deepEqual([chosen, byPlan, beyond, wanted], [7, 4, 3, 4]);
  });

  test('[REG-04] streams of extras are asked for only by whom extras are open to', () => {
    const plan = [row(1, 1), row(2, 1, { isByPlan: false, id_disciplineForStudent: 7 })];
    const asks = (extras: [] | null) => findSeparatelyReadDisciplines(plan, extras, { open: '2_4', drafts: {} });
    const own = { id_discipline: 2, kredits: 4, isByPlan: false };
    assert.deepEqual(asks([]), { alone: [own], opened: own });
    assert.deepEqual(asks(null), { alone: [], opened: null });
  });

  test('a full or a vanished stream is not chosen; a place in line leaves nothing to choose, but is not done', () => {
    const plan = [row(1, 1), row(1, 2)];
    const full = stream(1, 1, 11, [1, 1], 0);
    const other = listChoosableDisciplines(plan, [], offers(full, stream(1, 2, 12, [2, 1])), { '1_4': { 2: 99 } });
    assert.deepEqual(picks(other), [[null, 12]]);
    const waiting = listChoosableDisciplines(plan, [], offers({ ...full, place: 2 }, stream(1, 2, 12, [2, 1])), {});
    const [only] = waiting.disciplines;
    assert.ok(only);
    assert.deepEqual([only.isDone, only.isSettled, only.types[0]?.line?.place], [false, true, 2]);
    const { disciplines, chosen, byPlan } = sumCredits([{ ...only, registration: 7 }], null);
    assert.deepEqual(
      [listMissingClassTypes(only), hasWaitlistedClassType(only), disciplines, chosen, byPlan],
      [[], true, 0, 4, 0],
    );
    assert.deepEqual(findRemainingChoices(waiting.disciplines, { confirmed: false }), { begun: [only], blocks: [] });
  });

  test('waiting for a discipline of a block is choosing it: a place in the line is what is left', () => {
    const plan = [row(2, 1, { descGroupNum: 7 }), row(2, 2, { descGroupNum: 7 }), row(3, 1, { descGroupNum: 7 })];
    const full = (id: number, classType: number, place: number | null) => ({
      ...stream(2, classType, id, [id % 6, 1], 0),
      place,
    });
    const state = (draft: Record<string, Record<number, number>>) => {
      const all = offers(full(21, 1, 2), full(22, 2, 1), stream(3, 1, 31, [5, 1]));
      return listChoosableDisciplines(plan, [], all, draft).disciplines;
    };
    const waits = state({});
    assert.deepEqual(
      waits.map((one) => [one.isTaken, one.isDone, one.isSettled, hasWaitlistedClassType(one)]),
      [
        [true, false, true, true],
        [false, false, false, false],
      ],
    );
    const left = findRemainingChoices(waits, { confirmed: true });
    assert.deepEqual([left.begun.map(({ id }) => id), left.blocks], [[2], []]);
    // What is chosen for certain counts instead.
    const other = state({ '3_4': { 1: 31 } });
    assert.deepEqual(
      other.map((one) => one.isTaken),
      [false, true],
    );
  });

  test('an hour that clashes with another choice cannot be chosen while there is a free one; odd and even weeks do not clash', () => {
    const plan = [row(1, 1), row(2, 1)];
    const own = stream(1, 1, 11, [1, 1, 1]);
    const options = (...streams: StreamOffer[]) =>
      listChoosableDisciplines(plan, [], offers(own, ...streams), {}).disciplines[1]?.types[0]?.options.map((one) => [
        one.clash,
        one.isBarred,
      ]);
    assert.deepEqual(options(stream(2, 1, 21, [1, 1]), stream(2, 1, 22, [1, 1, 2]), stream(2, 1, 23, [1, 2])), [
      ['d1', true],
      [null, false],
      [null, false],
    ]);
    // Where every hour is taken the student decides what gives way.
    assert.deepEqual(options(stream(2, 1, 21, [1, 1]), stream(2, 1, 22, [1, 1, 1])), [
      ['d1', false],
      ['d1', false],
    ]);
    const late = {
      ...stream(2, 1, 24, [1, 1]),
      lessons: [{ ...own.lessons[0], week_kind: 0, week_from: 17, week_to: 20 }],
    } as StreamOffer;
    assert.deepEqual(options(late), [[null, false]]);
  });

  test('what is registered stays in the week until another stream is chosen in its place', () => {
    const plan = [row(1, 1, { id_disciplineForStudent: 5, subgroup: 11 })];
    const week = { id_discipline: 1, discipline: 'd1', kredits: 4, id_vid_zaniatiy: 1, name_vid_zaniatiy: 't1' };
    const all = offers(stream(1, 1, 11, [1, 1]), stream(1, 1, 12, [2, 2]));
    const held = { ...all, week: [{ ...week, ...(all.streams[0]?.lessons[0] as StreamOffer['lessons'][number]) }] };
    const days = (drafts: Parameters<typeof listChoosableDisciplines>[3]) =>
      listChoosableDisciplines(plan, [], held, drafts).week.map((one) => [one.day_number, one.num_slot]);
    assert.deepEqual(days({}), [[1, 1]]);
    assert.deepEqual(days({ '1_4': { 1: 12 } }), [[2, 2]]);
    const [same] = listChoosableDisciplines(plan, [], held, {}).disciplines;
    const [moved] = listChoosableDisciplines(plan, [], held, { '1_4': { 1: 12 } }).disciplines;
    assert.deepEqual([same?.isNew, moved?.isNew], [false, true]);
  });

  test('what is chosen and not confirmed is still to do where the registration is shown, not where it is confirmed', () => {
    const plan = [row(1, 1, { id_disciplineForStudent: 5, subgroup: 11 }), row(2, 1), row(3, 1)];
    const all = offers(
      stream(1, 1, 11, [1, 1]),
      stream(2, 1, 21, [2, 1]),
      stream(3, 1, 31, [3, 1]),
      stream(3, 1, 32, [4, 1]),
    );
    const { disciplines } = listChoosableDisciplines(plan, [], all, { '3_4': { 1: 32 } });
    const left = (confirmed: boolean) => findRemainingChoices(disciplines, { confirmed }).begun.map(({ id }) => id);
    assert.deepEqual([left(true), left(false)], [[2, 3], []]);
  });
});
