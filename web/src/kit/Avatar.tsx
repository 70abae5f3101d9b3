import bank from 'icon:bank-fill';
import usersThree from 'icon:users-three-fill';
import styles from './Avatar.module.css';
import { classNames } from './classNames.ts';
import colours from './Discipline.module.css';
import { disciplineInitials } from './discipline.ts';
import { Icon, type IconDrawing } from './Icon.tsx';
import { initials, pickColourPair } from './person.ts';

interface Props {
  id: number;
  fullName: string;
  /** A picture as base64 JPEG, or null: then the initials show. */
  photo?: string | null | undefined;
  /** 40 px, or 32 (xs), 56 (l), 96 (xl), 112 (xxl). */
  size?: 'xs' | 'l' | 'xl' | 'xxl';
  className?: string | undefined;
}

/** A person's round picture or initials; the name is beside it, so it is hidden from readers. */
export function Avatar({ id, fullName, photo, size, className }: Props) {
  return (
    <span
      className={classNames(styles.avatar, size && styles[size], className)}
      data-colour={pickColourPair(id)}
      aria-hidden="true"
      translate="no"
    >
      {photo ? <img src={`data:image/jpeg;base64,${photo}`} alt="" /> : initials(fullName)}
    </span>
  );
}

/** The rounded square of a discipline's group: the discipline's letters in its colour. */
export function DisciplineAvatar({
  id,
  name,
  className,
}: {
  id: number;
  name: string;
  className?: string | undefined;
}) {
  return (
    <span
      className={classNames(styles.avatar, styles.discipline, colours.colours, className)}
      data-colour={pickColourPair(id)}
      aria-hidden="true"
      translate="no"
    >
      {disciplineInitials(name)}
    </span>
  );
}

/** The rounded square of an office. */
export function OfficeAvatar({ icon = bank, className }: { icon?: IconDrawing; className?: string | undefined }) {
  return (
    <span className={classNames(styles.avatar, styles.office, className)} aria-hidden="true">
      <Icon of={icon} size="s" />
    </span>
  );
}

/** The rounded square of a group. */
export function GroupAvatar() {
  return (
    <span className={classNames(styles.avatar, styles.group)} aria-hidden="true" translate="no">
      <Icon of={usersThree} size="s" />
    </span>
  );
}
