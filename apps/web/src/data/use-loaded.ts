import { type DependencyList, useEffect, useState } from 'react';

interface LoadedOptions<T> {
  /** May answer what stands in for what could not be read. Without it a fault is nobody's, as any other. */
  fail?: (cause: unknown) => T | undefined;
  /** What `load` does not use, and after whose changes it is asked again. */
  again?: DependencyList;
}

/**
 * What `load` gives, asked again when a dependency changes; `undefined` until the first answer. An older
 * answer stays until the newer one is there, and one that comes too late is left aside. `load` answers
 * undefined when there is nothing to ask.
 */
export function useLoaded<T>(
  load: () => Promise<T> | undefined,
  dependencies: DependencyList,
  { fail, again = [] }: LoadedOptions<T> = {},
): T | undefined {
  const [loaded, setLoaded] = useState<T>();
  const effect = () => {
    let isCurrent = true;
    const show = (found: T | undefined) => {
      if (isCurrent && found !== undefined) setLoaded(() => found);
    };
    void load()?.then(
      show,
      fail &&
        ((cause: unknown) => {
          if (isCurrent) show(fail(cause));
        }),
    );
    return () => {
      isCurrent = false;
    };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a caller's own are checked as an effect's are
  useEffect(effect, [...dependencies, ...again]); // oxlint-disable-line react/exhaustive-deps -- the same
  return loaded;
}
