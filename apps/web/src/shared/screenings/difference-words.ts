import { type ToldDifference, Z_INDICES } from '@crece/domain';
import type { Translator } from '@crece/messages';
import { zText } from './verdict-words.ts';

/** "Worked out again: the birth date was corrected." */
export function differenceTitle({ t }: Translator, { reason }: ToldDifference): string {
  return t(`screenings.anew.${reason}`);
}

/** The figures and the status that were told that day: "That day it said: …". */
export function differenceText(translator: Translator, { told }: ToldDifference): string {
  const { t } = translator;
  const figures = Z_INDICES.flatMap((index) => {
    const z = told.zScore[index];
    if (z === null) return [];
    const name = t(`assessment.index.${index}`);
    return [t('assessment.index-value', { index: name, value: zText(translator, z) })];
  });
  const status =
    told.zscoreStatus === undefined
      ? t('assessment.word.not-assessed')
      : t(`assessment.word.${told.zscoreStatus}`);
  return t('screenings.told-that-day', { told: [status, ...figures].join(' · ') });
}
