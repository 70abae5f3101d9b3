import checkCircle from 'icon:check-circle-fill';
import info from 'icon:info-fill';
import warning from 'icon:warning-circle-fill';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import styles from './Note.module.css';

const icons = { bad: warning, ok: checkCircle, warm: info, plain: info };

interface Props {
  tone?: keyof typeof icons;
  id?: string;
  /** Announced at once, as a bad one is. */
  urgent?: boolean;
  children: ReactNode;
}

/** A sentence in a coloured box; a bad one is announced at once. */
export function Note({ tone = 'plain', id, urgent = tone === 'bad', children }: Props) {
  return (
    <p className={classes(styles.note, styles[tone])} id={id} role={urgent ? 'alert' : 'status'}>
      <Icon of={icons[tone]} size="s" />
      <span>{children}</span>
    </p>
  );
}
