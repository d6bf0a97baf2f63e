import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A part of the application that is not on this device and could not be fetched. */
export class PageMissingError extends Error {
  override readonly name = 'PageMissingError';
}

/** A page in a chunk of its own; a chunk that does not come is a `PageMissingError`. */
export function lazyPage(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      throw new PageMissingError('A page could not be loaded.', { cause });
    }
  });
}
