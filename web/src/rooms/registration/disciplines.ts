import { shortenClassType } from '@bilim/contract/class-type.ts';
import type { RegistrationPart } from '@bilim/contract/page-options.ts';
import type { RegistrationDrafts } from './drafts.ts';
import type {
  ExtraDiscipline,
  OfferLesson,
  PlanRow,
  SeparatelyReadDiscipline,
  StreamOffer,
  StreamOffers,
} from './registration.data.ts';

/** A stream of a class type as somebody finds it who chooses. */
export interface StreamOption {
  readonly stream: StreamOffer;
  /** The discipline that the student has at that hour already. */
  readonly clash: string | null;
  /** It clashes, and another one does not. */
  readonly isBarred: boolean;
  readonly isFull: boolean;
}

export interface ChoosableClassType {
  readonly id: number;
  readonly name: string;
  /** The stream in which the student is. */
  readonly own: number | null;
  /** The stream that is chosen, confirmed or not. */
  readonly pick: StreamOffer | null;
  /** There is no other to choose. */
  readonly isOnly: boolean;
  /** The full stream for which the student waits. */
  readonly line: StreamOffer | null;
  readonly options: readonly StreamOption[];
}

export interface ChoosableDiscipline {
  readonly key: string;
  readonly id: number;
  readonly name: string;
  readonly credits: number;
  /** How it ends: exam or test. */
  readonly control: string;
  /** Of a block one discipline is taken. */
  readonly block: number | null;
  readonly part: Exclude<RegistrationPart, 'mine'>;
  readonly registration: number | null;
  readonly mayEdit: boolean;
  readonly types: readonly ChoosableClassType[];
  /** It is to be registered: of the plan, or chosen or waited for of a block or beyond the plan. */
  readonly isTaken: boolean;
  /** Every class type has a stream; a place in a line is none. */
  readonly isDone: boolean;
  /** There is nothing more to choose: every class type has a stream, or is waited for. */
  readonly isSettled: boolean;
  /** Something chosen is not confirmed yet. */
  readonly isNew: boolean;
}

/** One class in the student's week. */
export interface WeekEntry extends OfferLesson {
  readonly discipline: number;
  readonly name: string;
  readonly classType: number;
  readonly typeName: string;
}

/** The key of a discipline to choose, under which drafts are kept: it and its credits. */
export const choosableDisciplineKey = (one: { id_discipline: number; kredits: number }) =>
  `${one.id_discipline}_${one.kredits}`;

const meets = (a: OfferLesson, b: OfferLesson) =>
  a.day_number === b.day_number &&
  a.num_slot === b.num_slot &&
  (a.week_kind === b.week_kind || a.week_kind === 0 || b.week_kind === 0) &&
  a.week_from <= b.week_to &&
  b.week_from <= a.week_to;

/** What lessons meet in a week, besides what the same class type of the discipline has there. */
function clashOf(week: readonly WeekEntry[], lessons: readonly OfferLesson[], discipline: number, classType: number) {
  const met = week.find(
    (entry) =>
      !(entry.discipline === discipline && entry.classType === classType) &&
      lessons.some((lesson) => meets(entry, lesson)),
  );
  return met?.name ?? null;
}

/** A row of the plan or a class type beyond it, alike. */
type Row = Pick<
  PlanRow,
  | 'id_discipline'
  | 'discipline'
  | 'kredits'
  | 'p30'
  | 'id_vid_zaniatiy'
  | 'name_vid_zaniatiy'
  | 'descGroupNum'
  | 'isByPlan'
  | 'id_disciplineForStudent'
  | 'subgroup'
  | 'canEdit'
>;

/** Rows of what may be chosen: of a block only what was chosen from it, once something was. */
function choosable(plan: readonly PlanRow[], extras: readonly ExtraDiscipline[]): Row[] {
  const ofOther = (row: PlanRow) =>
    row.descGroupNum !== null &&
    row.id_disciplineForStudent === null &&
    plan.some((other) => other.descGroupNum === row.descGroupNum && other.id_disciplineForStudent !== null);
  const begun = new Map(
    plan.filter((row) => !row.isByPlan).map((row) => [choosableDisciplineKey(row), row.id_disciplineForStudent]),
  );
  return [
    ...plan.filter((row) => (row.hasStreams || row.subgroup !== null) && !ofOther(row)),
    ...extras.map((row) => ({
      ...row,
      isByPlan: false,
      id_disciplineForStudent: begun.get(choosableDisciplineKey(row)) ?? null,
      subgroup: null,
      canEdit: true,
    })),
  ];
}

