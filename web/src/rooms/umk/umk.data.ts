import type { Input } from '@bilim/contract/call.ts';
import { library } from '@bilim/contract/library.ts';
import { umk } from '@bilim/contract/umk.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { callServer, type IdempotentCallOptions } from '../../core/api.ts';
import { buildFileUrl } from '../../core/fileAddress.ts';
import { queryClient, queryForCall, quietRetryOptions } from '../../core/queryClient.ts';
import { type Material, type MaterialSetKey, placeholderMaterialSet } from '../../materials/materials.data.ts';
import type { SavableFile } from '../../offline-files/offline-files.data.ts';

export type MaterialValues = Input<typeof umk.save>;

/** Materials of all own disciplines that hold the words anywhere, also inside; asked from two letters on. */
export function useMaterialSearch(text: string) {
  return useQuery({
    ...queryForCall('umk', umk.search, { text }),
    enabled: [...text].length >= 2,
    placeholderData: keepPreviousData,
  });
}

/** Specialities and forms of control of a set, for the fields of the form. */
export function useMaterialSetOptions(set: MaterialSetKey, year: number) {
  const input = { id_semester: set.id_semester, isSelect: set.isSelect, idYear: year };
  const disciplines = useQuery(queryForCall('umk', umk.disciplines, input));
  return disciplines.data?.find((one) => one.id_discipline === set.id_discipline && one.kredits === set.kredits);
}

/** Sections and shelves of the library, for materials that are shown there. */
export function useShelves(needed: boolean) {
  return useQuery({ ...queryForCall('library', library.categories, {}), enabled: needed });
}

/** Books of the library and materials that may be taken over into a set. */
export function useReusableMaterials(set: MaterialSetKey, needed: boolean) {
  return useQuery({ ...queryForCall('umk', umk.earlier, set), enabled: needed });
}

const renew = () => queryClient.invalidateQueries({ queryKey: ['umk'] });

/** Why nothing may be handed into a set, as a sentence; null while it may, or while it is not known. */
export function useUploadObstacle(set: MaterialSetKey | null): string | null {
  const check = useQuery({
    ...queryForCall('umk', umk.uploadCheck, set ?? placeholderMaterialSet),
    ...quietRetryOptions,
    enabled: set !== null,
  });
  return check.data?.[0]?.message ?? null;
}

/** Enters or changes a material with its file. */
export function useSaveMaterial() {
  return useMutation({
    mutationFn: ({ input, ...options }: { input: MaterialValues } & IdempotentCallOptions) =>
      callServer(umk.save, input, options),
    onSuccess: renew,
  });
}

/** Why a material may not be deleted, as a sentence; null when it may. */
export async function findMaterialDeletionObstacle(id: number): Promise<string | null> {
  const [check] = await callServer(umk.deleteCheck, { id_books: id });
  return check?.result ? null : (check?.message ?? '');
}

/** Deletes a material. */
export function useDeleteMaterial() {
  return useMutation({
    mutationFn: ({ id, key }: { id: number; key: string }) => callServer(umk.deleteBook, { id_books: id }, { key }),
    onSuccess: renew,
  });
}

/** Takes materials over into a set. */
export function useCopyMaterials() {
  return useMutation({
    mutationFn: ({ input, key }: { input: Input<typeof umk.copy>; key: string }) =>
      callServer(umk.copy, input, { key }),
    onSuccess: renew,
  });
}

/** The address of a material's file. */
export function buildMaterialFileUrl({ id_books }: Material): string {
  return buildFileUrl(umk.download, { id_books });
}

/** A material as a file that can be kept on this device. */
export function toSavableMaterial(material: Material): SavableFile {
  const { id_books, bookName: title, fileName, size, type } = material;
  return { key: `u${id_books}`, title, fileName, size, type, href: buildMaterialFileUrl(material) };
}

/** What the reader needs beside the file: the page where reading stopped, or the address of a web book. */
export function useMaterialReaderState(material: Material | null) {
  return useQuery({
    queryKey: ['umk-reading', material?.id_books],
    queryFn: async () => {
      const of = { id_books: material?.id_books ?? 0 };
      if (material?.isHTMLBook) return { page: 1, webBook: (await callServer(umk.openHtmlBook, of))[0]?.url };
      return { page: (await callServer(umk.place, of))[0]?.page ?? 1 };
    },
    enabled: material !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Keeps the page where a person is; when that fails the place is only not kept. */
export function storeReadingPosition(material: Material, page: number): void {
  void callServer(umk.keepPlace, { id_books: material.id_books, page }).catch(() => undefined);
}

/** Notes that a material was opened, once; when that fails it is only not noted. */
export function recordMaterialOpened(material: Material): void {
  if (material.isOpened) return;
  void callServer(umk.keepPlace, { id_books: material.id_books, page: 1 })
    .then(renew)
    .catch(() => undefined);
}
