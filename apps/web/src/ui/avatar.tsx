import { useState } from 'react';

/** `Ana María López` → `AM`. */
function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .slice(0, 2)
    .join('');
}

interface AvatarProps {
  name: string;
  /** Path of the picture on the server; `null`: show initials. */
  picture: string | null;
  /** Additional class, e.g. for another size. */
  className?: string;
}

/**
 * A person's picture, or initials when it is absent or cannot be loaded; the name is shown next to
 * it.
 */
export function Avatar({ name, picture, className }: AvatarProps) {
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <span className={className === undefined ? 'avatar' : `avatar ${className}`} aria-hidden="true">
      {picture === null || picture === missing ? (
        initialsOf(name)
      ) : (
        <img src={picture} alt="" onError={() => setMissing(picture)} />
      )}
    </span>
  );
}
