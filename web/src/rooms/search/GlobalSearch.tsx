import { useEffect } from 'react';
import { useAtom } from '../../core/atom.ts';
import { isSingleKeyShortcut } from '../../core/keys.ts';
import { createLazyComponent } from '../../core/lazy.ts';
import { openSearch, searchDialogText } from '../../core/search.ts';
import type { OpenableRoom } from './commands.ts';
import { SearchFieldPlaceholder } from './SearchFieldPlaceholder.tsx';

const Palette = createLazyComponent(() => import('./SearchPalette.tsx'), {
  texts: 'search',
  meanwhile: <SearchFieldPlaceholder />,
});

/** Ctrl K or ⌘ K anywhere; the key of the slash alone, by its place on every layout, where nothing is typed. */
function opens(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.shiftKey) return false;
  if (event.ctrlKey || event.metaKey) return event.code === 'KeyK';
  // A page with a search of its own has the key for that.
  if (document.querySelector('[data-slash]')) return false;
  return event.code === 'Slash' && isSingleKeyShortcut(event);
}

/** The search over all rooms: listens for its keys, loads its code when first opened, and shows its field at once. */
export function GlobalSearch({ rooms }: { rooms: readonly OpenableRoom[] }) {
  const words = useAtom(searchDialogText);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!opens(event)) return;
      event.preventDefault();
      openSearch();
    };
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
      searchDialogText.set(null);
    };
  }, []);
  return words !== null && <Palette rooms={rooms} words={words} onClose={() => searchDialogText.set(null)} />;
}
