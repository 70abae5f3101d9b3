import usersThree from 'icon:users-three-fill';
import styles from './Avatar.module.css';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { colourOf, initials } from './person.ts';

interface Props {
  id: number;
  fullName: string;
  /** A picture as base64 JPEG, or null: then the initials show. */
  photo?: string | null | undefined;
  /** 40 px, or 32 (xs), 56 (l), 96 (xl), 112 (xxl). */
  size?: 'xs' | 'l' | 'xl' | 'xxl';
  className?: string | undefined;
}

/** A person's round picture or initials; the name stands beside it, so it is hidden from readers. */
export function Avatar({ id, fullName, photo, size, className }: Props) {
  return (
    <span
      className={classes(styles.avatar, size && styles[size], className)}
      data-colour={colourOf(id)}
      aria-hidden="true"
      translate="no"
    >
      {photo ? <img src={`data:image/jpeg;base64,${photo}`} alt="" /> : initials(fullName)}
    </span>
  );
}

/** The rounded square of a group. */
export function GroupAvatar() {
  return (
    <span className={classes(styles.avatar, styles.group)} aria-hidden="true" translate="no">
      <Icon of={usersThree} size="s" />
    </span>
  );
}
