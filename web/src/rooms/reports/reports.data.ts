import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { reportPageSize } from '@bilim/contract/limits.ts';
import { type ReportName, reports } from '@bilim/contract/reports.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { buildFileUrl } from '../../core/fileAddress.ts';
import { pagedQueryKey, queryClient, queryForCall } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';

const room = 'reports';

/** The calls whose rows come by pages, each with its numbers. */
type Listing = (typeof reports)[ReportName];
type Head<C extends Call & { types: { output: readonly unknown[] } }> = Output<C>[number];

/** Whom and which days the page is about; what is left out is not asked for. */
export type ReportFilter = Input<typeof reports.attendance>;
export type FilterChoices = Head<typeof reports.choices>;
export type TeacherWithUnfilledJournals = Head<typeof reports.journals>['rows'][number];
export type GroupAttendance = Head<typeof reports.attendance>['rows'][number];
export type Absentee = Head<typeof reports.absences>['rows'][number];
export type Debtor = Head<typeof reports.debts>['rows'][number];
export type ReportFile = Head<typeof reports.export>;
export type AttentionSign = Head<typeof reports.worth>['rows'][number];
export type AttentionSignEvidence = Head<typeof reports.evidence>;

export const useFilterChoices = () => useQuery(queryForCall(room, reports.choices, {}));

/** One report: its numbers as the first page has them, and the rows that have come. */
export function useReport<C extends Listing>(call: C, wanted: Input<C>) {
  const list = useInfiniteQuery({
    queryKey: pagedQueryKey(room, call, wanted),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callServer(call as Call, { ...wanted, ...(pageParam !== null && { after: pageParam }) }, { signal }) as Promise<
        Head<Listing>[]
      >,
    getNextPageParam: ([last]) => (last?.rows.length === reportPageSize ? last.rows.at(-1)?.cursor : undefined),
    placeholderData: keepPreviousData,
  });
  const pages = (list.data?.pages.flat() ?? []) as Head<C>[];
  return { list, head: pages[0], rows: pages.flatMap(({ rows }) => rows as Head<C>['rows'][number][]) };
}

/** What narrows the rows behind a number, besides whose they are. */
const ofRows = ({ period, id_teacher }: ReportFilter) => ({
  ...(period && { period }),
  ...(id_teacher && { id_teacher }),
});

export const useAbsentStudents = (id_group: number, wanted: ReportFilter) =>
  useQuery(queryForCall(room, reports.students, { id_group, ...ofRows(wanted) }));

export const useStudentAbsences = (id_student: number, wanted: ReportFilter) =>
  useQuery(queryForCall(room, reports.absent, { id_student, ...ofRows(wanted) }));

export const useMarkAccesses = (wanted: Omit<ReportFilter, 'id_teacher'>) =>
  useQuery(queryForCall(room, reports.readings, wanted));

/** What is worth a look: of the last weeks, whatever the days of the other reports. */
export const useAttentionSigns = ({ period: _, ...whom }: ReportFilter) =>
  useQuery(queryForCall(room, reports.worth, whom));

export const useAttentionSignEvidence = (subject: string) =>
  useQuery(queryForCall(room, reports.evidence, { subject }));

export const useAttentionSignExplanations = ({ id_faculty }: ReportFilter) =>
  useQuery(queryForCall(room, reports.explained, { ...(id_faculty && { id_faculty }) }));

/** `onDone` runs before the card goes, and with it whoever asked. */
export const useExplainAttentionSign = (onDone: () => void) =>
  useMutation({
    mutationFn: ({ key, ...input }: Input<typeof reports.explain> & { key: string }) =>
      callServer(reports.explain, input, { key }),
    onSuccess: () => {
      onDone();
      return queryClient.invalidateQueries({ queryKey: [room] });
    },
  });

export const useRemindTeacher = () =>
  useMutation({
    mutationFn: (id_teacher: number) => callServer(reports.remind, { id_teacher }, { key: randomUuid() }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [room, reports.journals.path] }),
  });

export const useReportExport = () =>
  useMutation({ mutationFn: (wanted: Input<typeof reports.export>) => callServer(reports.export, wanted) });

/** Where the paper for an inspection is, of what the page is about. */
export function buildInspectionUrl(wanted: ReportFilter): string {
  return buildFileUrl(reports.inspection, wanted);
}
