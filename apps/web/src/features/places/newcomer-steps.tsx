import { useMessages } from '../../data/messages.tsx';

/** What a newcomer does, in three steps. */
export function NewcomerSteps({ countries }: { countries: number }) {
  const { t } = useMessages();
  const steps = [
    [t('places.step-country'), t('places.countries-count', { total: countries })],
    [t('places.step-unit'), t('places.step-unit-text')],
    [t('places.step-screen'), t('places.step-screen-text')],
  ] as const;
  return (
    <section className="card steps" aria-labelledby="steps-title">
      <h2 className="h2" id="steps-title">
        {t('places.hero-title')}
      </h2>
      <ol>
        {steps.map(([what, how], at) => (
          <li key={what}>
            <b className="step-number" aria-hidden="true">
              {at + 1}
            </b>
            <span>
              <b>{what}</b> <span className="d">{how}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
