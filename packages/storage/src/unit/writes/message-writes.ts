import {
  type Child,
  laterMessage,
  type Messaged,
  type OpenedMessage,
  sameContent,
  withOpened,
  withoutOpened,
} from '@crece/domain';
import { found } from './child-records.ts';
import type { WritingUnit } from './child-writes.ts';
import { type Act, writtenBy } from './provenance.ts';

function withMessaged(child: Child, messaged: Messaged | undefined): Child {
  const { messaged: _, ...others } = child;
  return messaged === undefined ? others : { ...others, messaged };
}

const lastOf = (records: readonly Child[]) =>
  records.reduce<Messaged | undefined>(
    (later, { messaged }) => laterMessage(later, messaged),
    undefined,
  );

/** The records that hold this message, with what stood before it. */
const takenBack = (records: readonly Child[], last: Messaged): readonly Child[] =>
  records.flatMap((record) =>
    sameContent(record.messaged, last) ? [withMessaged(record, withoutOpened(last))] : [],
  );

/**
 * Records that a message to a child's family was opened, or takes the last one back, in whichever
 * record of the child it stands, and changes nothing else: what stood before it stands again. A child
 * that was removed meanwhile stays removed.
 */
export async function saveMessaged(
  { writer }: Pick<WritingUnit, 'writer'>,
  childId: string,
  opened: OpenedMessage | null,
  act: Act,
): Promise<void> {
  // After a lost race it may be taken back already, and the one before it stays.
  let last: Messaged | undefined;
  await writer.act(async (isRetry) => {
    const { child, others, documents } = found(await writer.childRecords(childId));
    const all = [child, ...others];
    if (!isRetry) last = lastOf(all);
    const records =
      opened !== null
        ? [withMessaged(child, withOpened(child.messaged, opened))]
        : last === undefined
          ? []
          : takenBack(all, last);
    const written = records.map((record) => writtenBy(act, record, documents.get(record._id)));
    return { main: written[0] ?? { _id: childId }, documents: written };
  });
}
