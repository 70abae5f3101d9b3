import { limits } from '@bilim/contract/limits.ts';
import type { registrationExceptions as calls } from '@bilim/contract/registration-exceptions.ts';
import type { Handlers } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { addStudentNamesakeHints } from '../../university/namesakes.queries.ts';
import {
  endCreditLimitException,
  grantCreditLimitException,
  readCreditLimitExceptions,
} from './registration.exceptions.queries.ts';
import { authorizeOfficeStudent } from './registration.office.access.ts';
import { yearExists } from './registration.settings.queries.ts';
import type { WaitlistProcessor } from './registration.waitlist.ts';

/** Named exceptions to the credit limit: the office gives them and takes them back. */
export const creditLimitExceptionHandlers: Handlers<typeof calls, { readonly line: WaitlistProcessor }> = {
  async officeExceptions({ db, caller, language, input }) {
    const exceptions = await readCreditLimitExceptions(db, caller, language, {
      year: input.id_a_year,
      term: input.id_ws,
      skip: ((input.page ?? 1) - 1) * limits.officePageSize,
    });
    return await addStudentNamesakeHints(db, language, exceptions);
  },

  async officeExcept({ db, caller, state, input, publish, afterCommit }) {
    if (input.creditLimit <= 0) throw new Refusal('call.invalid', 400, { fields: { creditLimit: 'field.range' } });
    const student = await authorizeOfficeStudent(db, caller, input.id_student);
    if (!(await yearExists(db, input.id_a_year)))
      throw new Refusal('call.invalid', 400, { fields: { id_a_year: 'field.range' } });
    const of = { year: input.id_a_year, term: input.id_ws, credits: input.creditLimit };
    await grantCreditLimitException(db, student, of, caller.uid, input.reason);
    publish([`u:${student.id}`, 'p:registration'], 'limit');
    afterCommit(() => state.line.promote());
    return [{ result: 1 }];
  },

  async officeEndException({ db, caller, input, publish }) {
    const student = await authorizeOfficeStudent(db, caller, input.id_student);
    await endCreditLimitException(db, student, { year: input.id_a_year, term: input.id_ws }, caller.uid, input.reason);
    publish([`u:${student.id}`, 'p:registration'], 'limit');
    return [{ result: 1 }];
  },
};
