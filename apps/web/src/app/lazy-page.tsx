import { type ComponentType, useEffect, useState } from 'react';
import { Waiting } from '../ui/blank.tsx';

/** A part of the application that is not on this device and could not be fetched. */
export class PageMissingError extends Error {
  override readonly name = 'PageMissingError';
}

type Loaded = { page: ComponentType } | { missing: PageMissingError } | null;

/**
 * A page in a chunk of its own; a chunk that does not come is thrown as `PageMissingError`, and is
 * asked for again at the next visit of the page.
 *
 * Not `React.lazy`: once Suspense has shown its fallback it holds the page back for 300 ms, on every
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
