import { type Screening, withClinicAnswer, withStruck } from '@crece/domain';
import { found } from './child-records.ts';
import { documentsOf, newSlip, screeningOf, type WritingUnit, withMain } from './child-writes.ts';
import type { Act } from './provenance.ts';
import type { SlipWrites } from './types.ts';

/**
 * Changes what a screening says of its slip, and nothing else; `change` gets it as it is stored now, and
 * returns the same object where nothing is to be written.
 */
async function changeScreening(
  { timeZone, writer }: WritingUnit,
  act: Act,
  base: Screening,
  change: (stored: Screening) => Screening,
): Promise<Screening> {
  const main = await writer.act(async (isRetry) => {
    const records = found(await writer.childRecords(base.owner));
    const stored = found(records.screenings.find(({ _id }) => _id === base._id));
    const changed = change(stored);
    if (changed === stored) {
      return { main: found(records.documents.get(stored._id)), documents: [] };
    }
    const plan = { screenings: [changed], child: records.child };
    return withMain(changed, documentsOf(plan, records, act), records, act, isRetry);
  });
  return screeningOf(main, timeZone);
}

/** The writes of one person's act. */
export function slipWrites(context: WritingUnit, act: Act): SlipWrites {
  return {
    giveSlip: (base) =>
      changeScreening(context, act, base, (stored) =>
        stored.slip === undefined ? { ...stored, slip: [newSlip()] } : stored,
      ),

    async takeClinicAnswer(base, answer) {
      let isFull = false;
      const saved = await changeScreening(context, act, base, (stored) => {
        const clinicAnswers = withClinicAnswer(stored.clinicAnswers, answer);
        isFull = clinicAnswers === null;
        return clinicAnswers === null || clinicAnswers === stored.clinicAnswers
          ? stored
          : { ...stored, clinicAnswers };
      });
      return isFull ? null : saved;
    },

    strikeClinicAnswer: (base, answer) =>
      changeScreening(context, act, base, (stored) => {
        const { clinicAnswers = [] } = stored;
        const isLiving = clinicAnswers.some(
          ({ outcome, day, struck }) =>
            outcome === answer.outcome && day === answer.day && struck !== true,
        );
        return isLiving ? { ...stored, clinicAnswers: withStruck(clinicAnswers, answer) } : stored;
      }),
  };
}
