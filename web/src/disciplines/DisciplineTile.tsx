import { classes } from '../kit/classes.ts';
import colours from '../kit/Discipline.module.css';
import { disciplineInitials } from '../kit/discipline.ts';
import { colourPairOf } from '../kit/person.ts';
import styles from './DisciplineTile.module.css';

/** The lozenge of a discipline with its letters, in a colour that is the same everywhere. */
export function DisciplineTile({ id, name, className }: { id: number; name: string; className?: string | undefined }) {
  return (
    <span
      className={classes(styles.tile, colours.colours, className)}
      data-colour={colourPairOf(id)}
      aria-hidden="true"
      translate="no"
    >
      {disciplineInitials(name)}
    </span>
  );
}
