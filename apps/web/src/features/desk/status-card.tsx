import type { DeskList } from '@crece/domain';
import { Link } from 'react-router';
import { StatusMark, type Tone } from '../../ui/status-mark.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { useDesk, useList } from './desk-context.ts';
import { CountLink } from './desk-section.tsx';
import { listTitle } from './desk-words.ts';
import { useDeskWords } from './use-desk-words.ts';

const STATES = [
  { list: 'red', tone: 'red' },
  { list: 'amber', tone: 'amber' },
  { list: 'green', tone: 'green' },
  { list: 'unassessed', tone: 'grey' },
  { list: 'never', tone: 'grey' },
] as const satisfies readonly { list: DeskList; tone: Tone }[];

const SIGNS = [
  { list: 'swelling', tone: 'red', glyph: 'swelling' },
  { list: 'severe', tone: 'red' },
  { list: 'severe-under-6', tone: 'red' },
  { list: 'muac-red', tone: 'red', glyph: 'tape' },
  { list: 'muac-yellow', tone: 'amber', glyph: 'tape' },
  { list: 'muac-only', tone: 'amber', glyph: 'tape' },
  { list: 'muac-millimetres', tone: 'grey' },
] as const satisfies readonly { list: DeskList; tone: Tone; glyph?: 'tape' | 'swelling' }[];

/** The children under five by the mark of their newest screening, and their signs. */
export function StatusCard() {
  const messages = useDeskWords();
  const { t } = messages;
  const of = useList();
  const { figures } = useDesk().answer;
  const most = Math.max(1, ...STATES.map(({ list }) => of(list).count));
  const signs = SIGNS.filter(({ list }) => of(list).count > 0);
  return (
    <Card title={t('desk.status.title')} className="desk-status">
      <ul className="desk-states">
        {STATES.map(({ list, tone }) => {
          const { count, to } = of(list);
          return (
            <li key={list} className={`st-${tone}`}>
              <StatusMark tone={tone} />
              <span className="w">{t(`desk.status.${list}`)}</span>
              <span className="desk-bar" aria-hidden="true">
                <i style={{ width: `${(100 * count) / most}%` }} />
              </span>
              <CountLink count={count} to={to} of={t(`desk.status.${list}`)} />
            </li>
          );
        })}
      </ul>
      <h3 className="h3">{t('desk.status.signs')}</h3>
      {signs.length === 0 ? <p className="small muted">{t('desk.status.no-signs')}</p> : null}
      <ul className="desk-signs">
        {signs.map(({ list, tone, ...drawing }) => {
          const { count, to } = of(list);
          return (
            <li key={list}>
              <Link className="desk-sign" to={to}>
                <StatusMark tone={tone} {...drawing} />
                <span className="grow">{listTitle(messages, list, figures)}</span>
                <b className="num">{messages.number(count)}</b>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
