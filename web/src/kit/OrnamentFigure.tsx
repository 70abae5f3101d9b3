import { classes } from './classes.ts';
import { OrnamentShape } from './Ornament.tsx';
import styles from './OrnamentFigure.module.css';

/** The horned lozenge as a picture: rail foot, empty states. */
export function OrnamentFigure({ className }: { className?: string | undefined }) {
  return (
    <svg className={classes(styles.horned, className)} viewBox="0 0 96 96" aria-hidden="true">
      <OrnamentShape />
    </svg>
  );
}
