import caretRight from 'icon:caret-right';
import type { ReactNode } from 'react';
import { Icon, type IconDrawing } from '../../kit/Icon.tsx';

interface Props {
  icon: IconDrawing;
  className: string | undefined;
  /** What screen readers say in place of the content. */
  label?: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** One way of signing in, as a row that is pressed. */
export function MethodButton({ icon, label, children, ...button }: Props) {
  return (
    <button type="button" aria-label={label} {...button}>
      <Icon of={icon} />
      <span>{children}</span>
      <Icon of={caretRight} size="s" />
    </button>
  );
}