/** What the tables say of a class type and what this device keeps, before the rest of the week is looked at. */
function pickOf(
  row: Row,
  streams: readonly StreamOffer[],
  draft: Readonly<Record<number, number>> | undefined,
  taken: boolean,
  registeredWeek: readonly WeekEntry[],
) {
  const own = streams.find((one) => one.subgroup === row.subgroup);
  const drafted = streams.find((one) => one.subgroup === draft?.[row.id_vid_zaniatiy]);
  const [only] = streams.length === 1 ? streams : [];
  const isFree =
    only && only.free > 0 && clashOf(registeredWeek, only.lessons, row.id_discipline, row.id_vid_zaniatiy) === null;
  return drafted ?? own ?? (taken && isFree ? only : null) ?? null;
}

/** The student's week as it will be: what is registered, with what is chosen in its place. */
function weekWith(
  registeredWeek: readonly WeekEntry[],
  rows: readonly Row[],
  picks: ReadonlyMap<Row, StreamOffer | null>,
): WeekEntry[] {
  const moved = rows.filter((row) => picks.get(row) && picks.get(row)?.subgroup !== row.subgroup);
  const isMoved = (entry: WeekEntry) =>
    moved.some(
      (row) =>
        row.subgroup !== null && row.id_discipline === entry.discipline && row.id_vid_zaniatiy === entry.classType,
    );
  return [
    ...registeredWeek.filter((entry) => !isMoved(entry)),
    ...moved.flatMap((row) =>
      (picks.get(row)?.lessons ?? []).map((lesson) => ({
        ...lesson,
        discipline: row.id_discipline,
        name: row.discipline,
        classType: row.id_vid_zaniatiy,
        typeName: shortenClassType(row.name_vid_zaniatiy),
      })),
    ),
  ];
}

function optionsOf(row: Row, streams: readonly StreamOffer[], week: readonly WeekEntry[]): StreamOption[] {
  const options = streams.map((stream) => ({
    stream,
    clash: clashOf(week, stream.lessons, row.id_discipline, row.id_vid_zaniatiy),
    isFull: stream.free < 1 && stream.subgroup !== row.subgroup,
  }));
  // Where every hour is taken somebody has to give way, and that is the student's own choice.
  const isElsewhere = options.some((one) => one.clash === null);
  return options.map((one) => ({ ...one, isBarred: one.clash !== null && isElsewhere }));
}

/** Everything that the student may choose, with what is chosen, and the week that comes of it. */
export function listChoosableDisciplines(
  plan: readonly PlanRow[],
  extras: readonly ExtraDiscipline[],
  offers: StreamOffers | null,
  drafts: RegistrationDrafts,
): { disciplines: ChoosableDiscipline[]; week: WeekEntry[] } {
  const rows = choosable(plan, extras);
  const streamsOf = (row: Row) =>
    (offers?.streams ?? []).filter(
      (one) =>
        one.id_discipline === row.id_discipline &&
        one.kredits === row.kredits &&
        one.id_vid_zaniatiy === row.id_vid_zaniatiy,
    );
  const registeredWeek: WeekEntry[] = (offers?.week ?? []).map((one) => ({
    ...one,
    name: one.discipline,
    discipline: one.id_discipline,
    classType: one.id_vid_zaniatiy,
    typeName: shortenClassType(one.name_vid_zaniatiy),
  }));
  const isTaken = (row: Row) =>
    row.id_disciplineForStudent !== null ||
    choosableDisciplineKey(row) in drafts ||
    (row.isByPlan && row.descGroupNum === null && row.canEdit);
  const picks = new Map(
    rows.map(
      (row) =>
        [row, pickOf(row, streamsOf(row), drafts[choosableDisciplineKey(row)], isTaken(row), registeredWeek)] as const,
    ),
  );
  const week = weekWith(registeredWeek, rows, picks);

  const byKey = Map.groupBy(rows, choosableDisciplineKey);
  const disciplines = [...byKey].flatMap(([key, [first, ...more]]) => {
    if (!first) return [];
    const types = [first, ...more].map((row): ChoosableClassType => {
      const streams = streamsOf(row);
      const pick = picks.get(row) ?? null;
      return {
        id: row.id_vid_zaniatiy,
        name: shortenClassType(row.name_vid_zaniatiy),
        own: row.subgroup,
        pick,
        isOnly: streams.length === 1,
        line: pick ? null : (streams.find((one) => one.place !== null) ?? null),
        options: optionsOf(row, streams, week),
      };
    });
    // Whoever waits for one of a block, or beyond the plan, has chosen it, unless another one of the block is chosen for certain.
    const isOther = (row: Row) => row.descGroupNum !== null && row.descGroupNum === first.descGroupNum && isTaken(row);
    const taken = isTaken(first) || (types.some((type) => type.line !== null) && !rows.some(isOther));
    return [
      {
        key,
        id: first.id_discipline,
        name: first.discipline,
        credits: first.kredits,
        control: first.p30,
        block: first.descGroupNum,
        part: first.isByPlan ? ('plan' as const) : ('extra' as const),
        registration: first.id_disciplineForStudent,
        mayEdit: first.canEdit,
        types,
        isTaken: taken,
        isDone: taken && types.every(hasStream),
        isSettled: taken && types.every((type) => hasStream(type) || type.line !== null),
        isNew: taken && types.some((type) => type.pick !== null && type.pick.subgroup !== type.own),
      },
    ];
  });
  return { disciplines, week };
}

