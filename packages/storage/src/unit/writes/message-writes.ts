import type { Child, Messaged } from '@crece/domain';
import { found } from './child-records.ts';
import type { WritingUnit } from './child-writes.ts';
import { type Act, writtenBy } from './provenance.ts';

function withMessaged(child: Child, messaged: Messaged | null): Child {
  const { messaged: _, ...others } = child;
  return messaged === null ? others : { ...others, messaged };
}

/**
 * Records that a message to a child's family was opened, or takes that back in every record of the
 * child, and changes nothing else. A child that was removed meanwhile stays removed.
 */
export async function saveMessaged(
  { writer }: Pick<WritingUnit, 'writer'>,
  childId: string,
  messaged: Messaged | null,
  act: Act,
): Promise<void> {
  await writer.act(async () => {
    const { child, others, documents } = found(await writer.childRecords(childId));
    const records =
      messaged === null
        ? [child, ...others].filter((each) => each.messaged !== undefined)
        : [child];
    const written = records.map((record) =>
      writtenBy(act, withMessaged(record, messaged), documents.get(record._id)),
    );
    return { main: written[0] ?? { _id: childId }, documents: written };
  });
}
