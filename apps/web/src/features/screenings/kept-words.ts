import type { OutsideLimits } from '@crece/domain';
import type { Translator } from '@crece/messages';
import { measureText } from '../../shared/screenings/verdict-words.ts';

/** "height 41.0 cm and weight 2.2 kg": figures kept outside the limits; null without any. */
export function keptFigures(
  translator: Translator,
  outside: OutsideLimits | undefined,
): string | null {
  const { t, list } = translator;
  const figures = (['height', 'weight'] as const).flatMap((measure) => {
    const value = outside?.[measure];
    if (value === undefined) return [];
    return t(`screenings.value-${measure}`, { value: measureText(translator, value) });
  });
  return figures.length === 0 ? null : list(figures);
}
