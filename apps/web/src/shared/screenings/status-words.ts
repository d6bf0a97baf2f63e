import {
  type MarkSource,
  type MuacBand,
  muacFromMillimetres,
  type StandingMark,
  type ZscoreStatus,
} from '@crece/domain';
import type { Translator } from '@crece/messages';

/** The data of a screening that determine its words. */
export interface WordSource extends Omit<MarkSource, 'doubts' | 'includesSwelling'> {
  readonly zscoreStatus?: ZscoreStatus | undefined;
}

/** Whether the status is normal while a sign above it requires help or another measurement. */
export function isPlainBeneath(
  mark: Pick<StandingMark, 'sign'>,
  { statusColor }: WordSource,
): boolean {
  return statusColor === 'normalZscore' && mark.sign !== 'green';
}

/** The word of a screening's status. Nothing unmeasured is called normal. */
export function statusWord(
  { t }: Pick<Translator, 't'>,
  mark: Pick<StandingMark, 'sign'>,
  source: WordSource,
): string {
  const { zscoreStatus, evidence } = source;
  if (zscoreStatus === undefined) return t('assessment.word.not-assessed');
  if (zscoreStatus === 'Normal' && evidence.from === 'muac') {
    return t('assessment.word.normal-by-muac');
  }
  if (isPlainBeneath(mark, source)) return t('assessment.word.normal-beside-alert');
  return t(`assessment.word.${zscoreStatus}`);
}

/** The word of the sign above the status; null when the status itself leads. */
export function signWord(
  translator: Pick<Translator, 't' | 'number'>,
  { sign }: Pick<StandingMark, 'sign'>,
  muac: number | undefined,
): string | null {
  const { t } = translator;
  switch (sign) {
    case 'swelling':
      return t('assessment.banner.oedema');
    case 'muac-red':
    case 'muac-yellow':
      return muac === undefined
        ? null
        : muacBadge(translator, sign === 'muac-red' ? 'red' : 'yellow', muac);
    case 'low-weight':
    case 'measure-again':
    case 'not-measured-again':
    case 'date-to-check':
      return t(`assessment.sign.${sign}`);
    case 'severe':
    case 'moderate':
    case 'red':
    case 'yellow':
    case 'green':
    case 'none':
      return null;
  }
}

/** "MUAC 10.8: refer"; for a figure in millimetres "MUAC 108: millimetres? Measure again". */
export function muacBadge(
  { t, number }: Pick<Translator, 't' | 'number'>,
  band: MuacBand,
  muac: number,
): string {
  return muacFromMillimetres(muac) === null
    ? t(`assessment.muac-badge.${band}`, { muac: number(muac, { decimals: 1 }) })
    : t('assessment.muac-badge.millimetres', { muac: number(muac) });
}
