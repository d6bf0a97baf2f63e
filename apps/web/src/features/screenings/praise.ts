import { type PraiseDoubt, praiseDoubt, usableMeasures, withoutUndefined } from '@crece/domain';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import type { WhoRules } from './use-who-rules.ts';

/** A screening by WHO's exact method, from the figures that are shown. */
export function exactReadingOf(rules: WhoRules, { screening, reading, child }: ScreeningFacts) {
  // Use the figures that are shown: then a difference comes from the method, never from an old
  // copy.
  const { height: _height, weight: _weight, ...rest } = screening;
  const { height, weight } = usableMeasures(screening);
  const shown = { ...rest, ...withoutUndefined({ height, weight }), zScore: reading.zScore };
  return rules.exactReading(shown, child);
}

/**
 * Why "is growing well" is not said of a screening; null when it may be said. `rules`: WHO's tables,
 * null while they load; until then nobody is praised.
 */
export function praiseDoubtOf(entry: ScreeningFacts, rules: WhoRules | null): PraiseDoubt | null {
  const { reading, screening, earlier, standing } = entry;
  return praiseDoubt({
    reading,
    screening,
    earlier,
    exactWhz: rules === null ? undefined : exactReadingOf(rules, entry).wl.exact.z,
    hasOpenReferral: standing?.referral != null,
  });
}
