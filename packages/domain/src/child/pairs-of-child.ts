import { foldText } from '../base/fold-text.ts';
import type { IsoDate } from '../fields/entities.ts';
import { findDuplicates, type NamedChild, otherEntries } from './duplicates.ts';
import { inOrderOfIds, type SamePair } from './same-pairs.ts';
import { endsInParticle } from './sound-key.ts';
import { foldedNameOf, sharesSounds, wholeNameOf, wordsOf } from './whole-names.ts';

/** The names of a child in all its records, as they would be typed. */
const enteredNames = (child: NamedChild): readonly NamedChild[] =>
  child.others === undefined ? [child] : [child, ...otherEntries(child)];

/** A quick test of a name that a child's name may stand in, or that may stand in the child's. */
function mayMatch(own: NamedChild): (name: NamedChild) => boolean {
  const whole = foldedNameOf(own);
  const typed = [...wordsOf(own.firstName), ...wordsOf(own.lastName)];
  const sounds = [sharesSounds(typed), sharesSounds(wholeNameOf(own))];
  return (name) => {
    const text = foldedNameOf(name);
    return (
      whole.includes(text.slice(0, text.indexOf(' '))) ||
      sounds.some((shares) => shares(wholeNameOf(name))) ||
      endsInParticle(foldText(name.firstName))
    );
  };
}

/**
 * The pairs of `samePairSteps` in which one child stands, at once: about whom the question "is this
 * the same child?" would be asked if it were typed now, and who would ask it about this child.
 */
export function samePairsOf<Child extends NamedChild>(
  child: Child,
  children: readonly Child[],
  today: IsoDate,
  isDecided: (a: Child, b: Child) => boolean = () => false,
): SamePair<Child>[] {
  const asked = new Set<Child>(
    enteredNames(child).flatMap((typed) =>
      findDuplicates({ ...typed, id: child.id }, children, today),
    ),
  );
  const tests = enteredNames(child).map(mayMatch);
  const asks = (other: Child): boolean =>
    enteredNames(other).some(
      (typed) =>
        tests.some((may) => may(typed)) &&
        findDuplicates({ ...typed, id: other.id }, [child], today).length > 0,
    );
  return children
    .filter((other) => other.id !== child.id && (asked.has(other) || asks(other)))
    .map((other) => inOrderOfIds(child, other))
    .filter(([a, b]) => !isDecided(a, b));
}
