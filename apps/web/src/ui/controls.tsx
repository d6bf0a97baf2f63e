import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from './icon.tsx';
import { StatusMark, type Tone } from './status-mark.tsx';

/** `primary` once per screen; `danger` for removing; `quiet` for leaving. */
export type ButtonKind = 'primary' | 'second' | 'quiet' | 'soft' | 'danger';

const KIND_CLASS: Readonly<Record<ButtonKind, string>> = {
  primary: 'btn-1',
  second: 'btn-2',
  quiet: 'btn-3',
  soft: 'btn-soft',
  danger: 'btn-danger',
};

interface Look {
  kind?: ButtonKind;
  icon?: IconName;
  small?: boolean;
  wide?: boolean;
  className?: string;
}

function classOf({ kind = 'second', small, wide, className }: Look): string {
  return ['btn', KIND_CLASS[kind], small ? 'btn-sm' : '', wide ? 'btn-wide' : '', className ?? '']
    .filter((name) => name !== '')
    .join(' ');
}

/** A push button; `type="button"` by default. */
export function Button({
  kind,
  icon,
  small,
  wide,
  className,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Look) {
  const look = classOf({
    ...(kind === undefined ? {} : { kind }),
    small: small ?? false,
    wide: wide ?? false,
    className: className ?? '',
  });
  return (
    <button type="button" {...rest} className={look}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link styled as a button: it navigates and performs no action. */
export function ButtonLink({
  to,
  icon,
  children,
  replace,
  state,
  ...look
}: Look & { to: string; replace?: boolean; state?: object; children: ReactNode }) {
  return (
    <Link to={to} replace={replace ?? false} state={state} className={classOf(look)}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** A round button with an icon only; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { icon: IconName; label: string }) {
  return (
    <button type="button" className="ib" aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}

interface BadgeProps {
  /**
   * `status` uses the tone's colour, `brand` indigo, `line` an outline, `plain` the page's colour.
   */
  look?: 'status' | 'brand' | 'line' | 'plain';
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
}

const BADGE_CLASS = {
  status: ' badge-status',
  brand: ' badge-brand',
  line: ' badge-line',
  plain: '',
};

/** A short fact next to a name. */
export function Badge({ look = 'plain', tone, icon, children }: BadgeProps) {
  const toned = tone === undefined ? '' : ` st-${tone}`;
  return (
    <span className={`badge${BADGE_CLASS[look]}${toned}`}>
      {icon === undefined ? null : <Icon name={icon} />}
      <span>{children}</span>
    </span>
  );
}

interface ChipProps {
  pressed: boolean;
  onPress: () => void;
  tone?: Tone;
  glyph?: 'tape';
  /** A figure after the word, already formatted for the person's language. */
  count?: string;
  children: ReactNode;
}

/** A filter that is on or off; always with word and count, because colour alone is not enough. */
export function Chip({ pressed, onPress, tone, glyph, count, children }: ChipProps) {
  return (
    <button
      type="button"
      className={tone === undefined ? 'chip plain' : 'chip'}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {tone === undefined ? null : (
        <StatusMark tone={tone} {...(glyph === undefined ? {} : { glyph })} />
      )}
      <span>{children}</span>
      {count === undefined ? null : <b>{count}</b>}
    </button>
  );
}

/** A row of chips that scrolls sideways on a phone; `label` names the group. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="chips">
      <legend className="vh">{label}</legend>
      {children}
    </fieldset>
  );
}
