import styles from './Bullet.module.css';
import { classNames } from './classNames.ts';

/** Bullet: list bullets, step nodes, the "now" point; open = optional. */
export function Bullet({ open, className }: { open?: boolean; className?: string | undefined }) {
  return <span className={classNames(styles.bullet, open && styles.open, className)} aria-hidden="true" />;
}
