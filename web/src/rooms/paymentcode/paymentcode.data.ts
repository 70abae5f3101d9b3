import type { Input } from '@bilim/contract/call.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { paymentcode } from '@bilim/contract/paymentcode.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { queryForCall } from '../../core/queryClient.ts';

/** Academic years, the default one, and the services. */
export function usePaymentFormChoices() {
  return {
    years: useQuery(queryForCall('discipline', discipline.years, {})),
    defaultYear: useQuery(queryForCall('discipline', discipline.defaultYear, {})),
    services: useQuery(queryForCall('paymentcode', paymentcode.services, {})),
  };
}

/** The person's groups in a year. */
export function useGroupsOfYear(year: number | null) {
  return useQuery({
    ...queryForCall('paymentcode', paymentcode.groups, { id_a_year: year ?? 0 }),
    enabled: year !== null,
  });
}

/** Gets the code; the same request always gives the same one. */
export function useRequestPaymentCode() {
  return useMutation({
    mutationFn: async (input: Input<typeof paymentcode.code>) =>
      (await callServer(paymentcode.code, input))[0]?.account ?? null,
  });
}
