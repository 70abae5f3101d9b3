import type { RepeatableRequest } from '../../call/idempotency.ts';
import { findViolatedConstraint, isRetryableDatabaseError } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { nameColumn } from '../../university/university.queries.ts';
import { type AuthorizedRegistration, type LanguageAndTimeZone, throwRuleRefusal } from './registration.access.ts';
import {
  createRuleRefusal,
  type DisciplineRequest,
  type SeatRequest,
  toDisciplineRequestRow,
  toSeatRequestRow,
  type WaivedRules,
} from './registration.rules.ts';

/** Who acts, and why when it is not the student. */
export interface ActingPerson {
  readonly by: number;
  readonly reason?: string | undefined;
}

export interface AssignedSeat {
  registration: number;
  free: number;
  receipt: string;
  /** The student had this very seat already; nothing has changed. */
  isSame: boolean;
}

/**
 * Gives a student a seat when the rules allow it: registration, class row, receipt and history. Throws the refusal of
 * the first rule that forbids it; nothing is changed then. The student is locked first, the stream last.
 */
export async function assignSeat(
  db: Db,
  { language, timeZone }: LanguageAndTimeZone,
  seatRequest: SeatRequest,
  waived: WaivedRules,
  actor: ActingPerson,
): Promise<AssignedSeat> {
  const [row] = await asRules(
    db<(AssignedSeat & { refusal: string | null; limit: number | null; requires: number | null })[]>`
      select s.refusal, s.registration_id as registration, s.free, s.receipt, s.credit_limit as "limit",
        s.requires_id as requires, coalesce(s.old_stream_id = ${seatRequest.stream}, false) as "isSame"
      from give_seat(${JSON.stringify(toSeatRequestRow(seatRequest))}::text::json, ${timeZone}, ${waived}, ${actor.by}, ${actor.reason ?? null}) s`,
  );
  if (!row) throw new Error('give_seat gave nothing');
  if (row.refusal !== null) return await throwRuleRefusal(db, language, { ...row, refusal: row.refusal });
  return row;
}

/**
 * Gives many students one seat each, to the requests in their order; null: it was given, else the code of the rule that
 * forbids it, with nothing changed for that student.
 */
export async function assignSeats(
  db: Db,
  timeZone: string,
  requests: readonly SeatRequest[],
  waived: WaivedRules,
  actor: ActingPerson,
): Promise<(string | null)[]> {
  if (!requests.length) return [];
  const rows = await asRules(db<{ n: number; refusal: string | null }[]>`
    select s.n, s.refusal
    from give_seats(${JSON.stringify(requests.map(toSeatRequestRow))}::text::json, ${timeZone}, ${waived}, ${actor.by}, ${actor.reason ?? null}) s`);
  const byPlace = new Map(rows.map(({ n, refusal }) => [n, refusal]));
  return requests.map((_, index) => byPlace.get(index + 1) ?? null);
}

