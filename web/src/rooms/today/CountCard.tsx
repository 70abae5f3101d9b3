import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { numberFormat } from '../../core/numbers.ts';
import type { PageLink } from '../../core/searchParams.ts';
import { Bullet } from '../../kit/Bullet.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import figure from './CountCard.module.css';
import styles from './StaffToday.module.css';

/** A number of one's work, and where what it counts is, if there is a room for it. */
export interface CountEntry {
  readonly name: string;
  readonly count: number;
  readonly link?: PageLink;
  /** It waits for the person. */
  readonly loud?: boolean;
}

interface Props {
  title: string;
  figures: readonly CountEntry[];
  /** The way to begin. */
  children?: ReactNode;
}

/** A queue in three figures with the one way to begin, where there is one. */
export function CountCard({ title, figures, children }: Props) {
  return (
    <section className={classNames(card.card, styles.queue)} aria-label={title}>
      <p className={styles.live}>
        <Bullet />
        {title}
      </p>
      <ul className={figure.figures}>
        {figures.map((one) => (
          <li key={one.name}>
            {one.link ? (
              <Link {...one.link} className={figure.figure}>
                <FigureText of={one} />
              </Link>
            ) : (
              <p className={figure.figure}>
                <FigureText of={one} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

function FigureText({ of: { name, count, loud } }: { of: CountEntry }) {
  return (
    <>
      <b className={figure.count} data-loud={(loud && count > 0) || undefined}>
        {numberFormat().format(count)}
      </b>{' '}
      <span className={figure.name}>{name}</span>
    </>
  );
}

/** The place of a card whose figures are not known yet; `hasButton`: it certainly has figures and a way to begin. */
export function CountCardSkeleton({ hasButton }: { hasButton?: boolean }) {
  return (
    <div
      className={classNames(card.card, styles.queue, styles.skeletonBar)}
      data-button={hasButton || undefined}
      aria-busy="true"
    />
  );
}
