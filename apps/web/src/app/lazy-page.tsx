import { type ComponentType, useEffect, useState } from 'react';
import { Waiting } from '../ui/blank.tsx';

/** A part of the application that is not on this device and could not be fetched. */
export class PageMissingError extends Error {
  override readonly name = 'PageMissingError';
}

type Loaded = { page: ComponentType } | { missing: PageMissingError } | null;

/**
 * A page in its own chunk. A chunk that fails to load throws `PageMissingError` and is requested
 * again at the next visit.
 *
 * Not `React.lazy`: once Suspense has shown its fallback it delays the page by 300 ms, at every
 * start of the application.
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  let known: Loaded = null;
  return function LazyPage() {
    const [loaded, setLoaded] = useState<Loaded>(known);
    useEffect(() => {
      if (loaded !== null) return;
      let isShown = true;
      load().then(
        (page) => {
          known = { page };
          if (isShown) setLoaded(known);
        },
        (cause: unknown) => {
          if (!isShown) return;
          setLoaded({ missing: new PageMissingError('A page could not be loaded.', { cause }) });
        },
      );
      return () => {
        isShown = false;
      };
    }, [loaded]);
    if (loaded === null) return <Waiting />;
    if ('missing' in loaded) throw loaded.missing;
    const { page: Page } = loaded;
    return <Page />;
  };
}
