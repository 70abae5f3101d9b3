import { Refusal } from '../../core/refusal.ts';

/** A discipline that a student asks for; nothing in it is believed. */
export interface DisciplineRequest {
  readonly student: number;
  readonly year: number;
  readonly semester: number;
  readonly discipline: number;
  readonly credits: number;
  readonly byPlan: boolean;
  /** The registration that is to be changed; null: a new one, or a further class type. */
  readonly registration: number | null;
}

/** A student's request for one seat. */
export interface SeatRequest extends DisciplineRequest {
  readonly classType: number;
  readonly teacher: number;
  readonly stream: number;
}

/** A discipline in the names of the database's type seat_request. */
export function toDisciplineRequestRow(seatRequest: DisciplineRequest) {
  return {
    student_id: seatRequest.student,
    year_id: seatRequest.year,
    semester_id: seatRequest.semester,
    discipline_id: seatRequest.discipline,
    credits: seatRequest.credits,
    is_by_plan: seatRequest.byPlan,
    registration_id: seatRequest.registration,
  };
}

/** A request in the names of the database's type seat_request. */
export function toSeatRequestRow(seatRequest: SeatRequest) {
  return {
    ...toDisciplineRequestRow(seatRequest),
    class_type_id: seatRequest.classType,
    teacher_id: seatRequest.teacher,
    stream_id: seatRequest.stream,
  };
}

/**
 * What is left aside: `office` period, grant, limit and prerequisite (registered by hand); `line` the order of the line
 * (it has been kept); `seats` the free seat (a full stream is what a line is for).
 */
export type WaivedRules = '' | 'office' | 'line' | 'seats';

/** The statuses of the rules, which the database judges in the order of docs/wire.md#registration. */
const statuses: Readonly<Record<string, number>> = {
  'registration.notFound': 404,
  'registration.closed': 422,
  'registration.noOptional': 403,
  'registration.notInPlan': 422,
  'registration.wrongSubgroup': 422,
  'registration.already': 409,
  'registration.blockTaken': 409,
  'registration.creditLimit': 422,
  'registration.prerequisite': 422,
  'registration.marksExist': 409,
  'registration.full': 409,
  'registration.incomplete': 422,
  'call.stillRunning': 409,
  'call.keyReused': 422,
};
const ofSubgroup = new Set(['registration.wrongSubgroup', 'registration.full']);

/** The refusal of a rule, with what its sentence names; `field`: the one that holds the stream. */
export function createRuleRefusal(
  code: string,
  values: Record<string, string | number> = {},
  field: string = 'subgroup',
): Refusal {
  const status = statuses[code];
  if (status === undefined) throw new Error(`no such rule: ${code}`);
  return new Refusal(code, status, { values, ...(ofSubgroup.has(code) && { fields: { [field]: code } }) });
}
