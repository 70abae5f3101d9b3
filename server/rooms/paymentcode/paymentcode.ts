import { paymentcode as calls } from '@bilim/contract/paymentcode.ts';
import { room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { accountOf } from './paymentcode.account.ts';
import { groupsIn, keepCode, serviceNumber, services } from './paymentcode.queries.ts';

/** Codes for payments; the same request always gives the same code. */
export const paymentcode = room('paymentcode', calls, {
  handlers: {
    async services({ db, language }) {
      return await services(db, language);
    },

    async groups({ db, caller, input }) {
      return await groupsIn(db, caller, input.id_a_year);
    },

    async code({ db, caller, input }) {
      const groups = await groupsIn(db, caller, input.id_year);
      if (!groups.some((group) => group.id_group === input.id_group))
        throw new Refusal('paymentcode.notYourGroup', 422, { fields: { id_group: 'paymentcode.notYourGroup' } });
      const service = await serviceNumber(db, input.id_uslug);
      if (service === null) throw new Refusal('paymentcode.noService', 404);
      const account = await keepCode(db, {
        account: accountOf(service, input.id_year, caller.uid),
        student: caller.uid,
        service: input.id_uslug,
        year: input.id_year,
        group: input.id_group,
      });
      return [{ account }];
    },
  },
});
