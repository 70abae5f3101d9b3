import { useState } from 'react';
import { useKeyPress } from '../core/keys.ts';
import { createLazyComponent } from '../core/lazy.ts';

const KeyboardShortcutList = createLazyComponent(() => import('./KeyboardShortcutList.tsx'), { texts: 'keys' });

/** The question mark, by its place on the keyboard, shows what all keys do. */
export function KeyboardShortcuts() {
  const [open, setOpen] = useState(false);
  useKeyPress('Slash', () => setOpen(true), { shift: true });
  return open && <KeyboardShortcutList onClose={() => setOpen(false)} />;
}
