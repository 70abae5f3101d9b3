import { parseRole, type Role } from '@bilim/contract/access.ts';
import type { Output } from '@bilim/contract/call.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { schedule } from '@bilim/contract/schedule.ts';
import type { TermSpan } from '@bilim/contract/term-calendar.ts';
import type { Timetable, TimetableWeek } from '@bilim/contract/timetable.ts';
import { useQuery } from '@tanstack/react-query';
import { callServer } from '../core/api.ts';
import { useAtom } from '../core/atom.ts';
import { now } from '../core/clock.ts';
import { type Language, language } from '../core/i18n.ts';
import { queryClient, queryForCall, quietRetryOptions, takePrefetchedReply } from '../core/queryClient.ts';
import { useUrlSelection } from '../core/searchParams.ts';
import { session } from '../core/session.ts';
import { isSharedComputer, readStoredValue, writeStoredValue } from '../core/storage.ts';

/** What is kept in the browser: the timetable and when it was read, in milliseconds since 1970. */
interface StoredTimetable {
  at: number;
  /** Names come in the language of the reader. */
  language: Language;
  timetable: Timetable;
}

interface PersonTerm {
  uid: number;
  role: Role;
  year: number;
  ws: number;
}

/** Kept for each person, role, year and term by itself (SCH-02). */
const placeOf = ({ uid, role, year, ws }: PersonTerm) => `schedule/${uid}/${role}/${year}/${ws}`;

