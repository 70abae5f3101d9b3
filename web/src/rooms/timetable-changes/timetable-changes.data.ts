import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { schedule } from '@bilim/contract/schedule.ts';
import { timetableChanges } from '@bilim/contract/timetable-changes.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { queryClient, queryForCall, queryForPages } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';

const room = 'timetable-changes';

export type TimetableClass = Output<typeof timetableChanges.week>[number]['classes'][number];
/** A class that is being changed, or one more of a course: its `id_lesson` is 0 where only the load or the stream names it. */
export type ChangedClass = TimetableClass & { id_load?: number | null; id_stream?: number | null };
export type ClassTimeSlot = Output<typeof timetableChanges.places>[number];
export type TimetableChange = Output<typeof timetableChanges.list>[number];
export type TimetableChangeCheck = Output<typeof timetableChanges.check>[number];
export type TeacherSearchResult = Output<typeof timetableChanges.teachers>[number];

/** What names a class, or its course, in a call. */
export function toCourseReference({ id_lesson, id_load, id_stream }: ChangedClass) {
  if (id_lesson) return { id_lesson };
  return id_load ? { id_load } : { id_stream: id_stream ?? 0 };
}

/** Changes a page. */
const page = 30;
const isSearch = (text: string) => [...text.trim()].length >= 2;

/** Groups, teachers and rooms; from two letters on. */
export const useTimetableSearch = (search: string) =>
  useQuery({
    ...queryForCall(room, timetableChanges.find, { search }),
    enabled: isSearch(search),
    placeholderData: keepPreviousData,
  });

/** The groups with which one begins while nothing is chosen. */
export const useFirstGroups = () => useQuery(queryForCall(room, timetableChanges.firstGroups, {}));

export const useTeacherSearch = (search: string) =>
  useQuery({
    ...queryForCall(room, timetableChanges.teachers, { search }),
    enabled: isSearch(search),
    placeholderData: keepPreviousData,
  });

/** The timetable of a whole term of a group, a teacher or a room; null: it is not asked for. */
export const useTermTimetable = (of: Input<typeof schedule.whole> | null) =>
  useQuery({
    ...queryForCall('schedule', schedule.whole, of ?? { kind: '', id: 0, year: 0, ws: 0 }),
    enabled: of !== null,
  });

/** The classes of a week of a group, a teacher or a room. */
export const useTimetableWeek = (whose: { kind: string; id: number } | null, day: string) =>
  useQuery({
    ...queryForCall(room, timetableChanges.week, { kind: whose?.kind ?? 'group', id: whose?.id ?? 1, day }),
    enabled: whose !== null,
    placeholderData: keepPreviousData,
  });

/** What is taught to whom the timetable is of, to add a class of it. */
export const useTaughtCourses = (of: Input<typeof timetableChanges.courses>) =>
  useQuery(queryForCall(room, timetableChanges.courses, of));

/** The places of a week for a class, or for one more class of its course. */
export const useClassTimeSlots = (one: ChangedClass | null, day: string, isAdded: boolean) =>
  useQuery({
    ...queryForCall(room, timetableChanges.places, {
      ...{ ...(one && toCourseReference(one)), classDay: one?.day ?? day, day },
      ...(isAdded && { isAdded }),
    }),
    enabled: one !== null,
    placeholderData: keepPreviousData,
  });

/** What saving would meet. */
export const useChangeCheck = (of: Input<typeof timetableChanges.check>) =>
  useQuery({ ...queryForCall(room, timetableChanges.check, of), placeholderData: keepPreviousData });

export const useTimetableChangeList = () =>
  useInfiniteQuery(
    queryForPages(room, timetableChanges.list, {}, { size: page, next: (last) => ({ before: last.id_change }) }),
  );

export const useHolidays = () => useQuery(queryForCall(room, timetableChanges.holidays, {}));

/** What days without classes would take. */
export const useHolidayCheck = (of: Input<typeof timetableChanges.checkHoliday> | null) =>
  useQuery({
    ...queryForCall(room, timetableChanges.checkHoliday, of ?? { day: '' }),
    enabled: of !== null,
    staleTime: 0,
  });

function useRoomMutation<C extends Call>(call: C) {
  return useMutation({
    mutationFn: (input: Input<C>) => callServer(call, input, { key: randomUuid() }),
    onSuccess: refresh,
    // Where only the reply was lost, what was written is to be seen; nobody waits for it.
    onError: () => void refresh(),
  });
}

const refresh = () =>
  Promise.all([room, 'schedule', 'journal'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));

export const useMoveClass = () => useRoomMutation(timetableChanges.move);
export const useCancelClass = () => useRoomMutation(timetableChanges.cancel);
export const useAddClass = () => useRoomMutation(timetableChanges.add);
export const useUndoClassChange = () => useRoomMutation(timetableChanges.undo);
export const useSetHoliday = () => useRoomMutation(timetableChanges.setHoliday);
export const useDeleteHoliday = () => useRoomMutation(timetableChanges.removeHoliday);
