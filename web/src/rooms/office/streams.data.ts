import type { Input, Output } from '@bilim/contract/call.ts';
import { registration } from '@bilim/contract/registration.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { reading } from '../../core/queries.ts';
import { room, type Stream, useChange } from './office.data.ts';

/** What the making and changing of streams asks for. */
export type FoundCourse = Output<typeof registration.officeCourses>[number];
export type Teacher = Output<typeof registration.officeTeachers>[number];
export type StreamDetails = Output<typeof registration.officeStream>[number];
export type Place = Output<typeof registration.officePlaces>[number];
export type Checked = Output<typeof registration.officeCheck>[number];
export type MergeTarget = Output<typeof registration.officeMergeInto>[number];

/** What a stream is of. */
export type Course = Omit<Input<typeof registration.officeTeachers>, 'search'>;

/** At which times a stream is held: weeks by «day-slot»; 0 every, 1 odd, 2 even. */
export type Hours = Readonly<Record<string, number>>;

export const courseOfStream = (year: number, term: number, one: Stream): Course => ({
  id_a_year: year,
  id_ws: term,
  id_discipline: one.id_discipline,
  kredits: one.kredits,
  isSelect: one.isSelect,
  id_vid_zaniatiy: one.id_vid_zaniatiy,
});

/** Hours as the wire has them. */
export const hoursText = (hours: Hours): string =>
  Object.entries(hours)
    .map(([time, weeks]) => `${time}-${weeks}`)
    .sort()
    .join(',');

export const hoursOf = (held: StreamDetails): Hours =>
  Object.fromEntries(held.hours.map((one) => [`${one.day_number}-${one.id_time}`, one.week_kind]));

export const useCourses = (year: number, term: number, search: string) =>
  useQuery({
    ...reading(room, registration.officeCourses, { id_a_year: year, id_ws: term, search }),
    enabled: [...search.trim()].length >= 2,
    placeholderData: keepPreviousData,
  });

export const useTeachersFor = (course: Course) => useQuery(reading(room, registration.officeTeachers, course));

export const useHeld = (subgroup: number) => useQuery(reading(room, registration.officeStream, { subgroup }));

export const usePlaces = (of: Input<typeof registration.officePlaces> | null) =>
  useQuery({
    ...reading(room, registration.officePlaces, of ?? ({} as never)),
    enabled: of !== null,
    placeholderData: keepPreviousData,
  });

export const useCheckOf = (of: Input<typeof registration.officeCheck> | null) =>
  useQuery({
    ...reading(room, registration.officeCheck, of ?? ({} as never)),
    enabled: of !== null,
    placeholderData: keepPreviousData,
  });

export const useGoals = (subgroup: number) => useQuery(reading(room, registration.officeMergeInto, { subgroup }));

export const useMake = () => useChange(registration.officeMake);
export const useRemake = () => useChange(registration.officeRemake);
export const useEnd = () => useChange(registration.officeEnd);
