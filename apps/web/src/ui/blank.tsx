import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useMessages } from '../data/messages.tsx';
import type { PictureName } from './blank-pictures.tsx';
import { Icon, type IconName } from './icon.tsx';

/** Loaded with the first empty page: lists with rows do not need it. */
const BlankPicture = lazy<ComponentType<{ name: PictureName }>>(async () => {
  try {
    return { default: (await import('./blank-pictures.tsx')).BlankPicture };
  } catch {
    // An error page must not fail because of its decoration.
    return { default: () => null };
  }
});

export interface BlankProps {
  picture: PictureName;
  title: string;
  children?: ReactNode;
  /** Text about data that is kept and safe. */
  keep?: { icon: IconName; title: string; text: string };
  /** Buttons, the primary one first. */
  actions?: ReactNode;
}

/**
 * An empty or error state: drawing, plain title, one or two sentences, what is kept, one action.
 */
export function Blank({ picture, title, children, keep, actions }: BlankProps) {
  return (
    <div className="blank">
      <svg
        className="drawing"
        viewBox="0 0 160 110"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M10 100C26 52 60 22 150 12" opacity=".25" />
        <path d="M10 100C34 66 70 44 150 36" opacity=".25" />
        <path d="M10 100C44 80 84 66 150 60" opacity=".25" />
        <Suspense>
          <BlankPicture name={picture} />
        </Suspense>
      </svg>
      <h2 className="h1">{title}</h2>
      {typeof children === 'string' ? <p>{children}</p> : children}
      {keep === undefined ? null : (
        <div className="keep">
          <Icon name={keep.icon} />
          <span>
            <b>{keep.title}</b>
            <br />
            {keep.text}
          </span>
        </div>
      )}
      {actions === undefined ? null : <div className="blank-actions">{actions}</div>}
    </div>
  );
}

/**
 * Shown while something loads; invisible for the first 400 ms, so that quick loads do not flicker.
 */
export function Waiting({ text }: { text?: string }) {
  const { t } = useMessages();
  return (
    <p className="waiting" role="status">
      {text ?? t('common.loading')}
    </p>
  );
}
