import type { ClassOccurrence } from '@bilim/contract/class-links.ts';
import i18next from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { useAtom } from '../core/atom.ts';
import { createLazyPart, isFirstPageReady } from '../core/lazy.ts';

/** What a class opens comes after the page, with texts that are another room's. */
const sheet = createLazyPart(async () => {
  const [part] = await Promise.all([import('./LessonDialog.tsx'), i18next.loadNamespaces('schedule')]);
  if (!i18next.hasResourceBundle(i18next.language, 'schedule')) throw new Error('no texts');
  return part;
});

/** All about the class that was pressed: opens it, and the sheet to be drawn. */
export function useLessonDialog(): [(occurrence: ClassOccurrence) => void, ReactNode] {
  const [open, setOpen] = useState<ClassOccurrence | null>(null);
  const LessonDialog = sheet.use()?.LessonDialog;
  const isTime = useAtom(isFirstPageReady);
  useEffect(() => {
    if (isTime) void sheet.fetch();
  }, [isTime]);
  return [
    (occurrence) => {
      setOpen(occurrence);
      void sheet.fetch();
    },
    LessonDialog && <LessonDialog chosen={open} onClose={() => setOpen(null)} />,
  ];
}
