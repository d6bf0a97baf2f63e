/** Crece's logo: three growth curves that fan out. */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M4 28C6 15 13 6 27 4" />
      <path d="M4 28c3-9 10-15 23.5-15.5" opacity=".8" />
      <path d="M4 28c5-4.5 12-7 24-7" opacity=".55" />
    </svg>
  );
}
