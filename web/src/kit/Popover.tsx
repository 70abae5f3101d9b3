import { cloneElement, type ReactElement, type ReactNode, type RefObject, useCallback, useRef } from 'react';
import { dialogParts } from './Dialog.tsx';

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>;
  /** Its accessible name. */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
  className?: string | undefined;
  /** Where it stands: below the button, or beside one at the foot of the screen. */
  side?: 'bottom' | 'right';
  /** Distance from the button, in pixels. */
  distance?: number;
}

/** `focused`: whether the focus was on the button when it ceased to stand alone. */
export type PopoverPanelProps = PopoverProps & { focused: RefObject<boolean> };

/** A small panel at a button; the button stands alone until the parts of dialogs are there. */
export function Popover(props: PopoverProps) {
  const { trigger, open, onOpenChange } = props;
  const Loaded = dialogParts.use()?.PopoverPanel;
  const button = useRef<HTMLButtonElement>(null);
  const focused = useRef(false);
  const place = useCallback((element: HTMLButtonElement | null) => {
    if (!element) focused.current = document.activeElement === button.current;
    button.current = element;
  }, []);
  if (Loaded) return <Loaded {...props} focused={focused} />;
  const onClick = () => {
    onOpenChange(!open);
    void dialogParts.fetch();
  };
  return cloneElement(trigger, { ref: place, onClick, 'aria-haspopup': 'dialog', 'aria-expanded': open });
}
