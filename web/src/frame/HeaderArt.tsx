import { useId } from 'react';

/** The peaks of the cover: place, top and half width, with the colours of both sides. */
const peaks = [
  [40, 96, 20, '#164d74', '#114365'],
  [92, 90, 27.5, '#164d74', '#114365'],
  [150, 94, 22.5, '#164d74', '#114365'],
  [196, 84, 32.2, '#20658f', '#185478'],
  [300, 78, 39.1, '#20658f', '#185478'],
  [250, 66, 48.3, '#3583b3', '#226896'],
] as const;

const foot = 112;
const ripples = [
  [117, 1.5],
  [122, 2],
  [128, 3],
  [135, 4],
] as const;

/** The night picture behind the profile header, the same in both themes. */
export function HeaderArt({ className }: { className?: string | undefined }) {
  const id = useId();
  return (
    <svg className={className} viewBox="0 0 312 140" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <rect width="312" height="140" fill="#0d3a59" />
      <g id={id}>
        {peaks.map(([x, top, half, left, right]) => (
          <g key={x}>
            <polygon points={`${x},${top} ${x - half},${foot} ${x},${foot}`} fill={left} />
            <polygon points={`${x},${top} ${x},${foot} ${x + half},${foot}`} fill={right} />
          </g>
        ))}
        <polygon points="250,66 228.7,86.2 233.2,82 239.4,86.2 243.8,79.4 250,88.3" fill="#ffe9cb" />
        <polygon points="250,66 271.3,86.2 266.8,82 260.6,86.2 256.2,79.4 250,88.3" fill="#b4cfe0" />
      </g>
      <rect y={foot} width="312" height="28" fill="#0a2f4a" />
      <g opacity=".4">
        <use href={`#${id}`} transform="translate(0 190.4) scale(1 -.7)" />
      </g>
      {ripples.map(([y, height]) => (
        <rect key={y} y={y} width="312" height={height} fill="#0a2f4a" />
      ))}
      <path d={`M0 ${foot}H312`} stroke="#f2a43c" strokeWidth="1.5" opacity=".9" />
    </svg>
  );
}
