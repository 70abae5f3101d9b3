import { classNames } from '../../kit/classNames.ts';
import { OrnamentRow } from '../../kit/Ornament.tsx';
import styles from './BookCover.module.css';

const palettes = 6;
const width = 96;
const height = 128;

/** A row of triangles on a line, as along the edge of a felt carpet. */
function Triangles({ top, flip }: { top: number; flip: boolean }) {
  const points = Array.from({ length: 4 }, (_, index) => {
    const x = index * 24;
    return flip ? `M${x} ${top}h24l-12 18z` : `M${x} ${top + 18}h24l-12 -18z`;
  });
  return <path d={points.join('')} />;
}

const patterns = [
  () => (
    <>
      {[4, 52, 100].map((top) => (
        <g key={top} className={styles.light}>
          <Triangles top={top} flip={false} />
        </g>
      ))}
      {[28, 76].map((top) => (
        <g key={top} className={styles.accent}>
          <Triangles top={top} flip />
        </g>
      ))}
    </>
  ),
  () => (
    <>
      <path className={styles.light} d="M0 92 30 44l20 26 16-18 30 40z" />
      <path className={styles.accent} d="M30 44v48l20-22z" />
      {[100, 109, 118].map((top) => (
        <path key={top} className={styles.light} d={`M0 ${top}h96v4H0z`} />
      ))}
    </>
  ),
  () =>
    Array.from({ length: 20 }, (_, index) => {
      const x = (index % 4) * 24 + 12;
      const y = Math.floor(index / 4) * 26 + 12;
      return (
        <path
          key={`${x}.${y}`}
          className={(index + Math.floor(index / 4)) % 3 ? styles.light : styles.accent}
          d={`M${x} ${y - 11}l10 11l-10 11l-10 -11z`}
        />
      );
    }),
  () => (
    <>
      <path className={styles.light} d="M48 10 84 64 48 118 12 64z" />
      <path className={styles.ground} d="M48 32 70 64 48 96 26 64z" />
      <path className={styles.accent} d="M48 48 59 64 48 80 37 64z" />
    </>
  ),
  () => (
    <>
      <path className={styles.accent} d="M0 6h96v4H0zM0 118h96v4H0z" />
      <g className={styles.horned}>
        <OrnamentRow width={width} top={28} size={72} />
      </g>
    </>
  ),
];

/** A book's cover, drawn from its id: one of six felts in one of five patterns. */
export function BookCover({ id }: { id: number }) {
  const Pattern = patterns[id % patterns.length] ?? patterns[0];
  return (
    <svg
      className={classNames(styles.cover, styles[`felt${(Math.floor(id / patterns.length) % palettes) + 1}`])}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <rect className={styles.ground} width={width} height={height} />
      {Pattern?.()}
      <rect className={styles.spine} width="6" height={height} />
    </svg>
  );
}
