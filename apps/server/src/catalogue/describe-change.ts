import type { Catalogue } from '@crece/domain';

const SHOWN_CHANGES = 12;

/**
 * The parts of a catalogue that are compared: countries by code, units by database (all their
 * entries).
 */
function partsOf({ countries }: Catalogue): Map<string, string> {
  const parts = new Map<string, string>();
  for (const { code, stakes, ...rest } of countries) {
    parts.set(code, JSON.stringify(rest));
    for (const unit of stakes) {
      const before = parts.get(unit.stakeDB) ?? '';
      parts.set(unit.stakeDB, before + JSON.stringify(unit));
    }
  }
  return parts;
}

/**
 * The changes between two catalogues, by code and database, for the audit log:
 * `+BLZ +test_stake_blz ~zacapa_stake_gtm`; `order` when only the order changed.
 */
export function describeCatalogueChange(before: Catalogue, after: Catalogue): string {
  const known = partsOf(before);
  const changes: string[] = [];
  for (const [name, text] of partsOf(after)) {
    const old = known.get(name);
    if (old !== text) changes.push(`${old === undefined ? '+' : '~'}${name}`);
  }
  if (changes.length === 0) return 'order';
  const more = changes.length - SHOWN_CHANGES;
  return changes.slice(0, SHOWN_CHANGES).join(' ') + (more > 0 ? ` (+${more})` : '');
}
