import checkCircle from 'icon:check-circle-fill';
import info from 'icon:info-fill';
import warning from 'icon:warning-circle-fill';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import styles from './InlineAlert.module.css';

const icons = { bad: warning, ok: checkCircle, warm: info, plain: info };

interface Props {
  tone?: keyof typeof icons;
  id?: string;
  /** Announced at once, as a bad one is. */
  urgent?: boolean;
  children: ReactNode;
}

/** A sentence in a coloured box; a bad one is announced at once. */
export function InlineAlert({ tone = 'plain', id, urgent = tone === 'bad', children }: Props) {
  return (
    <p className={classNames(styles.note, styles[tone])} id={id} role={urgent ? 'alert' : 'status'}>
      <Icon of={icons[tone]} size="s" />
      <span>{children}</span>
    </p>
  );
}