const hasStream = (type: ChoosableClassType) => type.pick !== null || type.own !== null;

/** What is still to be chosen of a discipline. */
export const listMissingClassTypes = (discipline: ChoosableDiscipline): string[] =>
  discipline.types.filter((type) => !hasStream(type) && type.line === null).map((type) => type.name);

/** Whether a class type of a discipline only waits for a seat. */
export const hasWaitlistedClassType = (discipline: ChoosableDiscipline): boolean =>
  discipline.types.some((type) => !hasStream(type) && type.line !== null);

/**
 * What is not done yet: disciplines that are begun or wanted, and blocks of which none is chosen. `confirmed`: what is chosen
 * here alone, and is unknown to the server, is not done either.
 */
export function findRemainingChoices(
  disciplines: readonly ChoosableDiscipline[],
  { confirmed }: { confirmed: boolean },
) {
  const blocks = [...Map.groupBy(disciplines, (one) => one.block)].flatMap(([block, some]) =>
    block !== null && !some.some((one) => one.isTaken) ? [block] : [],
  );
  return { begun: disciplines.filter((one) => one.isTaken && (!one.isDone || (confirmed && one.isNew))), blocks };
}

/**
 * Disciplines whose streams are fetched one by one: extras that matter, and the one that is open. Without `extras`,
 * which are then not open to the student, none is fetched: the server refuses that, also for one in which they are
 * registered.
 */
export function findSeparatelyReadDisciplines(
  plan: readonly PlanRow[],
  extras: readonly ExtraDiscipline[] | null,
  { open, drafts }: { open: string | null; drafts: RegistrationDrafts },
): { alone: SeparatelyReadDiscipline[]; opened: SeparatelyReadDiscipline | null } {
  const single = ({ id_discipline, kredits }: PlanRow | ExtraDiscipline, isByPlan: boolean) => ({
    id_discipline,
    kredits,
    isByPlan,
  });
  const registered = plan.filter((row) => !row.isByPlan);
  const others = extras === null ? [] : [...extras, ...registered];
  const own = new Map(others.map((row) => [choosableDisciplineKey(row), single(row, false)]));
  const matters = (key: string) =>
    key === open || key in drafts || registered.some((row) => choosableDisciplineKey(row) === key);
  const row = plan.find((one) => one.isByPlan && choosableDisciplineKey(one) === open);
  return {
    alone: [...own].filter(([key]) => matters(key)).map(([, one]) => one),
    opened: row ? single(row, true) : (own.get(open ?? '') ?? null),
  };
}

/**
 * Credits chosen so far, those of the plan of which no class is missing or waited for, those beyond it, those that it
 * wants, and how many disciplines of it are chosen.
 */
export function sumCredits(disciplines: readonly ChoosableDiscipline[], open: string | null) {
  const plan = disciplines.filter((one) => one.part === 'plan');
  // Of a block one discipline counts, that which is chosen or else any.
  const wanted = [...Map.groupBy(plan, (one) => one.block ?? `alone ${one.key}`).values()].map(
    (some) => some.find((one) => one.isTaken) ?? some[0],
  );
  const total = (some: readonly (ChoosableDiscipline | undefined)[]) =>
    some.reduce((sum, one) => sum + (one?.credits ?? 0), 0);
  const chosen = disciplines.filter((one) => one.isDone || one.registration !== null);
  const byPlan = total(plan.filter((one) => one.isDone));
  const beyond = total(chosen.filter((one) => one.part !== 'plan'));
  return {
    chosen: total(chosen),
    byPlan,
    beyond,
    here: total(disciplines.filter((one) => one.isDone && one.key === open)),
    wanted: total(wanted),
    disciplines: wanted.filter((one) => one?.isDone).length,
    ofDisciplines: wanted.length,
  };
}
