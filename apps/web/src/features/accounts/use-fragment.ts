import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Returns the secret after the `#` of the address and removes it from the address at once, so that
 * neither the history nor a person who looks at the screen keeps it. It was never sent to the
 * server. Lost after a reload.
 */
export function useFragment(): string {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [fragment] = useState(() => hash.replace(/^#/, ''));
  useEffect(() => {
    if (hash !== '') void navigate({ pathname, search }, { replace: true });
  }, [hash, pathname, search, navigate]);
  return fragment;
}
