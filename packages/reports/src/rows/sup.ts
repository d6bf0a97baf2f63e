import { SUPPLEMENT_LAPSE_MONTHS, UNDER_SIX_MONTHS } from '@crece/domain';
import { defineReport } from '../base/report.ts';
import { answerColumn, numberColumn, textColumn } from '../base/table.ts';
import { screenedChildren } from './people.ts';
import type { ScreenedChild } from './reported-screenings.ts';
import { hadSupplement, type ListedNeed, listedNeed } from './supplement-need.ts';
import { type ListedChildRow, WHOM_TO_FIND } from './whom-to-find.ts';

interface SupRow extends ListedChildRow {
  readonly need: ListedNeed;
}

/** Columns for ticks by hand, one per month. */
const TICKS = ['1', '2', '3', '4', '5', '6'].map((month) => textColumn<SupRow>(month, () => null));

function isLapsed({ monthsSince }: ScreenedChild): boolean {
  return monthsSince >= SUPPLEMENT_LAPSE_MONTHS;
}

/**
 * Whether a supplement may be named: not for a child that is under 6 months, or is so in one
 * version of a conflict. It is re-evaluated at that age.
 */
function mayNameFood({ age, newest: { foodFrom }, context }: SupRow): boolean {
  if (age === null || age < UNDER_SIX_MONTHS) return false;
  return foodFrom === undefined || context.today >= foodFrom;
}

function supCell(row: SupRow): string | null {
  const { need, context } = row;
  if (!mayNameFood(row)) return null;
  const sup = need === 'at-risk' ? context.words.word('sup.at-risk') : need;
  return isLapsed(row) ? context.words.word('sup.lapsed', { sup }) : sup;
}

/** Every child with a supplement due; those with a lapsed one come last. */
export const SUP_REPORT = defineReport<SupRow>(
  [
    ...TICKS,
    textColumn('Sup', supCell),
    numberColumn('age', ({ age }) => age),
    answerColumn('Prior Sup', hadSupplement),
    ...WHOM_TO_FIND,
  ],
  function* (records, context) {
    const lapsed: SupRow[] = [];
    const { today, unit, rules } = context;
    const where = { today, countryCode: unit.countryCode, atRiskCountries: rules.atRiskCountries };
    for (const one of screenedChildren(records, context)) {
      const need = one === null ? null : listedNeed(one, where);
      const row = one === null || need === null ? null : { ...one, need, context };
      if (row === null || !isLapsed(row)) yield row;
      else {
        lapsed.push(row);
        yield null;
      }
    }
    yield* lapsed;
  },
);
