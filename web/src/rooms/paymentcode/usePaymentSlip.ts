import { shortYearLabel } from '@bilim/contract/url-selection.ts';
import { type FormEvent, useState } from 'react';
import type { PaymentSlipData } from './PaymentSlip.tsx';
import { useGroupsOfYear, usePaymentFormChoices, useRequestPaymentCode } from './paymentcode.data.ts';

/** The choice of year, group and service, and the slip with the code for it. */
export function usePaymentSlip() {
  const { years, defaultYear, services } = usePaymentFormChoices();
  const [chosenYear, setYear] = useState<number | null | undefined>(undefined);
  const [chosenGroup, setGroup] = useState<number | null | undefined>(undefined);
  const [service, setService] = useState<number | null>(null);
  const [slip, setSlip] = useState<PaymentSlipData | null>(null);
  const [stale, setStale] = useState(false);
  const [folded, setFolded] = useState(false);
  const code = useRequestPaymentCode();

  const year = chosenYear === undefined ? (defaultYear.data?.[0]?.id_a_year_def ?? null) : chosenYear;
  const groups = useGroupsOfYear(year);
  const group = chosenGroup === undefined ? (groups.data?.[0]?.id_group ?? null) : chosenGroup;

  /** Another choice is not what the slip says. */
  function change(set: () => void) {
    set();
    setStale(true);
    code.reset();
  }
  const slipOf = (account: string): PaymentSlipData => ({
    account,
    service: services.data?.find((one) => one.id_uslug === service)?.name ?? '',
    year: shortYearLabel(years.data?.find((one) => one.id_a_year === year)?.p32 ?? ''),
    group: groups.data?.find((one) => one.id_group === group)?.p20 ?? '',
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (year === null || group === null || service === null) return;
    code.mutate(
      { id_year: year, id_group: group, id_uslug: service },
      {
        onSuccess: (account) => {
          setStale(false);
          setFolded(account !== null);
          setSlip(account === null ? null : slipOf(account));
        },
        onError: () => setSlip(null),
      },
    );
  }

  return {
    years,
    year,
    groups,
    group,
    services,
    service,
    /** A list that could not be read. */
    failed: [years, services, groups, defaultYear].find((list) => list.error && !list.data),
    chooseYear: (id: number | null) =>
      change(() => {
        setYear(id);
        setGroup(undefined);
      }),
    chooseGroup: (id: number | null) => change(() => setGroup(id)),
    chooseService: (id: number | null) => change(() => setService(id)),
    submit,
    code,
    slip,
    /** Something else has been chosen since. */
    stale,
    folded,
    unfold: () => setFolded(false),
  };
}
