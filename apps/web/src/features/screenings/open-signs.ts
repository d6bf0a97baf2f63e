import type { Screening, ScreeningPreview } from '@crece/domain';
import type { ScreeningValues } from './form-values.ts';

/** A sign for which a child was referred and that was not measured better since. */
export type OpenSign = 'swelling' | 'whz' | 'muac';

/** The open signs that the typed screening does not measure again, in the order given. */
export function missingSigns(
  openSigns: readonly OpenSign[],
  values: ScreeningValues,
  { missing, outside }: ScreeningPreview,
  base: Screening | null,
): readonly OpenSign[] {
  // An edit corrects what was measured then; it is not the screening that answers the referral.
  if (base !== null) return [];
  const isMissing: Readonly<Record<OpenSign, boolean>> = {
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
