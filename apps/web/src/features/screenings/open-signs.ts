import type { ReferSign, Screening, ScreeningPreview } from '@crece/domain';
import type { ScreeningValues } from './form-values.ts';

/** The open signs that the typed screening does not measure again, in the order given. */
export function missingSigns(
  openSigns: readonly ReferSign[],
  values: ScreeningValues,
  { missing, outside }: ScreeningPreview,
  base: Screening | null,
): readonly ReferSign[] {
  // An edit corrects what was measured then; it is not the screening that answers the referral.
  if (base !== null) return [];
  const isMissing: Readonly<Record<ReferSign, boolean>> = {
    swelling: values.oedema === '',
    whz:
      values.height === '' ||
      values.weight === '' ||
      missing.length > 0 ||
      Object.keys(outside).length > 0,
    muac: values.muac === '',
  };
  return openSigns.filter((sign) => isMissing[sign]);
}
