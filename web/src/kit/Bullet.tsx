import styles from './Bullet.module.css';
import { classes } from './classes.ts';

/** Bullet: list bullets, step nodes, the "now" point; open = optional. */
export function Bullet({ open, className }: { open?: boolean; className?: string | undefined }) {
  return <span className={classes(styles.bullet, open && styles.open, className)} aria-hidden="true" />;
}
