import { library } from '@bilim/contract/library.ts';
import { type OfficePdfStatus, type OfficeProgram, officeFileTypes } from '@bilim/contract/office-files.ts';
import { umk } from '@bilim/contract/umk.ts';
import { useQuery } from '@tanstack/react-query';
import { callServer } from '../core/api.ts';
import { useAtom } from '../core/atom.ts';
import { isPortalReachable } from '../core/isPortalReachable.ts';
import { queryClient } from '../core/queryClient.ts';
import { session } from '../core/session.ts';
import type { OfficePages } from '../kit/reader/readable.ts';

/** Milliseconds between two questions whether pages are ready: at first often, later for a long queue. */
const soon = 1_000;
const later = 5_000;
const oftenFirst = 30;

/** The program in which a file has to be opened because it has no pages here; null when it can be read here, or is no office file. */
export function useOfficeProgram(): (file: { type: string; pages: string | null }) => OfficeProgram | null {
  const { config } = useAtom(session);
  return ({ type, pages }) => {
    const isWithout = pages === 'none' || (pages === 'coming' && config?.officePages === false);
    return isWithout ? (officeFileTypes[type]?.program ?? null) : null;
  };
}

/** How the pages of an opened file stand; `key` as in core/offline/offlineFiles.ts. */
function askFor(key: string) {
  const id = Number(key.slice(1));
  return key.startsWith('u') ? callServer(umk.pages, { id_books: id }) : callServer(library.pages, { id_eBook: id });
}

/** Where the pages of an opened file are read: undefined while that is asked, null for what is no office file. */
export function useOfficePages(file: { key: string; type: string; href: string }): OfficePages | null | undefined {
  const connected = useAtom(isPortalReachable);
  const isOffice = Object.hasOwn(officeFileTypes, file.type);
  const queryKey = ['office-pages', file.key];
  const { data, isError } = useQuery({
    queryKey,
    queryFn: async () => {
      const [pages] = await askFor(file.key);
      const was = queryClient.getQueryData<typeof pages>(queryKey);
      // The list says in which program the file opens as soon as that is known.
      if (was?.state === 'coming' && pages?.state === 'none')
        void queryClient.invalidateQueries({ queryKey: [file.key.startsWith('u') ? 'umk' : 'library'] });
      return pages ?? { state: 'none', size: 0 };
    },
    enabled: isOffice && connected,
    refetchInterval: ({ state }) =>
      state.data?.state === 'coming' && (state.dataUpdateCount < oftenFirst ? soon : later),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isOffice) return null;
  const program = officeFileTypes[file.type]?.program ?? 'word';
  if (!connected || isError) return { state: 'none', program };
  return data && { state: data.state as OfficePdfStatus, program, href: `${file.href}&pages=1`, size: data.size };
}

/** The page that a search found is one of the PDF, except for tables, whose text is not read from there. */
export const findHitPage = (type: string, page: number | null): number | null =>
  officeFileTypes[type]?.extension === 'xlsx' ? null : page;
