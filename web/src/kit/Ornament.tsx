const quarterTurns = [0, 90, 180, 270] as const;

/** One horned lozenge, drawn in the present fill and stroke, 96 units square. */
export function OrnamentShape() {
  return (
    <>
      <path d="M48 33L63 48L48 63L33 48Z" stroke="none" />
      {quarterTurns.map((turn) => (
        <g key={turn} transform={`rotate(${turn} 48 48)`}>
          <g fill="none" strokeWidth="5.4">
            <path d="M44.5 34V22C44.5 15 34 14 34 20.5C34 24 38.5 24.5 39 21.5" />
            <path d="M51.5 34V22C51.5 15 62 14 62 20.5C62 24 57.5 24.5 57 21.5" />
          </g>
          <path d="M0 0L10 0L0 10Z" stroke="none" />
        </g>
      ))}
    </>
  );
}

/** A row of horned lozenges across a picture. */
export function OrnamentRow({ width, top, size }: { width: number; top: number; size: number }) {
  const places = Array.from(
    { length: Math.ceil(width / size) + 1 },
    (_, index) => (index - 1) * size + (width % size) / 2,
  );
  return places.map((x) => (
    <g key={x} transform={`translate(${Math.round(x * 10) / 10} ${top}) scale(${size / 96})`}>
      <OrnamentShape />
    </g>
  ));
}

/** Tumar: a row of triangles, the mountain range, standing on `foot`. */
export function TriangleBorder({ width, foot, step }: { width: number; foot: number; step: number }) {
  let path = '';
  for (let x = 0; x < width; x += step)
    path += `M${x} ${foot}L${x + step / 2} ${foot - step * 0.475}L${x + step} ${foot}Z`;
  return <path d={path} stroke="none" />;
}

/** The mark: a peak and its reflection, in the present text colour. */
export function PortalLogo({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 40 40" fill="currentColor" aria-hidden="true">
      <path d="M20 2.5V18.8L15.6 14.9 11.4 19H2.6Z" />
      <path opacity=".66" d="M20 2.5V18.8L24.4 14.9 28.6 19H37.4Z" />
      <path d="M4.2 22.2H35.8L31.2 26.4H8.8Z" />
      <path opacity=".66" d="M12.3 29.6H27.7L20 36.6Z" />
    </svg>
  );
}
