import { classNames } from './classNames.ts';
import styles from './Icon.module.css';

export type IconDrawing = readonly (readonly [path: string, opacity?: number])[];

interface Props {
  /** What `import x from 'icon:name'` gives. */
  of: IconDrawing;
  /** 24 px, or 20 (s), 16 (xs), 30 (l). */
  size?: 's' | 'xs' | 'l';
  className?: string | undefined;
}

/** An icon; never the only name of anything, so it is hidden from readers. */
export function Icon({ of, size, className }: Props) {
  return (
    <svg className={classNames(styles.icon, size && styles[size], className)} viewBox="0 0 256 256" aria-hidden="true">
      {of.map(([path, opacity]) => (
        <path key={path} d={path} opacity={opacity} />
      ))}
    </svg>
  );
}
