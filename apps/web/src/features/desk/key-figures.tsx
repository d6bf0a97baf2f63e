import { NEEDS } from '@crece/reports/desk';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import { useDesk, useList } from './desk-context.ts';
import { CountLink } from './desk-section.tsx';
import { percentText, shortNeed } from './desk-words.ts';

/** The coverage goal in the person's format: `85%`. */
export function useGoalText(): string {
  const { t, number } = useMessages();
  return t('desk.percent', { value: number(useProgramme().coverageGoal) });
}

/**
 * A share as a bar with a line at the goal; hidden for screen readers, because the figures beside
 * it say the same.
 */
export function CoverageMeter({ share }: { share: number }) {
  const { coverageGoal } = useProgramme();
  return (
    <span className="desk-meter" aria-hidden="true">
      <i style={{ width: `${100 * Math.min(1, share)}%` }} />
      <b style={{ left: `${coverageGoal}%` }} />
    </span>
  );
}

/** The four most important figures of a coordinator, who waits for a clinic first. */
export function KeyFigures() {
  const messages = useMessages();
  const { t } = messages;
  const { months } = useDesk().answer.figures.choice;
  const of = useList();
  const goal = useGoalText();
  const children = of('under-five');
  const covered = of('covered');
  const share = children.count === 0 ? null : covered.count / children.count;
  const late = of('late');
  const coverage = t('desk.key.coverage', { months });
  return (
    <div className="desk-keys">
      <section className="card desk-key">
        <h2>{t('desk.key.waiting')}</h2>
        <CountLink {...of('refer')} of={t('desk.key.waiting')} className="big" />
        <MoreLink {...children} text="desk.key.children" />
        <MoreLink {...of('new')} text="desk.key.new" />
      </section>
      <section className="card desk-key">
        <h2>{coverage}</h2>
        <b className="big num">{share === null ? '–' : percentText(messages, 100 * share)}</b>
        <CoverageMeter share={share ?? 0} />
        <p>
          <CountLink {...covered} of={coverage} />{' '}
          {children.count === 0 ? null : (
            <Link to={children.to}>
              {t('desk.places.of', { of: messages.number(children.count) })}{' '}
              <span className="vh">{t('desk.key.under-five')}</span>
            </Link>
          )}{' '}
          · <span className="nowrap">{t('desk.key.goal', { goal })}</span>
        </p>
        <MoreLink {...of('not-covered')} text="desk.key.not-covered" />
      </section>
      <section className="card desk-key">
        <h2>{t('desk.key.supplement')}</h2>
        <CountLink {...of('need-any-0')} of={t('desk.key.supplement')} className="big" />
        <NeedLinks />
        <MoreLink {...of('need-any-1')} text="desk.key.need-next" />
      </section>
      <section className="card desk-key">
        <h2>{t('desk.key.late')}</h2>
        <CountLink {...late} of={t('desk.key.late')} className="big" />
        <MoreLink {...of('late-long')} text="desk.key.late-long" />
      </section>
    </div>
  );
}

/**
 * The number of children who need each supplement, with links; only supplements that are needed.
 */
function NeedLinks() {
  const messages = useMessages();
  const of = useList();
  const needed = [...NEEDS].reverse().filter((need) => of(`need-${need}-0`).count > 0);
  return (
    <p className="desk-needs">
      {needed.map((need) => {
        const { count, to } = of(`need-${need}-0`);
        return (
          <Link key={need} className="desk-small-link" to={to}>
            {messages.number(count)} {shortNeed(messages, need)}
          </Link>
        );
      })}
    </p>
  );
}

/** A second figure below the first, with a link to its children; shows nothing for 0. */
function MoreLink({
  count,
  to,
  text,
}: {
  count: number;
  to: string;
  text:
    | 'desk.key.children'
    | 'desk.key.new'
    | 'desk.key.not-covered'
    | 'desk.key.need-next'
    | 'desk.key.late-long';
}) {
  const { t } = useMessages();
  if (count === 0) return null;
  return (
    <p>
      <Link className="desk-small-link" to={to}>
        {t(text, { count })}
      </Link>
    </p>
  );
}
