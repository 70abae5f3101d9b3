import { classNames } from '../kit/classNames.ts';
import colours from '../kit/Discipline.module.css';
import { disciplineInitials } from '../kit/discipline.ts';
import { pickColourPair } from '../kit/person.ts';
import styles from './DisciplineTile.module.css';

/** The lozenge of a discipline with its letters, in a colour that is the same everywhere. */
export function DisciplineTile({ id, name, className }: { id: number; name: string; className?: string | undefined }) {
  return (
    <span
      className={classNames(styles.tile, colours.colours, className)}
      data-colour={pickColourPair(id)}
      aria-hidden="true"
      translate="no"
    >
      {disciplineInitials(name)}
    </span>
  );
}
