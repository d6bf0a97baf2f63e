import { type DependencyList, useEffect, useState } from 'react';

interface LoadedOptions<T> {
  /**
   * May return a substitute for a value that could not be loaded. Without it a rejection stays
   * unhandled, as any other.
   */
  fail?: (cause: unknown) => T | undefined;
  /** Dependencies that `load` does not use; a change of one loads again. */
  again?: DependencyList;
}

/**
 * Returns the result of `load`, which runs again when a dependency changes; `undefined` until the
 * first answer. An older answer stays until the newer one arrives; an answer that arrives too late
 * is ignored. `load` returns undefined when there is nothing to load.
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
