import { daysBetween, type IsoDate, type MotherKind } from '@crece/domain';
import type { MotherRow } from '@crece/storage';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { motherPath } from '../../shared/navigation/paths.ts';
import { RecordMark } from '../../shared/screenings/record-mark.tsx';
import { recordState } from '../../shared/screenings/record-state.ts';
import { phoneHref } from '../../shared/words/phone-href.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import { listedDateOf } from './mother-view.ts';
import { childAge, expectedIn } from './mother-words.ts';

interface MotherItemProps {
  row: MotherRow;
  kind: MotherKind;
  unit: OpenUnit;
  today: IsoDate;
}

/**
 * "Has delivered" is in the list from this many days before the expected day; earlier only in her
 * entry.
 */
const DELIVERY_NEAR_DAYS = 42;

/**
 * One woman of the list: her name links to her entry; actions to call her, or to record the
 * delivery.
 */
export function MotherItem({ row, kind, unit, today }: MotherItemProps) {
  const speech = useMessages();
  const { t, date } = speech;
  const name = `${row.firstName} ${row.lastName}`;
  const day = listedDateOf(row);
  const isPregnant = kind === 'pregnant';
  const state = recordState(unit.sync, { _id: row.id }, row.pending);
  return (
    <li className="mother">
      <Link className="mother-link" to={motherPath(unit, row.id, kind)} data-key-row="">
        <span className="mother-sign">
          <Icon name={isPregnant ? 'pregnant' : 'nursing'} />
        </span>
        <span className="mother-name">
          {name}{' '}
          {state === 'here' ? (
            <span className="mother-here" title={t('children.only-on-device')}>
              <Icon name="device" small />
              <VisuallyHidden>{t('children.only-on-device')}</VisuallyHidden>
            </span>
          ) : null}
          {state === 'here' || state === 'server' ? null : <RecordMark state={state} />}
        </span>{' '}
        <span className="mother-when">
          <b>{isPregnant ? expectedIn(day, today, speech) : childAge(day, today, speech)}</b>{' '}
          <span>{isPregnant ? date(day) : t('mothers.born-on', { date: date(day) })}</span>
        </span>{' '}
        {row.ward === undefined ? null : <span className="mother-ward">{row.ward}</span>}
      </Link>
      {row.phone === undefined ? null : (
        <a className="mother-call" href={phoneHref(row.phone)}>
          <Icon name="phone" />
          <VisuallyHidden>{t('mothers.call', { name })}</VisuallyHidden>{' '}
          {/* A phone calls at a tap; the number is shown for people who must dial it. */}
          <span className="vh-narrow">{row.phone}</span>
        </a>
      )}
      {isPregnant && daysBetween(today, day) <= DELIVERY_NEAR_DAYS ? (
        <ButtonLink
          kind="soft"
          icon="nursing"
          small
          className="mother-delivered"
          to={motherPath(unit, row.id, 'nursing')}
        >
          <span>
            {t('mothers.delivered')} <VisuallyHidden>{name}</VisuallyHidden>
          </span>
        </ButtonLink>
      ) : null}
    </li>
  );
}
