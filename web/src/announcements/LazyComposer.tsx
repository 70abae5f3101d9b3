import i18next from 'i18next';
import { createElement, useEffect, useState } from 'react';
import { useAtom } from '../core/atom.ts';
import { isPortalReachable } from '../core/isPortalReachable.ts';
import { createLazyPart } from '../core/lazy.ts';
import card from '../kit/Card.module.css';
import { classNames } from '../kit/classNames.ts';
import { useAudienceFaculties } from './announcement.data.ts';
import { readNewsDraft } from './draft.ts';
import styles from './LazyComposer.module.css';

/** Keeps the place of the writing form, so that what is below it does not jump; with a draft the form is unfolded. */
export function ComposerPlaceholder() {
  const { message, earlier } = readNewsDraft();
  return (
    <div className={classNames(card.card, styles.place, (message || earlier) && styles.unfolded)} aria-hidden="true" />
  );
}

/** The writing form, which few have. */
const composer = createLazyPart(async () => {
  const [code] = await Promise.all([import('./AnnouncementComposer.tsx'), i18next.loadNamespaces('news')]);
  return code.default;
});

/** The writing form, or its place until its code is there and what its draft needs. */
export function LazyComposer({ unfolded = false }: { unfolded?: boolean }) {
  const Composer = composer.use();
  const isAwaited = useIsComposerLoading(true);
  useEffect(() => void composer.fetch(), []);
  return Composer && !isAwaited ? createElement(Composer, { unfolded }) : <ComposerPlaceholder />;
}

/**
 * Whether the form with a draft is still on its way: it will be as high as the text and the audience of the draft, so what is
 * below it waits. Without a network nothing waits, and for whom `mayWrite` is false.
 */
export function useIsComposerLoading(mayWrite: boolean | null): boolean {
  const [{ message, earlier, to }] = useState(readNewsDraft);
  const isOnline = useAtom(isPortalReachable);
  const hasForm = composer.use() !== null;
  const listsFaculties = to === 'faculties' && mayWrite !== false;
  const faculties = useAudienceFaculties(listsFaculties);
  const hasFaculties = !listsFaculties || faculties.data !== undefined || faculties.failureCount > 0;
  const hasDraft = message !== '' || earlier !== null;
  return hasDraft && mayWrite !== false && isOnline && !(hasForm && hasFaculties);
}
