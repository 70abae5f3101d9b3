import { Icon, type IconDrawing } from '../../kit/Icon.tsx';
import styles from './SearchPalette.module.css';

/** The icon before a row of the search. */
export function OptionIcon({ of }: { of: IconDrawing }) {
  return (
    <span className={styles.sign}>
      <Icon of={of} size="s" />
    </span>
  );
}
