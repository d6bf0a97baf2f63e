import type { MessageWalk } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { Link } from 'react-router';
import { useMessages } from '../../../data/messages.tsx';
import type { OpenUnit } from '../../../data/units.tsx';
import { childPath, editChildPath } from '../../../shared/navigation/paths.ts';
import { Blank } from '../../../ui/blank.tsx';
import { ButtonLink } from '../../../ui/controls.tsx';
import { Fold } from '../../../ui/surfaces.tsx';
import { CallFrame } from './call-frame.tsx';

type Walk = MessageWalk<ChildRow>;

type Unwritten = Walk['without'][number];

/** Where the reason can be changed: what a record lacks, or its family says, in the form of that record. */
function whereOf({ entry: { child }, none, refused }: Unwritten) {
  const isInForm =
    none === 'not-asked' || none === 'no-number' || none === 'refused' || none === 'number-refused';
  return { id: (refused ?? child).id, pathOf: isInForm ? editChildPath : childPath, isInForm };
}

/** The reason as a part of a sentence. */
function useWhy(): (unwritten: Unwritten) => string {
  const { t } = useMessages();
  return ({ none, refused }) =>
    t(`call.none.${none}`, {
      name: refused === undefined ? '' : `${refused.firstName} ${refused.lastName}`,
    });
}

/** The page of one family that is written nothing, with the reason. */
export function NoMessage({ unit, unwritten }: { unit: OpenUnit; unwritten: Unwritten }) {
  const { t } = useMessages();
  const why = useWhy()(unwritten);
  const { child } = unwritten.entry;
  const name = `${child.firstName} ${child.lastName}`;
  const { id, pathOf, isInForm } = whereOf(unwritten);
  return (
    <CallFrame unit={unit} childId={child.id}>
      <Blank
        picture="nobody"
        title={t('call.none-title', { name })}
        actions={
          <ButtonLink kind="primary" wide to={pathOf(id, unit.stakeDB)}>
            {t(isInForm ? 'call.to-record' : 'call.to-child')}
          </ButtonLink>
        }
      >
        {t('call.none-why', { why })}
      </Blank>
    </CallFrame>
  );
}

/** Who gets no message, with the reason; what the record lacks is added in the child's form. */
export function Without({ unit, walk, isOpen }: { unit: OpenUnit; walk: Walk; isOpen: boolean }) {
  const { t } = useMessages();
  const why = useWhy();
  const { without } = walk;
  if (without.length === 0) return null;
  return (
    <Fold title={t('call.without', { count: without.length })} open={isOpen}>
      <ul className="call-without">
        {without.map((unwritten) => {
          const { child } = unwritten.entry;
          const { id, pathOf } = whereOf(unwritten);
          return (
            <li key={child.id}>
              <Link to={pathOf(id, unit.stakeDB)}>{`${child.firstName} ${child.lastName}`}</Link>
              <span>{why(unwritten)}</span>
            </li>
          );
        })}
      </ul>
    </Fold>
  );
}