/** The teachers of the streams that a student left and came to by the act of a receipt; none where it was no move. */
export async function readTeachersOfMovedStudent(db: Db, receipt: string): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select distinct s.teacher_id as id from registration_event e join stream s on s.id in (e.stream_id, e.from_stream_id)
    where e.receipt = ${receipt} and e.kind = 'moved' and s.teacher_id is not null`;
  return rows.map(({ id }) => id);
}

interface ClassSeat {
  refusal: string | null;
  limit: number | null;
  requires: number | null;
  registration: number;
  receipt: string;
  classType: number;
  stream: number;
  number: number;
  free: number;
  oldStream: number | null;
}

/**
 * Gives a student the seats of a discipline's class types. Locks the student first and the streams last, in the order
 * of their ids. `missing`: the class types without a seat, taken now or before, in whose line the student does not
 * stand. Callers throw a refusal or what is missing, so that nothing is changed.
 */
export async function assignDiscipline(
  db: Db,
  { language, timeZone }: LanguageAndTimeZone,
  seatRequest: DisciplineRequest,
  streams: readonly number[],
): Promise<{ seats: ClassSeat[]; missing: string[] }> {
  const [seats, missing] = await Promise.all([
    asRules(db<ClassSeat[]>`
      select s.refusal, s.credit_limit as "limit", s.requires_id as requires, s.registration_id as registration,
        s.receipt, x.class_type_id as "classType", x.id as stream, x.number, s.free, s.old_stream_id as "oldStream"
      from give_discipline(${JSON.stringify(toDisciplineRequestRow(seatRequest))}::text::json, ${streams}::int[], ${timeZone}) s
      left join stream x on x.id = (${streams}::int[])[s.n] order by s.n`),
    db<{ name: string }[]>`
      select ${nameColumn(db, 't', language)} as name
      from registration r
      join lateral (select distinct s.class_type_id as id from stream s
        where s.year_id = r.year_id and s.term_id = r.term_id and s.discipline_id = r.discipline_id
          and s.credits = r.credits and s.is_chosen = r.is_chosen and s.closed_at is null
          and (r.plan_item_id is null or exists (select from plan_item_class k
            where k.plan_item_id = r.plan_item_id and k.class_type_id = s.class_type_id))
          and not exists (select from registration_class c
            where c.registration_id = r.id and c.class_type_id = s.class_type_id)
          and not exists (select from registration_waiting q join stream o on o.id = q.stream_id
            where q.student_id = r.student_id and o.year_id = s.year_id and o.term_id = s.term_id
              and o.discipline_id = s.discipline_id and o.class_type_id = s.class_type_id)) m on true
      join class_type t on t.id = m.id
      where r.student_id = ${seatRequest.student} and r.year_id = ${seatRequest.year} and r.semester_id = ${seatRequest.semester}
        and r.discipline_id = ${seatRequest.discipline} and r.credits = ${seatRequest.credits}
      order by t.id`,
  ]);
  return { seats, missing: missing.map(({ name }) => name) };
}

/** A student's own save; without a request nothing is kept for a repeat of it. */
export interface SeatSave {
  readonly seatRequest: SeatRequest;
  readonly request: RepeatableRequest | null;
}

export interface SeatSaveResult {
  refusal: string | null;
  /** The answer is that of an earlier request with the same key. */
  replayed: boolean;
  reply: string;
  isSame: boolean;
  /** Another stream of the class type that the student left. */
  oldStream: number | null;
  free: number | null;
  limit: number | null;
  requires: number | null;
}

/**
 * Saves choices of several students in one statement, which is a transaction by itself; each save is independent.
 * Gives for each the answer of the first request with that key, or a seat given and the answer stored. A refusal is
 * returned, not thrown; undefined: this one has to be saved alone. Only a save alone waits for locks of others, and
 * is retried when PostgreSQL asks for it.
 */
export async function saveSeats(
  db: Db,
  timeZone: string,
  call: string,
  saves: readonly SeatSave[],
  isAlone: boolean,
): Promise<(SeatSaveResult | undefined)[]> {
  const asked = saves.map(({ seatRequest, request }) => ({
    request: toSeatRequestRow(seatRequest),
    key: request?.key ?? null,
    body: request ? `\\x${request.body.toString('hex')}` : null,
  }));
  for (let left = 3; ; left--)
    try {
      const rows = await asRules(db<(SeatSaveResult & { n: number })[]>`
        select s.n, s.refusal, s.replayed, s.reply, s.is_same as "isSame", s.old_stream_id as "oldStream", s.free,
          s.credit_limit as "limit", s.requires_id as requires
        from save_seats(${JSON.stringify(asked)}::text::json, ${timeZone}, ${call}, ${isAlone}) s`);
      const byPlace = new Map(rows.map((row) => [row.n, row]));
      return saves.map((_, index) => byPlace.get(index + 1));
    } catch (error) {
      if (!left || !isAlone || !isRetryableDatabaseError(error)) throw error;
    }
}

/** The tables have the last word; an import that runs beside the student may have been first. */
async function asRules<T>(work: PromiseLike<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const constraint = findViolatedConstraint(error);
    if (constraint === 'registration_unique' || constraint === 'registration_class_pkey')
      throw createRuleRefusal('registration.already');
    if (constraint === 'registration_one_of_block') throw createRuleRefusal('registration.blockTaken');
    throw error;
  }
}

/** Gives every seat of a registration back and keeps who did it; the receipt of the removal, and the streams. */
export async function removeRegistration(db: Db, open: AuthorizedRegistration, actor: ActingPerson) {
  await db`select from stream
    where id in (select stream_id from registration_class where registration_id = ${open.id})
    order by id for no key update`;
  const [row] = await db<{ receipt: string; streams: number[] }[]>`
    with gone as (delete from registration_class where registration_id = ${open.id} returning class_type_id, stream_id),
    reg as (delete from registration where id = ${open.id} returning *),
    seats as (update stream s set taken = s.taken - 1 from gone where s.id = gone.stream_id),
    number as materialized (select new_receipt() as receipt),
    event as (
      insert into registration_event (by_person_id, student_id, kind, registration_id, year_id, term_id,
        discipline_id, credits, class_type_id, stream_id, receipt, reason)
      select ${actor.by}, reg.student_id, 'removed', reg.id, reg.year_id, reg.term_id, reg.discipline_id, reg.credits,
        gone.class_type_id, gone.stream_id, number.receipt, ${actor.reason ?? null} from reg, gone, number)
    select number.receipt, array(select stream_id from gone) as streams from reg, number`;
  if (!row) throw new Error('a registration vanished while its student was locked');
  return row;
}
