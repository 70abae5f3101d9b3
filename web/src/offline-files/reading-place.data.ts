import { library } from '@bilim/contract/library.ts';
import { umk } from '@bilim/contract/umk.ts';
import { useEffect, useState } from 'react';
import { callServer } from '../core/api.ts';
import { isPortalReachable } from '../core/isPortalReachable.ts';

const numberIn = (key: string) => Number(key.slice(1));
const isMaterial = (key: string) => key.startsWith('u');

/** The page where somebody stopped reading a kept file; the first one without a network. */
async function placeIn(key: string): Promise<number> {
  if (!isPortalReachable.get()) return 1;
  const [place] = isMaterial(key)
    ? await callServer(umk.place, { id_books: numberIn(key) })
    : await callServer(library.place, { id_eBook: numberIn(key) });
  return place?.page ?? 1;
}

/** The same for a page; undefined while it is looked up. */
export function useReadingPosition(key: string): number | undefined {
  const [page, setPage] = useState<number>();
  useEffect(() => {
    let isLeft = false;
    placeIn(key)
      .catch(() => 1)
      .then((found) => isLeft || setPage(found));
    return () => {
      isLeft = true;
    };
  }, [key]);
  return page;
}

/** Keeps the page where a person is; when that fails the place is only not kept. */
export function storeFileReadingPosition(key: string, page: number): void {
  const keeping = isMaterial(key)
    ? callServer(umk.keepPlace, { id_books: numberIn(key), page })
    : callServer(library.keepPlace, { id_eBook: numberIn(key), page });
  void keeping.catch(() => undefined);
}
