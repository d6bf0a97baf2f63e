import type { Child, IsoDate } from '../fields/entities.ts';
import { previewScreening, type ScreeningPreview } from './assess-screening.ts';
import { candidateChildren } from './contested-screening.ts';
import type { ComparedScreening } from './contradictions.ts';
import type { ScreeningDraft } from './screening-draft.ts';
import { markSeverity, screeningMark } from './screening-mark.ts';

const severityOf = ({ reading }: ScreeningPreview) =>
  reading === null ? -1 : markSeverity(screeningMark(reading));

/** The more severe of two previews. */
const severer = (worst: ScreeningPreview, each: ScreeningPreview) =>
  severityOf(each) > severityOf(worst) ? each : worst;

/**
 * A preview, or a more severe one by another version of the child whose birth date or sex waits for
 * a choice: so the screening is shown once it is saved (`readContested`).
 */
export const severestPreview = (
  preview: ScreeningPreview,
  draft: ScreeningDraft,
  [child, ...versions]: readonly [Child, ...Child[]],
  others: readonly ComparedScreening[],
  today: IsoDate,
): ScreeningPreview =>
  candidateChildren(child, versions)
    .slice(1)
    .map((candidate) => previewScreening(draft, candidate, others, today))
    .reduce(severer, preview);
