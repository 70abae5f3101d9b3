import { useState } from 'react';
import { useKeyPress } from '../core/keys.ts';
import { lazyComponent } from '../core/lazy.ts';

const KeyList = lazyComponent(() => import('./KeyList.tsx'), { texts: 'keys' });

/** The question mark, by its place on the keyboard, shows what all keys do. */
export function Keys() {
  const [open, setOpen] = useState(false);
  useKeyPress('Slash', () => setOpen(true), { shift: true });
  return open && <KeyList onClose={() => setOpen(false)} />;
}
