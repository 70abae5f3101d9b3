import type { Output } from '@bilim/contract/call.ts';
import type { RegistrationPart } from '@bilim/contract/page-options.ts';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { registration } from '@bilim/contract/registration.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useAtom } from '../../core/atom.ts';
import { onRoomChanged } from '../../core/live/live.ts';
import { queryClient, queryForCall, refetchChangedQueries } from '../../core/queryClient.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { session } from '../../core/session.ts';

export const registrationRoom = 'registration';
/** Streams with their seats: cleared after every success, renewed when seats or the own registrations change. */
export const offersQueryKey = 'registration-offers';

/** The live line tells of an own save a moment after its reply: what both ask for is read once, so long after the first (ms). */
const together = 250;
let renewing: Promise<void> | null = null;
let saves = 0;

/** Reads offers again: once for all who ask within a moment, and after the last of several saves. */
export function refetchOffers(): Promise<void> {
  renewing ??= new Promise((done) => setTimeout(done, together)).then(async () => {
    renewing = null;
    refetchChangedQueries({ queryKey: [offersQueryKey] });
    // Waits for what has begun; it begins nothing more.
    await queryClient.invalidateQueries({ queryKey: [offersQueryKey] }, { cancelRefetch: false });
  });
  return renewing;
}

/** While several disciplines are saved, events do not renew offers one by one; gives what ends that, before `refetchOffers`. */
export function pauseOfferRefetch(): () => void {
  saves++;
  return () => void saves--;
}

// They hold the own week and the own places in lines too, which another device, the office and the line change.
onRoomChanged(registrationRoom, (key) => {
  if (saves === 0 && (key === null || key === 'line')) void refetchOffers();
});

export type PlanRow = Output<typeof registration.list>[number];
export type ExtraDiscipline = Output<typeof registration.optionalDisciplines>[number];
export type WaitlistRow = Output<typeof registration.waiting>[number];
export type RegistrationEligibility = Output<typeof registration.permission>[number];
export type StreamOffers = Output<typeof registration.offers>[number];
export type StreamOffer = StreamOffers['streams'][number];
export type OfferLesson = StreamOffer['lessons'][number];

/** The choice of the address and ways to change it: year, semester, part of the page and the open card. */
export function useRegistrationSelection() {
  const search = useSearchParams('/registration');
  const navigate = useNavigate();
  const { ry, rs, rc, part = 'plan' } = search;
  const open = rc && /^\d+_[\d.]+$/.test(rc) ? rc : null;
  // What is chosen again closes the card.
  const go = (next: PageParams<'/registration'>) =>
    void navigate({
      to: '.',
      search: { ...search, ry: undefined, rs: undefined, part: undefined, rc: undefined, ...next },
    });
  const asked = (next: RegistrationPart) => (next === 'plan' ? undefined : next);
  return {
    ry,
    rs,
    part,
    /** The discipline whose card is open. */
    open,
    chooseYear: (year: number | null) => go({ ry: year ?? undefined }),
    chooseSemester: (semester: number | null) => go({ ry, rs: semester ?? undefined }),
    choosePart: (next: RegistrationPart) => go({ ry, rs, part: asked(next) }),
    openCard: (key: string | null, of: RegistrationPart = part) =>
      go({ ry, rs, part: asked(of), rc: key ?? undefined }),
  };
}

export type RegistrationSelection = ReturnType<typeof useRegistrationSelection>;

/** Years, semesters of the own group, and which of them the page is about; `hasNoGroup`: a year without a group. */
export function useChosenTerm(choice: Pick<RegistrationSelection, 'ry' | 'rs'>) {
  const { user, settings } = useAtom(session);
  const years = useQuery(queryForCall(registrationRoom, registration.years, {}));
  const standard = useQuery(queryForCall(registrationRoom, registration.defaultYear, {}));
  const year = choice.ry ?? standard.data?.[0]?.id_a_year_def ?? null;
  // In an earlier year it may have been another group.
  const earlier = year !== null && standard.data !== undefined && year !== standard.data[0]?.id_a_year_def;
  const groups = useQuery({
    ...queryForCall(registrationRoom, registration.ownGroup, { id_a_year: year ?? 0 }),
    enabled: earlier,
  });
  const group = (earlier ? groups.data?.[0]?.id_group : user?.id_group) ?? null;
  const semesters = useQuery({
    ...queryForCall(registrationRoom, registration.semesters, { id_group: group ?? 0, id_a_year: year ?? 0 }),
    enabled: group !== null && year !== null && standard.data !== undefined,
  });
  const list = semesters.data ?? [];
  const ofTerm = list.find((one) => one.id_ws === settings?.[0]?.id_ws);
  const semester = list.find((one) => one.id_semester === choice.rs) ?? ofTerm ?? list[0] ?? null;
  // Of a year without a group, or a base without a year or plans, no list will ever come.
  const hasNoGroup =
    standard.data?.length === 0 ||
    (year !== null && standard.data !== undefined && (earlier ? groups.data?.length === 0 : group === null)) ||
    semesters.data?.length === 0;
  // Without any of them there is no semester to show disciplines of.
  const broken = [years, standard, groups, semesters].filter(({ isError, data }) => isError && !data);
  const failure = broken[0]?.error ?? null;
  const retry = () => {
    for (const one of broken) void one.refetch();
  };
  return { years, semesters, year, semester, hasNoGroup, failure, retry };
}

