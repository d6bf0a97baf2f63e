import { type Mother, type MotherFields, type MotherKind, motherKind } from '@crece/domain';
import type { MessageKey } from '@crece/messages';
import { StorageError, type WriteOptions } from '@crece/storage';
import { useMessages } from '../../data/messages.tsx';
import { useNavigateHere } from '../../data/navigate-here.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { useIsHere } from '../../data/use-is-here.ts';
import { useOverwriteQuestion } from '../../shared/forms/overwrite-question.ts';
import { newbornState } from '../../shared/navigation/newborn-state.ts';
import { mothersPath, newChildPath } from '../../shared/navigation/paths.ts';
import { useAuthor } from '../../shared/people/author.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { useAsk } from '../../ui/ask.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { newbornOf, newbornsHere } from './newborn-of.ts';
import { type GoneNewborn, useFindNewbornsGone } from './newborns-gone.ts';
import { useSameWomanQuestion } from './use-same-woman-question.tsx';

/** Field names as the person sees them, for "changed meanwhile". */
const FIELD_LABELS: Readonly<Record<string, MessageKey>> = {
  firstName: 'children.first-name',
  lastName: 'children.last-name',
  memberStatus: 'children.member-status',
  deliveryDate: 'mothers.delivery-date',
  childsBirthDate: 'mothers.childs-birth-date',
  comments: 'children.comments',
  address: 'children.address',
  city: 'children.city',
  ward: 'children.ward',
  phone: 'children.phone',
} satisfies Record<keyof MotherFields, MessageKey>;

export type SaveMother = (
  fields: MotherFields,
  over: Mother | undefined,
  onStored: () => Promise<void>,
) => Promise<void>;

/** How long a saved delivery waits to know whether its newborn moved or was removed. */
const LOOK_MS = 2_000;

const nobodyAfter = (ms: number) =>
  new Promise<readonly GoneNewborn[]>((resolve) => setTimeout(() => resolve([]), ms));

/** Asks whether to register the newborn of a mother now: only where it is registered in no unit. */
function useNewbornQuestion(unit: OpenUnit): (mother: Mother) => Promise<boolean> {
  const { t } = useMessages();
  const { confirm } = useAsk();
  const isHere = useIsHere();
  const findGone = useFindNewbornsGone(unit);
  return async (mother) => {
    if (newbornsHere(mother, unit.local.snapshot().children).length > 0) return false;
    const gone = await Promise.race([findGone(mother), nobodyAfter(LOOK_MS)]);
    // Whoever has left the page meanwhile is not asked on another one.
    if (!isHere.current) return false;
    if (gone.some(({ unitName }) => unitName !== null)) return false;
    const removed = gone.map(({ name }) => t('mothers.newborn-removed', { name }));
    return confirm({
      title: t('mothers.newborn-title'),
      body: [...removed.map((each) => `${each}.`), t('mothers.newborn-text')].join(' '),
      yes: t('mothers.newborn-register'),
      no: t('mothers.newborn-later'),
    });
  };
}

/**
 * Stores a mother, calls `onStored` and goes to the list of her kind. A fault is shown and does not
 * change the form.
 */
export function useSaveMother(unit: OpenUnit, kind: MotherKind, base?: Mother): SaveMother {
  const { t } = useMessages();
  const navigate = useNavigateHere();
  const { askAuthor } = useAuthor();
  const { notify } = useNotices();
  const sayFault = useFault();
  const overwrites = useOverwriteQuestion(FIELD_LABELS);
  const isAnother = useSameWomanQuestion(unit, base);
  const registersNewborn = useNewbornQuestion(unit);

  return async (fields, typedOver, onStored) => {
    const over = typedOver ?? base;
    if (!(await isAnother(fields))) return;
    const author = await askAuthor();
    if (author === null) return;
    const write = (options: WriteOptions = {}) =>
      unit.local.saveMother(kind, fields, author, new Date(), over, options);
    let stored: Mother;
    try {
      try {
        stored = await write();
      } catch (cause) {
        const isChanged = cause instanceof StorageError && cause.code === 'changed-meanwhile';
        if (!isChanged) throw cause;
        if (!(await overwrites(cause))) return;
        stored = await write({ overwrite: true });
      }
    } catch (cause) {
      sayFault(cause);
      return;
    }
    // A question may follow, under which the page may be reloaded: nothing is half-typed any more.
    void onStored();
    const name = `${fields.firstName} ${fields.lastName}`;
    const hasDelivered = kind === 'nursing' && base && motherKind(base) === 'pregnant';
    notify({
      text: t(hasDelivered ? 'mothers.saved-delivered' : 'mothers.saved', {
        name,
      }),
    });
    // Replaces the address, so that "back" from the next page does not show the form again.
    if (hasDelivered && (await registersNewborn(stored))) {
      const state = newbornState(newbornOf(stored));
      void navigate(newChildPath(unit.stakeDB), { replace: true, state });
    } else {
      void navigate(mothersPath(unit, kind), { replace: true });
    }
  };
}
