import type { Translator } from '@crece/messages';
import { BASE_OF, type IndicatorFigure } from '@crece/reports/desk';
import { useMessages } from '../../data/messages.tsx';
import { useDesk, useList } from './desk-context.ts';
import { CountLink, DeskSection } from './desk-section.tsx';
import { percentText } from './desk-words.ts';

/** Minimum end of the scale, 30 %; the scale ends at a tenth above the highest interval. */
const LEAST_SCALE = 30;

function scaleOf(figures: readonly IndicatorFigure[]): number {
  const highest = Math.max(0, ...figures.map(({ upper, value }) => upper ?? value ?? 0));
  return Math.max(LEAST_SCALE, Math.min(100, Math.ceil(highest / 10) * 10));
}

/** The estimate as a bar, its interval as a line; the same values are beside them as figures. */
function IntervalBar({ figure, scale }: { figure: IndicatorFigure; scale: number }) {
  const { value, lower, upper } = figure;
  const at = (percent: number) => `${(100 * Math.min(percent, scale)) / scale}%`;
  return (
    <span className="desk-interval" aria-hidden="true">
      {value === null ? null : <i className="estimate" style={{ width: at(value) }} />}
      {lower === null || upper === null ? null : (
        <i className="line" style={{ left: at(lower), width: at(upper - lower) }} />
      )}
    </span>
  );
}

function rangeText(words: Translator, { lower, upper }: IndicatorFigure): string {
  const { t, number } = words;
  return lower === null || upper === null
    ? t('desk.prevalence.no-range')
    : t('desk.prevalence.range', {
        lower: number(lower, { decimals: 1 }),
        upper: number(upper, { decimals: 1 }),
      });
}

/** The estimates and their base: the same figures for eye, ear and paper. */
export function PrevalenceCard() {
  const messages = useMessages();
  const { t } = messages;
  const { figures } = useDesk().answer;
  const of = useList();
  const { prevalence } = figures;
  const scale = scaleOf(prevalence);
  const wasting = prevalence.find(({ indicator }) => indicator === 'wasting')?.value ?? null;
  const headline =
    wasting === null
      ? t('desk.prevalence.none')
      : t('desk.prevalence.headline', { value: percentText(messages, wasting) });
  const numbers = ['known', 'missing', 'flagged'] as const;
  return (
    <DeskSection title={t('desk.prevalence.title')} headline={headline} className="desk-prevalence">
      <p className="desk-rule">{t('desk.prevalence.rule', { months: figures.choice.months })}</p>
      <table className="desk-table">
        <caption className="vh">{t('desk.prevalence.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('desk.prevalence.indicator')}</th>
            <th scope="col">{t('desk.prevalence.estimate')}</th>
            <td className="scale">
              <span aria-hidden="true">
                {[0, scale / 2, scale].map((tick) => (
                  <span key={tick}>{messages.number(tick)}</span>
                ))}
              </span>
            </td>
            <th scope="col">{t('desk.prevalence.interval')}</th>
            <th scope="col">{t('desk.prevalence.cases')}</th>
            <th scope="col">{t('desk.prevalence.n')}</th>
            <th scope="col">{t('desk.prevalence.missing')}</th>
            <th scope="col">{t('desk.prevalence.flagged')}</th>
          </tr>
        </thead>
        <tbody>
          {prevalence.map((figure) => {
            const { indicator, value } = figure;
            const name = t(`desk.indicator.${indicator}`);
            return (
              <tr key={indicator}>
                <th scope="row">
                  <b>{name}</b>
                  <span>{t(`desk.rule.${indicator}`)}</span>
                </th>
                <td className="value">{value === null ? '–' : percentText(messages, value)}</td>
                <td className="drawn">
                  <IntervalBar figure={figure} scale={scale} />
                </td>
                <td className="range">{rangeText(messages, figure)}</td>
                <td className="n" data-label={t('desk.prevalence.cases')}>
                  <CountLink {...of(`is-${indicator}`)} of={name} />
                </td>
                {numbers.map((kind) => {
                  const label = t(`desk.prevalence.${kind === 'known' ? 'n' : kind}`);
                  return (
                    <td key={kind} className="n" data-label={label}>
                      <CountLink
                        {...of(`${kind}-${BASE_OF[indicator]}`)}
                        of={`${label}, ${name}`}
                      />
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="desk-rule">{t('desk.prevalence.flagged-note')}</p>
    </DeskSection>
  );
}
