import { type ComponentType, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { createLazyPart } from '../core/lazy.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** From the left edge or from the right one instead of the middle. */
  drawer?: 'left' | 'right';
  /** Wide enough for a table, where the screen is. */
  wide?: boolean;
  /** Whether what was typed stays for the next opening. */
  keeps?: boolean;
  /** What has the focus when it opens; the first thing that can when left out. */
  first?: RefObject<HTMLElement | null>;
  /** What has it when it has closed; where that is nothing, what had it before. */
  last?: () => HTMLElement | null;
}

export interface ConfirmationDialogProps {
  open: boolean;
  title: string;
  /** What will happen. */
  children?: ReactNode;
  /** The word for doing it, and for leaving it. */
  yes: string;
  no?: string;
  /** Another way of doing it. */
  other?: { readonly name: string; readonly onChoose: () => void };
  danger?: boolean;
  busy?: boolean;
  onYes: () => void;
  onNo: () => void;
}

type DialogModule = typeof import('./dialogs.tsx');

/** What dialogs and menus are made of weighs more than all our own code of a page, and no page begins with one. */
export const dialogParts = createLazyPart(() => import('./dialogs.tsx'));

/** The component of a dialog from its first opening on. */
function useDialogComponent<P>(open: boolean, of: (all: DialogModule) => ComponentType<P>): ComponentType<P> | null {
  const there = dialogParts.use();
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  useEffect(() => {
    if (open) void dialogParts.fetch();
  }, [open]);
  return there && wanted ? of(there) : null;
}

/** A dialog; a bottom sheet on the phone, or a drawer. Traps focus, Esc closes. */
export function Dialog(props: DialogProps) {
  const Loaded = useDialogComponent(props.open, (all) => all.ModalDialog);
  return Loaded && <Loaded {...props} />;
}

/** Asks before something that cannot be undone; the first focus is on the safe button. */
export function ConfirmationDialog(props: ConfirmationDialogProps) {
  const Loaded = useDialogComponent(props.open, (all) => all.ModalConfirmationDialog);
  return Loaded && <Loaded {...props} />;
}
