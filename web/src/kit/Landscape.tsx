import { useId } from 'react';
import styles from './Landscape.module.css';
import { OrnamentRow, TriangleBorder } from './Ornament.tsx';

/** A peak's top, as fractions of the picture's width and of the height of its sky. */
interface Peak {
  x: number;
  top: number;
}

export interface LandscapeScene {
  width: number;
  height: number;
  /** Where sky meets water. */
  horizon: number;
  main: Peak;
  side: readonly Peak[];
  /** A band of ornament at the foot: its top and the size of one square. */
  band?: { top: number; size: number };
}

/** The slope of every peak: half its base for a height of 1. */
const slope = 0.98;

/** Rows of like triangles before the horizon: step, height and start as fractions of the sky's height. */
const rows = {
  far: { step: 0.53, height: 0.3, start: -0.33 },
  hill: { step: 0.417, height: 0.145, start: -0.382 },
  near: { step: 0.111, height: 0.05, start: -0.111 },
};

/** Lit or shaded halves of one row of triangles across the picture, as a path. */
function range(row: keyof typeof rows, side: 'left' | 'right', { width, horizon }: LandscapeScene): string {
  const { step, height, start } = rows[row];
  const stride = step * horizon;
  const top = horizon * (1 - height);
  let path = '';
  for (let x = start * horizon; x < width + stride; x += stride) {
    const middle = x + stride / 2;
    const foot = side === 'left' ? x : x + stride;
    path += `M${round(foot)} ${horizon}L${round(middle)} ${round(top)}V${horizon}Z`;
  }
  return path;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Outlines on a peak of height 1 whose top is at 0, 0; the right half is the left one mirrored. */
const halfPeak = `0,0 ${-slope},1 0,1`;
const threeTeeth = '0,0 -.431,.44 -.371,.378 -.288,.44 -.227,.29 -.144,.44 -.083,.29 0,.485';
const twoTeeth = '0,0 -.4315,.44 -.341,.348 -.216,.44 -.125,.29 0,.485';

function Mountain({ peak, kind, scene }: { peak: Peak; kind: 'main' | 'side'; scene: LandscapeScene }) {
  const top = peak.top * scene.horizon;
  const size = scene.horizon - top;
  const snow = kind === 'main' ? threeTeeth : twoTeeth;
  return (
    <g transform={`translate(${round(peak.x * scene.width)} ${round(top)}) scale(${round(size)})`}>
      <polygon points={halfPeak} className={styles[`${kind}Left`]} />
      <polygon points={halfPeak} className={styles[`${kind}Right`]} transform="scale(-1 1)" />
      <polygon points={snow} className={styles[`${kind}SnowLeft`]} />
      <polygon points={snow} className={styles[`${kind}SnowRight`]} transform="scale(-1 1)" />
    </g>
  );
}

/** Lines of water over the reflection, as fractions of the water's depth, and their widths on a high or low picture. */
const ripples = {
  high: [
    [0.06, 2],
    [0.12, 3],
    [0.19, 4.5],
    [0.27, 6.5],
    [0.36, 9],
    [0.46, 12],
    [0.57, 16],
  ],
  low: [
    [0.12, 1],
    [0.28, 1.5],
    [0.5, 2],
  ],
} as const;

/** Peaks over a lake and their reflection: one drawing for all covers, from the places of its peaks. */
export function Landscape({ scene, className }: { scene: LandscapeScene; className?: string | undefined }) {
  const id = useId();
  const { width, height, horizon, band } = scene;
  const name = (part: string) => `${part}${id}`;
  const depth = height - horizon;
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={name('sky')} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={styles.sky1} />
          <stop offset=".62" className={styles.sky2} />
          <stop offset="1" className={styles.sky3} />
        </linearGradient>
        <linearGradient id={name('water')} gradientUnits="userSpaceOnUse" x1="0" y1={horizon} x2="0" y2={height}>
          <stop offset="0" className={styles.water1} />
          <stop offset=".4" className={styles.water2} />
          <stop offset="1" className={styles.water3} />
        </linearGradient>
        <linearGradient id={name('fade')} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity=".62" />
          <stop offset="1" stopColor="#fff" stopOpacity=".05" />
        </linearGradient>
        <mask id={name('mask')}>
          <rect y={horizon} width={width} height={horizon * 0.66} fill={`url(#${name('fade')})`} />
        </mask>
      </defs>
      <rect width={width} height={horizon + 2} fill={`url(#${name('sky')})`} />
      <g id={name('land')}>
        <path d={range('far', 'left', scene)} className={styles.farLeft} />
        <path d={range('far', 'right', scene)} className={styles.farRight} />
        {scene.side.map((peak) => (
          <Mountain key={peak.x} peak={peak} kind="side" scene={scene} />
        ))}
        <Mountain peak={scene.main} kind="main" scene={scene} />
        <path d={range('hill', 'left', scene)} className={styles.hillLeft} />
        <path d={range('hill', 'right', scene)} className={styles.hillRight} />
        <path d={range('near', 'left', scene)} className={styles.nearLeft} />
        <path d={range('near', 'right', scene)} className={styles.nearRight} />
      </g>
      <rect y={horizon} width={width} height={depth} fill={`url(#${name('water')})`} />
      <g mask={`url(#${name('mask')})`}>
        <use href={`#${name('land')}`} transform={`translate(0 ${round(horizon * 1.8)}) scale(1 -.8)`} />
      </g>
      <g fill={`url(#${name('water')})`} opacity=".85">
        {ripples[depth > 200 ? 'high' : 'low'].map(([at, thickness]) => (
          <rect key={at} y={round(horizon + depth * at)} width={width} height={thickness} />
        ))}
      </g>
      <path d={`M0 ${horizon}H${width}`} className={styles.cord} strokeWidth="2.5" />
      {band && (
        <g fill="#fff" stroke="#fff" opacity=".1">
          <OrnamentRow width={width} top={band.top} size={band.size} />
          <TriangleBorder width={width} foot={band.top - band.size * 0.14} step={band.size / 4} />
        </g>
      )}
    </svg>
  );
}
