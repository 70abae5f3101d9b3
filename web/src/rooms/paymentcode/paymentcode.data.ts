import type { Input } from '@bilim/contract/call.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { paymentcode } from '@bilim/contract/paymentcode.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../../core/api.ts';
import { reading } from '../../core/queries.ts';

/** Academic years, the default one, and the services. */
export function useLists() {
  return {
    years: useQuery(reading('discipline', discipline.years, {})),
    defaultYear: useQuery(reading('discipline', discipline.defaultYear, {})),
    services: useQuery(reading('paymentcode', paymentcode.services, {})),
  };
}

/** The person's groups in a year. */
export function useGroups(year: number | null) {
  return useQuery({ ...reading('paymentcode', paymentcode.groups, { id_a_year: year ?? 0 }), enabled: year !== null });
}

/** Gets the code; the same request always gives the same one. */
export function useCode() {
  return useMutation({
    mutationFn: async (input: Input<typeof paymentcode.code>) =>
      (await ask(paymentcode.code, input))[0]?.account ?? null,
  });
}