export interface ChosenTerm {
  id_a_year: number;
  id_semester: number;
}

const never: ChosenTerm = { id_a_year: 0, id_semester: 1 };

/** The plan with what is registered. */
export const useRegistrationPlan = (term: ChosenTerm | null) =>
  useQuery({ ...queryForCall(registrationRoom, registration.list, term ?? never), enabled: term !== null });

/** Period, credits and their limit, and whether extras are open; false until the server says so (REG-04). `isKnown`: it has. */
export function useRegistrationEligibility(term: ChosenTerm | null): {
  permission: RegistrationEligibility | null;
  isKnown: boolean;
} {
  const { data, error } = useQuery({
    ...queryForCall(registrationRoom, registration.permission, term ?? never),
    enabled: term !== null,
  });
  return { permission: data?.[0] ?? null, isKnown: Boolean(data ?? error) };
}

/** Extras that may be chosen. */
export const useExtraDisciplines = (term: ChosenTerm | null, granted: boolean) =>
  useQuery({
    ...queryForCall(registrationRoom, registration.optionalDisciplines, term ?? never),
    enabled: term !== null && granted,
  });

/** Streams in whose line the student stands. */
export const useWaitlistPositions = (term: ChosenTerm | null) =>
  useQuery({ ...queryForCall(registrationRoom, registration.waiting, term ?? never), enabled: term !== null });

/** A discipline whose streams are read by themselves. */
export interface SeparatelyReadDiscipline {
  id_discipline: number;
  kredits: number;
  isByPlan: boolean;
}

/**
 * Streams, their seats and the own week: of the whole plan at once, of extras each by itself. Seats that change while one
 * looks are read again for the discipline that is open: the other cards show none.
 */
export function useStreamOffers(
  term: ChosenTerm | null,
  extras: readonly SeparatelyReadDiscipline[],
  open: SeparatelyReadDiscipline | null,
) {
  const plan = useQuery({
    ...queryForCall(offersQueryKey, registration.offers, term ?? never),
    enabled: term !== null,
  });
  const [changedPlace, setChangedPlace] = useState<string | null>(null);
  const place = open && `${term?.id_semester} ${open.id_discipline} ${open.kredits}`;
  const discipline = open?.id_discipline;
  useEffect(() => {
    if (discipline === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onRoomChanged('seats', (key) => {
      if (key !== null && !key.split(',').includes(String(discipline))) return;
      // Thousands look at the same streams: they do not all ask in the same moment.
      timer ??= setTimeout(() => {
        timer = undefined;
        setChangedPlace(place);
        void queryClient.invalidateQueries({
          queryKey: [offersQueryKey],
          predicate: ({ queryKey }) =>
            (queryKey[2] as { id_discipline?: number } | undefined)?.id_discipline === discipline,
        });
      }, Math.random() * 800);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [discipline, place]);
  const alone = open?.isByPlan && changedPlace === place ? [...extras, open] : extras;
  const single = useQueries({
    queries: alone.map((one) => ({
      ...queryForCall(offersQueryKey, registration.offers, { ...(term ?? never), ...one }),
      enabled: term !== null,
    })),
  });
  // A stream that has ended is in the newer list no more: the list takes the place of all that the plan's has of a discipline.
  const newer = single.flatMap(({ data }, n) => {
    const of = alone[n];
    return of && data ? [{ of, streams: data[0]?.streams ?? [] }] : [];
  });
  const all = plan.data?.[0];
  const latest = JSON.stringify(newer);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of `newer` stands for it.
  const data = useMemo<StreamOffers | null>(() => {
    if (!all) return null;
    const isNewer = ({ id_discipline, kredits }: StreamOffer) =>
      newer.some(({ of }) => of.id_discipline === id_discipline && of.kredits === kredits);
    return {
      ...all,
      streams: [...all.streams.filter((one) => !isNewer(one)), ...newer.flatMap(({ streams }) => streams)],
    };
  }, [all, latest]);
  const broken = [plan, ...single].filter(({ isError, data: read }) => isError && !read);
  return {
    data,
    isReading: [plan, ...single].some((one) => one.isPending),
    failure: broken[0]?.error ?? null,
    retry: () => {
      for (const one of broken) void one.refetch();
    },
  };
}
