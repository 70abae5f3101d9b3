import { parseRole } from '@bilim/contract/access.ts';
import type { Output } from '@bilim/contract/call.ts';
import { umk } from '@bilim/contract/umk.ts';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { callServer } from '../core/api.ts';
import { useAtom } from '../core/atom.ts';
import type { Failure } from '../core/failure.ts';
import { queryForCall, quietRetryOptions } from '../core/queryClient.ts';
import { session } from '../core/session.ts';
import type { CascadingSelection } from '../disciplines/cascade.data.ts';
import { useNotices } from '../notices/notices.data.ts';

export type Material = Output<typeof umk.list>[number];

/** A set of materials: what the cascade has chosen, in the words of these calls. */
export interface MaterialSetKey {
  readonly id_discipline: number;
  readonly id_semester: number;
  readonly isSelect: boolean;
  readonly kredits: number;
}

/** The set that the cascade has chosen; null while it is not known. */
export function chosenMaterialSet({ discipline, semester }: CascadingSelection): MaterialSetKey | null {
  if (!discipline || !semester) return null;
  return {
    id_discipline: discipline.id,
    id_semester: semester.id_semester,
    isSelect: discipline.isSelect,
    kredits: discipline.kredit,
  };
}

/** Stands for a set that is not known yet. */
export const placeholderMaterialSet: MaterialSetKey = { id_discipline: 1, id_semester: 1, isSelect: false, kredits: 0 };

/** The materials of a set: a teacher's own (or with `all` the department's), a student's from their teachers. */
export function useMaterials(set: MaterialSetKey | null, all: boolean) {
  const { user } = useAtom(session);
  const teacher = parseRole(user?.role) === 1;
  const options = teacher
    ? queryForCall('umk', umk.list, { ...(set ?? placeholderMaterialSet), ...(all && { id_human: -1 }) })
    : queryForCall('umk', umk.listForStudent, { ...(set ?? placeholderMaterialSet), id_group: user?.id_group ?? 0 });
  return useQuery({
    ...(options as unknown as UseQueryOptions<Material[], Failure, Material[], QueryKey>),
    enabled: set !== null,
  });
}

/** The kinds of materials, in the university's order. */
export function useMaterialKinds() {
  return useQuery({ ...queryForCall('umk', umk.types, {}), ...quietRetryOptions });
}

/** Which kinds a set has nothing of yet; null while the kinds are not known. */
export function useMissingKinds(list: readonly Material[]) {
  const { data: all } = useMaterialKinds();
  if (!all) return null;
  const have = new Set(list.map((one) => one.id_typeUmk));
  return { missing: all.filter((one) => !have.has(one.id_typeUmk)), all: all.length };
}

/** When the person looked at this discipline the time before; asked once a page, never by a live event. */
function useLastVisit(discipline: number | undefined): string | null {
  const visit = useQuery({
    queryKey: ['umk-visit', discipline],
    queryFn: () => callServer(umk.visit, { id_discipline: discipline ?? 0 }),
    enabled: discipline !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return visit.data?.[0]?.since ?? null;
}

/** Whether a material is new to the person: in a notice or added since the last visit, and not opened yet. */
export function useIsNewMaterial(cascade: CascadingSelection): (material: Material) => boolean {
  const since = useLastVisit(cascade.discipline?.id);
  const newMaterials = new Set(
    useNotices()
      .rows.filter(({ kind, isNew }) => kind === 'material' && isNew)
      .map(({ thing }) => thing),
  );
  return ({ id_books, created, isOpened }) =>
    !isOpened && (newMaterials.has(id_books) || (since !== null && created > since));
}
