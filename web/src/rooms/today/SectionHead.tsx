import type { ReactNode } from 'react';
import { classes } from '../../kit/classes.ts';
import styles from './SectionHead.module.css';

interface Props {
  id?: string;
  title: string;
  children?: ReactNode;
  className?: string | undefined;
}

/** The head over a card of the page: what it is, and at the right a way to more of it or a short fact. */
export function SectionHead({ id, title, children, className }: Props) {
  return (
    <header className={classes(styles.head, className)}>
      <h2 id={id}>{title}</h2>
      {children}
    </header>
  );
}
