import { useEffect, useEffectEvent } from 'react';
import { createLazyComponent } from '../../core/lazy.ts';
import type { Material } from '../../materials/materials.data.ts';
import { findHitPage, useOfficePages } from '../../materials/officePages.data.ts';
import { useOfflineCopy } from '../../offline-files/offline-files.data.ts';
import {
  buildMaterialFileUrl,
  recordMaterialOpened,
  storeReadingPosition,
  toSavableMaterial,
  useMaterialReaderState,
} from './umk.data.ts';

const Reader = createLazyComponent(() => import('../../kit/reader/DocumentReader.tsx'));

interface Props {
  material: Material;
  page: number | null;
  /** What was searched, as it is in the material. */
  words: readonly string[];
  onClose: () => void;
}

/** A material in the reader, at the page that was found or where one had stopped. */
export function MaterialReader({ material, page, words, onClose }: Props) {
  const found = useMaterialReaderState(material);
  const file = toSavableMaterial(material);
  const copy = useOfflineCopy(file.key);
  const pages = useOfficePages(file);
  const isThere = found.data !== undefined;
  const note = useEffectEvent(() => recordMaterialOpened(material));
  useEffect(() => {
    if (isThere) note();
  }, [isThere]);
  if (found.isPending || copy === undefined || pages === undefined) return null;
  const hit = findHitPage(material.type, page);
  const book = {
    title: material.bookName,
    fileName: material.fileName,
    size: material.size,
    type: material.type,
    href: buildMaterialFileUrl(material),
    webBook: found.data?.webBook,
    copy,
    pages,
  };
  return (
    <Reader
      book={book}
      start={hit ?? found.data?.page ?? 1}
      resumes={!hit}
      words={words}
      onPlace={(at) => storeReadingPosition(material, at)}
      onClose={onClose}
    />
  );
}
