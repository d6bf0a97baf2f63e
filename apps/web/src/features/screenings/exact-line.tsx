import type { ZIndex } from '@crece/domain';
import type { ExactReading } from '@crece/domain/exact';
import { useMessages } from '../../data/messages.tsx';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { zText } from '../../shared/screenings/verdict-words.ts';
import { exactReadingOf } from './praise.ts';
import { useWhoRules, type WhoRules } from './use-who-rules.ts';

/** In the order of the rulers: the deciding index first. */
const INDICES = ['wl', 'ha', 'wa'] as const satisfies readonly ZIndex[];

function useFigures(reading: ExactReading): readonly string[] {
  const translator = useMessages();
  const { t } = translator;
  return INDICES.filter((index) => reading[index].differs).map((index) => {
    const { z } = reading[index].exact;
    return z === null
      ? t('screenings.exact.none', { index })
      : t('screenings.exact.figure', { index, value: zText(translator, z) });
  });
}

function Figures({ reading, rules }: { reading: ExactReading; rules: WhoRules }) {
  const { t, list } = useMessages();
  const figures = useFigures(reading);
  if (figures.length === 0) return null;
  const causes = rules
    .causesOfDifference(reading)
    .map((cause) => t(`screenings.exact.cause.${cause}`));
  return (
    <div className="exact-line small muted">
      <p className="exact-figures">{t('screenings.exact.line', { figures: figures.join(', ') })}</p>
      <p>
        {causes.length === 0 ? null : `${t('screenings.exact.why', { causes: list(causes) })} `}
        {t('screenings.exact.decides')}
      </p>
    </div>
  );
}

/**
 * WHO's exact z-scores of a screening when they differ from the programme's, with the reason. Shows
 * nothing when both methods agree or while the tables load.
 */
export function ExactLine({ entry }: { entry: ScreeningFacts }) {
  const rules = useWhoRules();
  if (rules === null) return null;
  return <Figures rules={rules} reading={exactReadingOf(rules, entry)} />;
}
