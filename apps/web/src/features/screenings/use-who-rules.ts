import { useLoaded } from '../../data/use-loaded.ts';

export type WhoRules = typeof import('./who-rules.ts');

/**
 * WHO's day tables are large: they are fetched when a screening is shown, and null until then. Not on this
 * device and no connection: the programme's figures stand by themselves.
 */
export function useWhoRules(): WhoRules | null {
  return useLoaded(() => import('./who-rules.ts'), [], { fail: () => undefined }) ?? null;
}
