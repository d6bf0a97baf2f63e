import { useEffect, useState } from 'react';

export type WhoRules = typeof import('./who-rules.ts');

/** WHO's day tables are large: they are fetched when a visit is shown, and null until then. */
export function useWhoRules(): WhoRules | null {
  const [rules, setRules] = useState<WhoRules | null>(null);
  useEffect(() => {
    let isShown = true;
    import('./who-rules.ts').then(
      (loaded) => {
        if (isShown) setRules(loaded);
      },
      () => {
        // Not on this device and no connection: the programme's figures stand by themselves.
      },
    );
    return () => {
      isShown = false;
    };
  }, []);
  return rules;
}
