import type { Screening } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { useAsk } from '../../ui/ask.tsx';
import {
  clearedFigures,
  firstValues,
  KEPT_FIELDS,
  type ScreeningFormState,
} from './form-values.ts';
import { figuresText } from './typed-figures.tsx';

/**
 * Before an edit deletes stored figures whose fields the person cleared, it names them. The function
 * resolves to whether to go on saving; else the figures are back in their fields.
 */
export function useClearedQuestion(
  { hook }: ScreeningFormState,
  base: Screening | null,
): () => Promise<boolean> {
  const translator = useMessages();
  const { t, date, number } = translator;
  const { choose } = useAsk();
  return async () => {
    const cleared = clearedFigures(hook.getValues(), base);
    if (base === null || cleared.length === 0) return true;
    const figures = figuresText(translator, cleared);
    const answer = await choose({
      title: t('screenings.clear-title', { figures }),
      body: t('screenings.clear-text', { date: date(base.surveyDate) }),
      options: [
        { value: 'keep', label: t('screenings.clear-keep'), kind: 'primary' },
        { value: 'remove', label: t('screenings.clear-remove'), kind: 'danger' },
      ],
    });
    if (answer === 'remove') return true;
    const stored = firstValues(base, base.surveyDate, number(0.5).charAt(1));
    for (const { measure } of answer === 'keep' ? cleared : []) {
      hook.setValue(measure, stored[measure], { shouldDirty: true });
      if (measure === 'muac') continue;
      hook.setValue(KEPT_FIELDS[measure], stored[KEPT_FIELDS[measure]], { shouldDirty: true });
    }
    return false;
  };
}
