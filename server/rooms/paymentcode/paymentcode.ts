import { paymentcode as calls } from '@bilim/contract/paymentcode.ts';
import { room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { computePaymentCode } from './paymentcode.account.ts';
import { readGroupsOfYear, readPaidServices, readServiceNumber, storePaymentCode } from './paymentcode.queries.ts';

/** Codes for payments; the same request always gives the same code. */
export const paymentcode = room('paymentcode', calls, {
  handlers: {
    async services({ db, language }) {
      return await readPaidServices(db, language);
    },

    async groups({ db, caller, input }) {
      return await readGroupsOfYear(db, caller, input.id_a_year);
    },

    async code({ db, caller, input }) {
      const groups = await readGroupsOfYear(db, caller, input.id_year);
      if (!groups.some((group) => group.id_group === input.id_group))
        throw new Refusal('paymentcode.notYourGroup', 422, { fields: { id_group: 'paymentcode.notYourGroup' } });
      const service = await readServiceNumber(db, input.id_uslug);
      if (service === null) throw new Refusal('paymentcode.noService', 404);
      const account = await storePaymentCode(db, {
        account: computePaymentCode(service, input.id_year, caller.uid),
        student: caller.uid,
        service: input.id_uslug,
        year: input.id_year,
        group: input.id_group,
      });
      return [{ account }];
    },
  },
});
