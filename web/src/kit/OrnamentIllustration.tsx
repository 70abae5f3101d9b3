import { classNames } from './classNames.ts';
import { OrnamentShape } from './Ornament.tsx';
import styles from './OrnamentIllustration.module.css';

/** The national ornament, a horned lozenge, as a picture for empty states. */
export function OrnamentIllustration({ className }: { className?: string | undefined }) {
  return (
    <svg className={classNames(styles.horned, className)} viewBox="0 0 96 96" aria-hidden="true">
      <OrnamentShape />
    </svg>
  );
}
