import type { Input, Output } from '@bilim/contract/call.ts';
import { registration } from '@bilim/contract/registration.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryForCall, queryWhenInputKnown } from '../../core/queryClient.ts';
import { type OfficeStream, officeRoom, useOfficeMutation } from './office.data.ts';

/** What the making and changing of streams asks for. */
export type StreamCourseOption = Output<typeof registration.officeCourses>[number];
export type StreamTeacher = Output<typeof registration.officeTeachers>[number];
export type StreamDetails = Output<typeof registration.officeStream>[number];
export type StreamTimeSlot = Output<typeof registration.officePlaces>[number];
export type StreamCheckResult = Output<typeof registration.officeCheck>[number];
export type StreamMergeTarget = Output<typeof registration.officeMergeInto>[number];

/** What a stream is of. */
export type StreamCourse = Omit<Input<typeof registration.officeTeachers>, 'search'>;

/** At which times a stream is held: weeks by «day-slot»; 0 every, 1 odd, 2 even. */
export type StreamHours = Readonly<Record<string, number>>;

export const toStreamCourse = (year: number, term: number, one: OfficeStream): StreamCourse => ({
  id_a_year: year,
  id_ws: term,
  id_discipline: one.id_discipline,
  kredits: one.kredits,
  isSelect: one.isSelect,
  id_vid_zaniatiy: one.id_vid_zaniatiy,
});

/** Hours as the wire has them. */
export const formatWireHours = (hours: StreamHours): string =>
  Object.entries(hours)
    .map(([time, weeks]) => `${time}-${weeks}`)
    .sort()
    .join(',');

export const toStreamHours = (held: StreamDetails): StreamHours =>
  Object.fromEntries(held.hours.map((one) => [`${one.day_number}-${one.id_time}`, one.week_kind]));

export const useStreamCourses = (year: number, term: number, search: string) =>
  useQuery({
    ...queryForCall(officeRoom, registration.officeCourses, { id_a_year: year, id_ws: term, search }),
    enabled: [...search.trim()].length >= 2,
    placeholderData: keepPreviousData,
  });

export const usePossibleTeachers = (course: StreamCourse) =>
  useQuery(queryForCall(officeRoom, registration.officeTeachers, course));

export const useStreamDetails = (subgroup: number) =>
  useQuery(queryForCall(officeRoom, registration.officeStream, { subgroup }));

export const useStreamTimeSlots = (of: Input<typeof registration.officePlaces> | null) =>
  useQuery({
    ...queryWhenInputKnown(officeRoom, registration.officePlaces, of),
    placeholderData: keepPreviousData,
  });

export const useStreamCheck = (of: Input<typeof registration.officeCheck> | null) =>
  useQuery({
    ...queryWhenInputKnown(officeRoom, registration.officeCheck, of),
    placeholderData: keepPreviousData,
  });

export const useStreamMergeTargets = (subgroup: number) =>
  useQuery(queryForCall(officeRoom, registration.officeMergeInto, { subgroup }));

export const useCreateStream = () => useOfficeMutation(registration.officeMake);
export const useChangeStream = () => useOfficeMutation(registration.officeRemake);
export const useCloseStream = () => useOfficeMutation(registration.officeEnd);
