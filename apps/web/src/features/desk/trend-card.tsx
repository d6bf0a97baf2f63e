import type { DeskList } from '@crece/domain';
import { INDICATOR_BASES, type IndicatorBase, TREND_MONTHS } from '@crece/reports/desk';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { useDesk, useList } from './desk-context.ts';
import { CountLink, DeskSection } from './desk-section.tsx';
import { monthText, percentText } from './desk-words.ts';
import { TrendChart } from './trend-chart.tsx';
import { FEW_MEASURED } from './trend-scale.ts';

const INDICATOR_OF = {
  wh: 'wasting',
  ha: 'stunting',
  wa: 'underweight',
  muac: 'low-muac',
} as const satisfies Record<IndicatorBase, string>;

/** The lists of the twelve months, the current month first. */
const MONTH_LISTS = Array.from(
  { length: TREND_MONTHS },
  // Each of the twelve names is in the closed list.
  (_, back) => `month-${back}` as DeskList,
);

/** Children screened month by month, and how many of them were below the limit. */
export function TrendCard() {
  const messages = useMessages();
  const { t } = messages;
  const { trend } = useDesk().answer.figures;
  const of = useList();
  const [base, setBase] = useState<IndicatorBase>('wh');
  const indicator = t(`desk.indicator.${INDICATOR_OF[base]}`);
  const isEmpty = trend.every(({ shares }) => shares[base].value === null);
  return (
    <DeskSection
      title={t('desk.trend.title')}
      headline={t('desk.trend.headline', { count: trend.at(-1)?.screened ?? 0 })}
      className="desk-trend"
    >
      <ChoiceField
        label={t('desk.trend.choose')}
        of={INDICATOR_BASES}
        value={base}
        textOf={(each) => t(`desk.indicator.${INDICATOR_OF[each]}`)}
        onValue={setBase}
      />
      <p className="desk-on-paper h3">{indicator}</p>
      {isEmpty ? (
        <p className="muted">{t('desk.trend.none')}</p>
      ) : (
        <TrendChart trend={trend} base={base} label={t('desk.trend.label', { indicator })} />
      )}
      <p className="desk-rule">{t('desk.trend.rule', { few: FEW_MEASURED })}</p>
      <details className="desk-details">
        <summary>{t('desk.trend.table')}</summary>
        <table className="desk-table desk-numbers">
          <caption className="vh">{t('desk.trend.label', { indicator })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('desk.trend.month')}</th>
              <th scope="col">{t('desk.trend.screened')}</th>
              <th scope="col">{indicator}</th>
              <th scope="col">{t('desk.prevalence.interval')}</th>
            </tr>
          </thead>
          <tbody>
            {[...trend].reverse().map(({ month, shares }, back) => {
              const { value, lower, upper, n } = shares[base];
              const name = monthText(messages, month);
              return (
                <tr key={month}>
                  <th scope="row">{name}</th>
                  <td>
                    <CountLink {...of(MONTH_LISTS[back] ?? 'month-0')} of={name} />
                  </td>
                  <td>
                    {value === null ? '–' : percentText(messages, value)}
                    {value === null ? null : (
                      <span className="desk-of">
                        {t('desk.places.of', { of: messages.number(n) })}
                      </span>
                    )}
                  </td>
                  <td>
                    {lower === null || upper === null
                      ? '–'
                      : t('desk.prevalence.range', {
                          lower: messages.number(lower, { decimals: 1 }),
                          upper: messages.number(upper, { decimals: 1 }),
                        })}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </details>
    </DeskSection>
  );
}
