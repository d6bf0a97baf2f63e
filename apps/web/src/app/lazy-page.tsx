import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Waiting } from '../ui/blank.tsx';

/** A part of the application that is not on this device and could not be fetched. */
export class PageMissingError extends Error {
  override readonly name = 'PageMissingError';
}

/** A page that comes in a chunk of its own. */
export interface LazyPage {
  (): ReactNode;
  /** Loads it before it is drawn: it is then drawn at once. What fails is told by the page itself. */
  ahead(): Promise<void>;
}

type Loaded = { page: ComponentType } | { missing: PageMissingError } | null;

/**
 * A page in its own chunk. A chunk that fails to load throws `PageMissingError` and is requested
 * again at the next visit.
 *
 * Not `React.lazy`: once Suspense has shown its fallback it delays the page by 300 ms, at every
 * start of the application.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let known: Loaded = null;
  const ahead = async () => {
    try {
      known = { page: await load() };
    } catch {
      // The page asks for it again.
    }
  };
  function Lazy() {
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
  }
  return Object.assign(Lazy, { ahead });
}
