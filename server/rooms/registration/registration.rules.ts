import { Refusal } from '../../core/failures.ts';

/** A student's wish for one seat; nothing in it is believed. */
export interface Wish {
  readonly student: number;
  readonly year: number;
  readonly semester: number;
  readonly discipline: number;
  readonly credits: number;
  readonly classType: number;
  readonly teacher: number;
  readonly stream: number;
  readonly byPlan: boolean;
  /** The registration that is to be changed; null: a new one, or a further class type. */
  readonly registration: number | null;
}

/** What the tables say about a wish, all at one moment. */
export interface Facts {
  readonly isOpen: boolean;
  readonly granted: boolean;
  /** The discipline stands in the student's plan of this semester, with this class type. */
  readonly planned: boolean;
  /** A chosen discipline of this term that no plan of the student holds. */
  readonly offered: boolean;
  readonly streamFits: boolean;
  /** The student's registration for this discipline in this semester. */
  readonly registration: number | null;
  readonly registeredCredits: number | null;
  /** The stream that the student has for this class type, with its receipt. */
  readonly oldStream: number | null;
  readonly receipt: string | null;
  /** An extra discipline that was taken in another semester and not failed. */
  readonly takenBefore: boolean;
  readonly blockTaken: boolean;
  /** Registered credits of the semester without this discipline, and the most there may be. */
  readonly credits: number;
  readonly limit: number;
  /** Name of a failed discipline that this one requires. */
  readonly prerequisite: string | null;
  readonly marks: boolean;
  readonly number: number;
  readonly free: number;
  /** How many stand in line before the student. */
  readonly ahead: number;
}

/** Which rules the registration office may leave aside when it registers by hand. */
export interface Waived {
  readonly byOffice?: boolean;
  /** A full stream is what a line is for. */
  readonly seats?: boolean;
  /** The student comes from the line: its order has been kept already. */
  readonly line?: boolean;
}

/** Whether the wish is what the student has already; nothing changes then. */
export function isSame(wish: Wish, facts: Facts): boolean {
  return facts.oldStream === wish.stream;
}

/**
 * The first rule that forbids the wish, in the order of wire.md 3.9, or null. A seat that is the student's already is
 * never refused after `already`.
 */
export function refusalOf(wish: Wish, facts: Facts, waived: Waived = {}): Refusal | null {
  const office = waived.byOffice === true;
  if (
    wish.registration !== null &&
    (facts.registration !== wish.registration || facts.registeredCredits !== wish.credits)
  )
    return new Refusal('registration.notFound', 404);
  if (!office && !facts.isOpen) return new Refusal('registration.closed', 422);
  if (!office && !wish.byPlan && !facts.granted) return new Refusal('registration.noOptional', 403);
  if (!(wish.byPlan ? facts.planned : facts.offered)) return new Refusal('registration.notInPlan', 422);
  if (!facts.streamFits)
    return new Refusal('registration.wrongSubgroup', 422, { fields: { subgroup: 'registration.wrongSubgroup' } });
  if (isSame(wish, facts)) return null;
  const isNew = facts.registration === null;
  if (wish.registration === null && (facts.oldStream !== null || facts.takenBefore || hasOtherCredits(wish, facts)))
    return new Refusal('registration.already', 409);
  if (isNew && facts.blockTaken) return new Refusal('registration.blockTaken', 409);
  if (!office && isNew && facts.credits + wish.credits > facts.limit)
    return new Refusal('registration.creditLimit', 422, { values: { limit: facts.limit } });
  if (!office && isNew && facts.prerequisite !== null)
    return new Refusal('registration.prerequisite', 422, { values: { discipline: facts.prerequisite } });
  if (facts.oldStream !== null && facts.marks) return new Refusal('registration.marksExist', 409);
  if (!waived.seats && (facts.free < 1 || (!waived.line && facts.ahead > 0))) return full();
  return null;
}

/** The seat went to somebody else. */
export function full(): Refusal {
  return new Refusal('registration.full', 409, { fields: { subgroup: 'registration.full' } });
}

function hasOtherCredits(wish: Wish, facts: Facts): boolean {
  return facts.registration !== null && facts.registeredCredits !== wish.credits;
}
