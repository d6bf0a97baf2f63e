import { NEEDS } from '@crece/reports/desk';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useList } from './desk-context.ts';
import { CountLink } from './desk-section.tsx';
import { percentText } from './desk-words.ts';

/** A share as a bar; hidden, the figure beside it says the same. */
export function Meter({ share }: { share: number }) {
  return (
    <span className="desk-meter" aria-hidden="true">
      <i style={{ width: `${100 * Math.min(1, share)}%` }} />
    </span>
  );
}

/** The four figures that a coordinator knows by heart. */
export function KeyFigures() {
  const messages = useMessages();
  const { t, number } = messages;
  const of = useList();
  const children = of('under-five');
  const covered = of('covered');
  const share = children.count === 0 ? null : covered.count / children.count;
  const needs = NEEDS.map((need) => of(`need-${need}-0`).count);
  const [sup = 0, mic = 0, mam = 0, sam = 0] = needs;
  const late = of('late');
  const missed = of('not-covered');
  const long = of('late-long');
  return (
    <div className="desk-keys">
      <section className="card desk-key">
        <h2>{t('desk.key.under-five')}</h2>
        <CountLink {...children} of={t('desk.key.under-five')} className="big" />
      </section>
      <section className="card desk-key">
        <h2>{t('desk.key.coverage')}</h2>
        <b className="big num">{share === null ? '–' : percentText(messages, 100 * share)}</b>
        <Meter share={share ?? 0} />
        <p>
          {t('desk.of', { count: number(covered.count), of: number(children.count) })}
          {missed.count === 0 ? null : (
            <>
              {' · '}
              <Link className="desk-small-link" to={missed.to}>
                {t('desk.key.not-covered', { count: missed.count })}
              </Link>
            </>
          )}
        </p>
      </section>
      <section className="card desk-key">
        <h2>{t('desk.key.supplement')}</h2>
        <b className="big num">{number(sup + mic + mam + sam)}</b>
        <p>{t('desk.key.supplement-detail', { sam, mam, other: sup + mic })}</p>
      </section>
      <section className="card desk-key">
        <h2>{t('desk.key.late')}</h2>
        <CountLink {...late} of={t('desk.key.late')} className="big" />
        {long.count === 0 ? null : (
          <p>
            <Link className="desk-small-link" to={long.to}>
              {t('desk.key.late-long', { count: long.count })}
            </Link>
          </p>
        )}
      </section>
    </div>
  );
}
