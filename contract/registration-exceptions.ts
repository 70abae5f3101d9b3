import { call } from './call.ts';
import * as f from './fields.ts';
import { limits } from './limits.ts';

const ofTerm = { id_a_year: f.year(), id_ws: f.term() };
const reason = () => f.text(limits.reasonLength, 3);

/** Named exceptions: another credit limit than everybody's, for one student in one term. */
export const registrationExceptions = {
  officeExceptions: call({
    path: '/api/regfordisciplines/office/exceptions',
    method: 'POST',
    access: 'registration',
    reads: true,
    input: f.object({ ...ofTerm, page: f.optionalWholeNumber(1, 10_000) }),
    output: f.array(
      f.object({
        id_student: f.integer(),
        s_fio: f.string(),
        apart: f.namesakeHint(),
        p20: f.string(),
        creditLimit: f.number(),
        /** What is registered in the term. */
        credits: f.number(),
        by: f.nullable(f.string()),
        at: f.nullable(f.timestamp()),
        reason: f.nullable(f.string()),
      }),
    ),
  }),
  /** Gives a student a limit of their own in a term, or another one than given before. */
  officeExcept: call({
    path: '/api/regfordisciplines/office/except',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ ...ofTerm, id_student: f.id(), creditLimit: f.credits(), reason: reason() }),
    output: f.writeResult(),
  }),
  /** The limit of all holds for the student again; what is registered stays. */
  officeEndException: call({
    path: '/api/regfordisciplines/office/endexception',
    method: 'POST',
    access: 'registration',
    idempotent: true,
    input: f.object({ ...ofTerm, id_student: f.id(), reason: reason() }),
    output: f.writeResult(),
  }),
};
