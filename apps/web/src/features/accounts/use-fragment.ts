import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The secret behind the `#` of the address, taken out of it at once: neither history nor anybody
 * who looks at the screen keeps it. It never was sent to the server. Gone after a reload.
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