function readStoredTimetable(whose: PersonTerm): StoredTimetable | undefined {
  try {
    return (JSON.parse(readStoredValue(placeOf(whose)) ?? 'null') as StoredTimetable | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const weekKey = (whose: PersonTerm) => ['schedule', 'week', whose] as const;

const weekOf = (role: Role) => (role === 1 ? schedule.teacher : schedule.student);

/** Remembers what is a person's own, unless the browser is another one's by the time that it was read. */
function rememberFor(uid: number, key: string, value: object): void {
  if (readStoredValue('uid') === String(uid)) writeStoredValue(key, JSON.stringify(value));
}

function keep(whose: PersonTerm, week: TimetableWeek, term: Timetable['term'] = null): Timetable {
  const timetable = { week, term };
  const stored: StoredTimetable = { at: now().getTime(), language: language.get(), timetable };
  rememberFor(whose.uid, placeOf(whose), stored);
  return timetable;
}

async function read(whose: PersonTerm, signal: AbortSignal): Promise<Timetable> {
  const { year, ws, role } = whose;
  const [week, [term]] = await Promise.all([
    callServer(weekOf(role), { year, ws }, { signal }),
    callServer(schedule.term, { year, ws }, { signal }),
  ]);
  return keep(whose, week, term);
}

/** What the first script has fetched already: the page is drawn once with it. */
function begun(whose: PersonTerm): Timetable | undefined {
  const { year, ws, role } = whose;
  const week = takePrefetchedReply(weekOf(role), { year, ws });
  const span =
    week &&
    (takePrefetchedReply(schedule.term, { year, ws }) ?? queryClient.getQueryData<Terms>(spanKey({ year, ws })));
  return span && keep(whose, week, span[0]);
}

type Terms = Output<typeof schedule.term>;

/** The bar of wide screens asks for the term's days by themselves. */
const spanKey = (of: { year: number; ws: number }) => queryForCall('schedule', schedule.term, of).queryKey;

/** The term of which the last timetable was read, for a start without the server. */
const lastTerm = (uid: number) => `schedule/${uid}/term`;

/** Year and term that are looked at: those in the address, else the current ones; null until they are known. */
export function useViewedTerm(): { year: number; ws: number } | null {
  const uid = useAtom(session).user?.uid ?? 0;
  const selection = useUrlSelection();
  const [term] = useQuery(queryForCall('discipline', discipline.currentTerm, {})).data ?? [];
  const [year] = useQuery(queryForCall('discipline', discipline.currentYear, {})).data ?? [];
  if (term && year) rememberFor(uid, lastTerm(uid), { year: year.id_a_year, ws: term.id_ws });
  const stored = JSON.parse(readStoredValue(lastTerm(uid)) ?? 'null') as { year: number; ws: number } | null;
  const found = {
    year: selection.year ?? year?.id_a_year ?? stored?.year,
    ws: selection.ws ?? term?.id_ws ?? stored?.ws,
  };
  return found.year === undefined || found.ws === undefined ? null : { year: found.year, ws: found.ws };
}

/**
 * The timetable of the term that is looked at (or of the current one): the kept copy at once, renewed behind it.
 * `dataUpdatedAt` says how old it is. Not `needed`: it is not asked for.
 */
export function useTimetable(needed = true) {
  const { user } = useAtom(session);
  const uid = user?.uid ?? 0;
  const term = useViewedTerm();
  const whose: PersonTerm = { uid, role: parseRole(user?.role), year: term?.year ?? 0, ws: term?.ws ?? 0 };
  const stored = term ? readStoredTimetable(whose) : undefined;
  return useQuery({
    queryKey: weekKey(whose),
    queryFn: ({ signal }) => read(whose, signal),
    enabled: needed && term !== null,
    ...(stored
      ? { initialData: stored.timetable, initialDataUpdatedAt: stored.at }
      : { initialData: () => begun(whose) }),
    refetchOnMount: stored && stored.language !== language.get() ? 'always' : true,
  });
}

/** A timetable of another term than the one that is looked at: its year and term. */
export type AdjacentTermTimetable = Timetable & { readonly of: { readonly year: number; readonly ws: number } };

/**
 * The timetable of the term beside the one that is looked at, which days reach into; the kept copy as above. Null: none of
 * them does, or the calendar holds no such term, or it is still being read (`isPending`).
 */
export function useAdjacentTermTimetable(
  timetable: Timetable | undefined,
  days: { first: string; last: string },
): { neighbour: AdjacentTermTimetable | null; isPending: boolean } {
  const { user } = useAtom(session);
  const term = timetable?.term;
  const neighbour =
    (term && days.last > term.endsOn ? term.next : term && days.first < term.startsOn ? term.previous : null) ?? null;
  const whose: PersonTerm = {
    uid: user?.uid ?? 0,
    role: parseRole(user?.role),
    year: neighbour?.year ?? 0,
    ws: neighbour?.ws ?? 0,
  };
  const stored = neighbour ? readStoredTimetable(whose) : undefined;
  const { data, isLoading } = useQuery({
    queryKey: weekKey(whose),
    queryFn: ({ signal }) => read(whose, signal),
    enabled: neighbour !== null,
    ...(stored && { initialData: stored.timetable, initialDataUpdatedAt: stored.at }),
  });
  return {
    neighbour: neighbour && data ? { ...data, of: { year: neighbour.year, ws: neighbour.ws } } : null,
    isPending: isLoading,
  };
}

/** A stored timetable is refreshed after so many milliseconds, even if nobody opened it. */
const refreshIntervalMs = 12 * 3_600_000;

/** Keeps the timetable of the current term on the device, so that it is there without a network, opened before or not. */
export async function storeCurrentTermTimetable(uid: number, role: Role): Promise<void> {
  if (isSharedComputer()) return;
  const [[term], [year]] = await Promise.all([
    queryClient.fetchQuery(queryForCall('discipline', discipline.currentTerm, {})),
    queryClient.fetchQuery(queryForCall('discipline', discipline.currentYear, {})),
  ]);
  if (!term || !year) return;
  const whose: PersonTerm = { uid, role, year: year.id_a_year, ws: term.id_ws };
  rememberFor(uid, lastTerm(uid), { year: whose.year, ws: whose.ws });
  const stored = readStoredTimetable(whose);
  if (stored && now().getTime() - stored.at < refreshIntervalMs) return;
  // The bar of wide screens may have taken the term that the first answer brought.
  const queryFn = ({ signal }: { signal: AbortSignal }) => begun(whose) ?? read(whose, signal);
  await queryClient.fetchQuery({ queryKey: weekKey(whose), queryFn });
}

/** First and last day of the term that is looked at (or of the current one); null when it is not known. */
export function useTermSpan(): TermSpan | null {
  const term = useViewedTerm();
  const uid = useAtom(session).user?.uid ?? 0;
  const role = parseRole(useAtom(session).user?.role);
  const of = { year: term?.year ?? 0, ws: term?.ws ?? 0 };
  const { data } = useQuery({
    ...queryForCall('schedule', schedule.term, of),
    ...quietRetryOptions,
    enabled: term !== null,
    // A page with the timetable may have taken what the first answer brought.
    initialData: () => {
      const timetable = queryClient.getQueryData<Timetable>(weekKey({ uid, role, ...of }));
      return (
        takePrefetchedReply(schedule.term, of) ??
        (timetable?.term ? [{ previous: null, next: null, ...timetable.term }] : undefined)
      );
    },
  });
  return data?.[0] ?? null;
}
