import { useMessages } from '../../data/messages.tsx';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { zText } from '../../shared/screenings/verdict-words.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

const ICONS = { gaining: 'up', static: 'chart', losing: 'down' } as const satisfies Record<
  string,
  IconName
>;

/**
 * "Falling behind in height: height for age was −1.85 on 10 May and is −2.10 now, below the WHO line
 * −2".
 */
function CrossedLines({ crossed, previous, today }: ScreeningFacts) {
  const translator = useMessages();
  const { t, number, shortDate } = translator;
  if (previous === null) return null;
  return crossed.map(({ index, line, way, before, now }) => (
    <p key={index} className="said-line">
      <Icon name={way === 'fell' ? 'down' : 'up'} small />
      {t(`screenings.crossed.${way}`, {
        index,
        line: number(line),
        before: zText(translator, before),
        now: zText(translator, now),
        date: shortDate(previous.screening.surveyDate, today),
      })}
    </p>
  ));
}

/** The weight's direction since the weight before, and WHO's lines that the child's crossed. */
export function TrendLine({ entry }: { entry: ScreeningFacts }) {
  return (
    <>
      <WeightLine {...entry} />
      <CrossedLines {...entry} />
    </>
  );
}

/** "Losing weight: −0.3 kg since 10 May"; shows nothing without two weights to compare. */
function WeightLine({ trend, today }: ScreeningFacts) {
  const { t, number, shortDate } = useMessages();
  if (trend === null) return null;
  const { word, changeKg, since } = trend;
  return (
    <p className="said-line">
      <Icon name={ICONS[word]} small />
      {t(`screenings.trend.${word}`, {
        value: number(changeKg, { signed: changeKg !== 0 }),
        date: shortDate(since, today),
      })}
    </p>
  );
}
