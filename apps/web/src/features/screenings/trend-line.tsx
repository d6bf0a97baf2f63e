import { useMessages } from '../../data/messages.tsx';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

const ICONS = { gaining: 'up', static: 'chart', losing: 'down' } as const satisfies Record<
  string,
  IconName
>;

/** "Losing weight: −0.3 kg since 10 May"; shows nothing without two weights to compare. */
export function TrendLine({ entry: { trend, today } }: { entry: ScreeningFacts }) {
  const { t, number, shortDate } = useMessages();
  if (trend === null) return null;
  const { word, changeKg, since } = trend;
  return (
    <p className="line">
      <Icon name={ICONS[word]} small />
      {t(`screenings.trend.${word}`, {
        value: number(changeKg, { signed: changeKg !== 0 }),
        date: shortDate(since, today),
      })}
    </p>
  );
}
