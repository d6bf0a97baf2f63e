import type { LocalCatalogue } from './types.ts';

/** Key among the device's values. */
const KEY = 'catalogue';

/** Where the copy is stored. */
interface Place {
  get(store: 'values', key: string): Promise<unknown>;
  put(store: 'values', key: string, value: unknown): Promise<void>;
}

/** The local copy of the country list, in the device's own database. */
export function createCatalogue(place: Place): LocalCatalogue {
  return {
    async load() {
      const kept = await place.get('values', KEY);
      if (typeof kept !== 'object' || kept === null || !('countries' in kept)) return null;
      const { countries, fetchedAt } = kept as { countries: unknown; fetchedAt?: unknown };
      if (!Array.isArray(countries)) return null;
      return { countries, ...(typeof fetchedAt === 'string' ? { fetchedAt } : {}) };
    },
    save: (countries, fetchedAt) =>
      place.put('values', KEY, { countries, fetchedAt: fetchedAt.toISOString() }),
  };
}
