import { addDays, asMeasured, asYoungest, isGraduated, previewScreening } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import fc from 'fast-check';
import { it } from 'vitest';
import { twoAges } from './age-by-comment.tsx';
import { firstValues, screeningDraftOf } from './form-values.ts';

const TODAY = '2025-06-10';
const day = (most: number) => fc.nat(most).map((days) => addDays(TODAY, -days));
/** From today to six and a half years ago, most of them around the fifth birthday. */
const birthDate = fc.oneof(
  day(2_400),
  fc.integer({ min: 1_790, max: 1_870 }).map((days) => addDays(TODAY, -days)),
);
const override = fc.oneof(
  fc.constant(undefined),
  fc.constant(false as const),
  fc.integer({ min: 0, max: 600 }).map((tenths) => tenths / 10),
);

it('whoever is in a list is measured, or its form says by which other age it can be', () => {
  fc.assert(
    fc.property(
      fc.record({
        birthDate,
        estimated: fc.boolean(),
        others: fc.array(birthDate, { maxLength: 2 }),
        ageOverride: override,
        surveyDate: day(400),
      }),
      ({ birthDate: born, estimated, others, ageOverride, surveyDate }) => {
        const child = aChild({
          birthDate: born,
          ...(estimated ? { birthDateEstimated: true } : {}),
        });
        const versions = others.map((each) => ({ ...child, birthDate: each }));
        const newest = aScreening({
          surveyDate,
          ...(ageOverride === undefined ? {} : { ageOverride }),
        });
        const isListed = !isGraduated(asYoungest(child, versions), newest, TODAY);
        const measured = asMeasured(child, versions, TODAY);
        const draft = screeningDraftOf(
          { ...firstValues(null, TODAY, '.', 'muac'), muac: '12' },
          null,
        );
        const { issues } = previewScreening(draft, measured, [newest], TODAY);
        const isRefused = issues.some(({ code }) => code === 'child-graduated');
        const ages = twoAges(measured, newest, TODAY);
        const isTold = ages !== null && ages.byComment < ages.byDate;
        return !isListed || !isRefused || isTold;
      },
    ),
    { numRuns: 1_000 },
  );
});
