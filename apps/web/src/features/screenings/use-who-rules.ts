import { useLoaded } from '../../data/use-loaded.ts';

export type WhoRules = typeof import('./who-rules.ts');

/**
 * WHO's day tables are large: they are loaded when a screening is shown, and null until then. When
 * they are not on this device and there is no connection, only the programme's figures are shown.
 */
export function useWhoRules(): WhoRules | null {
  return useLoaded(() => import('./who-rules.ts'), [], { fail: () => undefined }) ?? null;
}
