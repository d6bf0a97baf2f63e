import type { MessageWalk } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { Link } from 'react-router';
import { useMessages } from '../../../data/messages.tsx';
import type { OpenUnit } from '../../../data/units.tsx';
import { childPath, editChildPath } from '../../../shared/navigation/paths.ts';
import { Blank } from '../../../ui/blank.tsx';
import { ButtonLink } from '../../../ui/controls.tsx';
import { Fold } from '../../../ui/surfaces.tsx';
import { Frame } from './call-frame.tsx';

type Walk = MessageWalk<ChildRow>;

type Unwritten = Walk['without'][number];

/** What a record lacks, or the family says, is changed in the child's form. */
const isInForm = (none: Unwritten['none']) =>
  none === 'not-asked' || none === 'no-number' || none === 'refused';

/** The page of one family that is written nothing, with the reason. */
export function NoMessage({ unit, entry: { child }, none }: Unwritten & { unit: OpenUnit }) {
  const { t } = useMessages();
  const name = `${child.firstName} ${child.lastName}`;
  const [to, word] = isInForm(none)
    ? ([editChildPath, 'call.to-record'] as const)
    : ([childPath, 'call.to-child'] as const);
  return (
    <Frame unit={unit} childId={child.id}>
      <Blank
        picture="nobody"
        title={t('call.none-title', { name })}
        actions={
          <ButtonLink kind="primary" wide to={to(child.id, unit.stakeDB)}>
            {t(word)}
          </ButtonLink>
        }
      >
        {t('call.none-why', { why: t(`call.none.${none}`) })}
      </Blank>
    </Frame>
  );
}

/** Who gets no message, with the reason; what the record lacks is added in the child's form. */
export function Without({ unit, walk, isOpen }: { unit: OpenUnit; walk: Walk; isOpen: boolean }) {
  const { t } = useMessages();
  const { without } = walk;
  if (without.length === 0) return null;
  return (
    <Fold title={t('call.without', { count: without.length })} open={isOpen}>
      <ul className="call-without">
        {without.map(({ entry: { child }, none }) => {
          const to = isInForm(none) ? editChildPath : childPath;
          return (
            <li key={child.id}>
              <Link to={to(child.id, unit.stakeDB)}>{`${child.firstName} ${child.lastName}`}</Link>
              <span>{t(`call.none.${none}`)}</span>
            </li>
          );
        })}
      </ul>
    </Fold>
  );
}
