import type { ReactNode } from 'react';

/** Our own strokes on a grid of 24; the name says the thing drawn. */
const DRAWINGS = {
  add: <path d="M12 5v14M5 12h14" />,
  back: <path d="m15 5-7 7 7 7" />,
  bars: <path d="M5 20v-6M12 20V5M19 20v-9" />,
  bowl: <path d="M3.5 11.5h17a8.5 8.5 0 0 1-17 0zM9 8c-1-1.5 1-2.5 0-4M14 8c-1-1.5 1-2.5 0-4" />,
  calendar: (
    <>
      <rect x="4" y="5.5" width="16" height="15" rx="2.5" />
      <path d="M4 10.5h16M8.5 3.5v4M15.5 3.5v4" />
    </>
  ),
  chart: <path d="M4 4v16h16M8 15.5l3.5-4 3 2.5 5-6.5" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  child: (
    <>
      <circle cx="12" cy="7" r="3.6" />
      <path d="M5.5 20.5v-2a6.5 6.5 0 0 1 13 0v2" />
    </>
  ),
  children: (
    <>
      <circle cx="9" cy="7.5" r="3.2" />
      <path d="M3.5 20v-2.5a5.5 5.5 0 0 1 11 0V20" />
      <circle cx="17" cy="11" r="2.3" />
      <path d="M17.5 15.5a3.6 3.6 0 0 1 3.5 3.6v.9" />
    </>
  ),
  close: <path d="M6 6l12 12M18 6 6 18" />,
  cloud: <path d="M7 18.5a4.3 4.3 0 0 1-.6-8.6 5.8 5.8 0 0 1 11.2 1.3 3.7 3.7 0 0 1-.4 7.3z" />,
  device: (
    <>
      <rect x="7" y="3" width="10" height="18" rx="2.2" />
      <path d="M11 17.8h2" />
    </>
  ),
  doctor: (
    <>
      <path d="M6 3.5v5a4 4 0 0 0 8 0v-5M10 12.5v3a4.5 4.5 0 0 0 9 0v-2" />
      <circle cx="19" cy="11" r="2" />
    </>
  ),
  down: <path d="M12 5v13M6.5 13l5.5 5.5 5.5-5.5" />,
  edit: <path d="m4.5 19.5 1-4.5L16 4.5 19.5 8 9 18.5z" />,
  expand: <path d="M14 4.5h5.5V10M10 19.5H4.5V14M19.5 4.5 13.5 10.5M4.5 19.5l6-6" />,
  exit: <path d="M10 4H5v16h5M9.5 12H20M16 7.5l4.5 4.5-4.5 4.5" />,
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="2.7" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.7" />
      <path d="M3.5 12h17M12 3.3c-5.5 5.5-5.5 12 0 17.4M12 3.3c5.5 5.5 5.5 12 0 17.4" />
    </>
  ),
  heart: <path d="M12 20S4 15 4 9.5A4.2 4.2 0 0 1 12 7.5a4.2 4.2 0 0 1 8 2C20 15 12 20 12 20z" />,
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.5M12 7.5v.1" />
    </>
  ),
  key: (
    <>
      <circle cx="8" cy="15.5" r="4.5" />
      <path d="M11.2 12.3 20 3.5M15.5 8l3 3" />
    </>
  ),
  link: (
    <path d="M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.6-1.6" />
  ),
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="10" rx="2.2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </>
  ),
  menu: <path d="M4.5 7h15M4.5 12h15M4.5 17h15" />,
  more: (
    <>
      <circle cx="12" cy="5.5" r=".6" />
      <circle cx="12" cy="12" r=".6" />
      <circle cx="12" cy="18.5" r=".6" />
    </>
  ),
  next: <path d="m9 6 6 6-6 6" />,
  note: <path d="M5 5h14v10l-4.5 4.5H5zM9 10h6M9 14h3" />,
  nursing: (
    <>
      <circle cx="10" cy="5.5" r="2.8" />
      <path d="M6 20.5v-6.7a4.3 4.3 0 0 1 4.3-4.3c2.3 0 3.9 1.5 4.2 3.5" />
      <circle cx="16.5" cy="13.5" r="2" />
      <path d="M14.8 15.5c-2.8.2-4.3 1.5-5 3.2 2.7 1.5 6.2 1.5 9.2-.7.6-1.3-.4-2.5-2-2.5z" />
    </>
  ),
  offline: (
    <path d="m4 4 16 16M8.4 8.1a5.8 5.8 0 0 0-2 1.8A4.3 4.3 0 0 0 7 18.5h10M11 6.1a5.8 5.8 0 0 1 6.6 5.1 3.7 3.7 0 0 1 2.5 5.3" />
  ),
  open: <path d="m6 9 6 6 6-6" />,
  paper: <path d="M6 3.5h8L18.5 8v12.5H6zM14 3.5V8h4.5M9 13h6M9 16.5h6" />,
  person: (
    <>
      <circle cx="12" cy="8" r="3.7" />
      <path d="M5 20.5a7 7 0 0 1 14 0" />
    </>
  ),
  phone: (
    <path d="M5 4.5h4L10.5 9l-2.2 1.5a11 11 0 0 0 5.2 5.2l1.5-2.2 4.5 1.5v4a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 6.1 1.5 1.5 0 0 1 5 4.5z" />
  ),
  pill: (
    <>
      <rect x="2.8" y="8.5" width="18.4" height="7" rx="3.5" transform="rotate(-40 12 12)" />
      <path d="m9.8 9.2 4.5 5.4" />
    </>
  ),
  pin: (
    <>
      <path d="M12 21s7-6.2 7-11a7 7 0 0 0-14 0c0 4.8 7 11 7 11z" />
      <circle cx="12" cy="10" r="2.5" />
    </>
  ),
  pregnant: (
    <>
      <circle cx="11" cy="5.5" r="2.8" />
      <path d="M9 20.5V14c-1.3-2.8.2-4.7 2-4.7 1.6 0 2.3 1 2.5 2.3 2.2.4 3.2 1.7 3.2 3.2 0 1.7-1.2 2.7-3.2 2.7v3" />
    </>
  ),
  remove: <path d="M4.5 6.5h15M9 6.5v-2h6v2M6.5 6.5l1 13.5h9l1-13.5" />,
  ruler: (
    <>
      <rect x="2.5" y="8" width="19" height="8" rx="1.5" />
      <path d="M7 8v3M11 8v4M15 8v3M19 8v2" />
    </>
  ),
  scale: (
    <>
      <rect x="3.5" y="4" width="17" height="16.5" rx="3" />
      <path d="M8 11a4 4 0 0 1 8 0zM12 11l1.5-2.5" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m20 20-4.2-4.2" />
    </>
  ),
  storage: (
    <>
      <ellipse cx="12" cy="6" rx="8" ry="3" />
      <path d="M4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3" />
    </>
  ),
  swelling: (
    <path d="M9 3.5v9c0 1.5-4.5 3-4.5 5.5 0 1.5 1.2 2.5 3 2.5h9c2.5 0 4-1.5 4-3.7 0-2.3-1.8-3.8-4-4.3-1-.3-1.5-1-1.5-2v-7" />
  ),
  table: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="2" />
      <path d="M3.5 10h17M3.5 14.8h17M10 10v9.5" />
    </>
  ),
  tape: (
    <path d="M3 9.5c0-2 4-3.5 9-3.5s9 1.5 9 3.5S17 13 12 13s-9-1.5-9-3.5zM3 9.5v5c0 2 4 3.5 9 3.5s9-1.5 9-3.5v-5M8 13v2.5M12 13.5V16M16 13v2.5" />
  ),
  up: <path d="M12 19V6M6.5 11 12 5.5l5.5 5.5" />,
  warning: <path d="M12 3.5 22 20.5H2zM12 10v4.5M12 17.5v.1" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof DRAWINGS;

/** A small drawing beside a word; hidden from screen readers, the word is the name. */
export function Icon({
  name,
  small,
  className,
}: {
  name: IconName;
  small?: boolean;
  className?: string;
}) {
  return (
    <svg
      className={`i${small ? ' i-sm' : ''}${className === undefined ? '' : ` ${className}`}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {DRAWINGS[name]}
    </svg>
  );
}
