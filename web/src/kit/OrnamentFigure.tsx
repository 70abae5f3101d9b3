import { classes } from './classes.ts';
import { OrnamentShape } from './Ornament.tsx';
import styles from './OrnamentFigure.module.css';

/** The national ornament, a horned lozenge, as a picture for empty states. */
export function OrnamentFigure({ className }: { className?: string | undefined }) {
  return (
    <svg className={classes(styles.horned, className)} viewBox="0 0 96 96" aria-hidden="true">
      <OrnamentShape />
    </svg>
  );
}
