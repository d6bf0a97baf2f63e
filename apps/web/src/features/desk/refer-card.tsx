import { REFERRAL_ANSWERS, type ReferralAnswer } from '@crece/domain';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import { Icon } from '../../ui/icon.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { ChildLine } from './child-line.tsx';
import { useDesk, useList } from './desk-context.ts';
import { CountLink } from './desk-section.tsx';
import { useNamesOnDesk } from './unit-names.ts';
import { useDeskPage } from './use-server-desk.ts';

/** Number of names on the desk itself; the others are one tap away. */
const SHOWN = 6;

/** How many of the referred children have which outcome; first those of whom nothing is known. */
function ReferralResults() {
  const { t } = useMessages();
  const of = useList();
  const words = (each: ReferralAnswer | 'open' | 'died') =>
    each === 'open' || each === 'died'
      ? t(`desk.refer.result.${each}`)
      : t(`referral.outcome.${each}`);
  const known = (['open', ...REFERRAL_ANSWERS, 'died'] as const).filter(
    (each) => of(`referral-${each}`).count > 0,
  );
  return (
    <>
      <h3 className="h3">{t('desk.refer.results')}</h3>
      <ul className="desk-results">
        {known.map((each) => (
          <li key={each}>
            {words(each)} <CountLink {...of(`referral-${each}`)} of={words(each)} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The children to refer, by name: the first part of the desk. */
export function ReferCard() {
  const { t, number } = useMessages();
  const { lostDays } = useProgramme().nextVisit;
  const desk = useDesk();
  const { months } = desk.answer.figures.choice;
  const of = useList();
  const refer = of('refer');
  const infants = of('refer-infant');
  const handOver = of('hand-over');
  const lost = of('lost-any');
  const names = useNamesOnDesk();
  const key = refer.count === 0 ? null : `${desk.version} refer`;
  const { data } = useDeskPage(key, (signal) =>
    desk.page({ list: 'refer' }, { page: 1, size: SHOWN }, signal),
  );
  return (
    <Card className="desk-refer">
      <div className="between">
        <h2 className="h1">{t('desk.refer.title')}</h2>
        {refer.count === 0 ? null : <b className="desk-refer-count num">{number(refer.count)}</b>}
      </div>
      {refer.count === 0 ? <p>{t('desk.refer.none')}</p> : null}
      {lost.count === 0 ? null : (
        <p className="desk-more desk-lost">
          <Icon name="warning" />
          <Link to={lost.to}>
            {t('desk.refer.lost', { count: lost.count, months, days: lostDays })}
          </Link>
        </p>
      )}
      <ul className="desk-children">
        {(data?.children ?? []).map((child) => (
          <ChildLine key={child.id} child={child} list="refer" unitName={names(child.stakeDB)} />
        ))}
      </ul>
      {data === null || data.children.length >= refer.count ? null : (
        <p className="desk-on-paper">
          {t('desk.children.print-part', {
            count: number(data.children.length),
            total: number(refer.count),
          })}
        </p>
      )}
      {refer.count === 0 ? null : (
        <MainLink to={refer.to}>{t('desk.refer.all', { count: refer.count })}</MainLink>
      )}
      {refer.count === 0 ? null : <ReferralResults />}
      {infants.count === 0 ? null : (
        <p className="desk-more">
          <StatusMark tone="amber" />
          <Link to={infants.to}>{t('desk.refer.infants', { count: infants.count })}</Link>
        </p>
      )}
      {handOver.count === 0 ? null : (
        <p className="desk-more">
          <Link to={handOver.to}>{t('desk.refer.hand-over', { count: handOver.count })}</Link>
        </p>
      )}
      <p className="desk-rule">{t('desk.refer.rule')}</p>
    </Card>
  );
}
