import type { ReactNode } from 'react';
import { classNames } from '../../kit/classNames.ts';
import styles from './SectionHeader.module.css';

interface Props {
  id?: string;
  title: string;
  children?: ReactNode;
  className?: string | undefined;
}

/** The head over a card of the page: what it is, and at the right a way to more of it or a short fact. */
export function SectionHeader({ id, title, children, className }: Props) {
  return (
    <header className={classNames(styles.head, className)}>
      <h2 id={id}>{title}</h2>
      {children}
    </header>
  );
}
