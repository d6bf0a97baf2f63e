const CURVES = [
  { path: 'M-10 300C40 180 130 60 420 10', opacity: 0.22, width: 2 },
  { path: 'M-10 300C52 192 138 96 420 50', opacity: 0.33, width: 2 },
  { path: 'M-10 300C64 204 146 132 420 90', opacity: 0.44, width: 2 },
  { path: 'M-10 300C76 216 154 168 420 130', opacity: 0.55, width: 4 },
  { path: 'M-10 300C88 228 162 204 420 170', opacity: 0.44, width: 2 },
  { path: 'M-10 300C100 240 170 240 420 210', opacity: 0.33, width: 2 },
  { path: 'M-10 300C112 252 178 276 420 250', opacity: 0.22, width: 2 },
] as const;

/** Example measurements on the middle curve. */
const MEASUREMENTS = [
  'M70.5 233.4h.01',
  'M119.1 206.1h.01',
  'M169.8 185.1h.01',
  'M226.1 167.6h.01',
  'M287.4 152.9h.01',
];

/** Growth curves that fan out, with a child's measurements when `measured`; decorative. */
export function GrowthFan({ className, measured }: { className: string; measured?: boolean }) {
  return (
    <svg
      className={className}
      viewBox="0 0 400 300"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {CURVES.map(({ path, opacity, width }) => (
        <path
          key={path}
          d={path}
          opacity={opacity}
          strokeWidth={width}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {measured
        ? MEASUREMENTS.map((path) => (
            <path
              key={path}
              d={path}
              stroke="#fff"
              strokeWidth="11"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          ))
        : null}
    </svg>
  );
}
