import { DEFAULT_PROGRAMME_RULES, type Screening } from '@crece/domain';
import { plainGrowth, StandingByTable, verdictOf } from '@crece/domain/testing';
import type { ChildRow } from '@crece/storage';
import type { Phone } from '../../../packages/storage/src/testing/index.ts';
import { faultOfSight, placesOf, type RecordsOfChild, standingOfRow } from './standings.ts';

const RULES = DEFAULT_PROGRAMME_RULES;
const PLAIN = { ...RULES.table, infantMuacLine: RULES.infantMuacLine };

/** Looks for every child of a phone where the rules written a second time say that it stands. */
export class PhoneInSight {
  readonly #unit: Phone['unit'];
  readonly #note: (what: string) => void;
  readonly #looked = new Map<string, string>();

  /** @param note is told as what each child was looked for */
  constructor({ unit }: Pick<Phone, 'unit'>, note: (what: string) => void) {
    this.#unit = unit;
    this.#note = note;
  }

  /** The first child that does not stand where it should; null when all do. */
  async fault(today: string): Promise<string | null> {
    for (const row of this.#unit.snapshot().children) {
      const fault = await this.#faultOf(row, today);
      if (fault !== null) return fault;
    }
    return null;
  }

  async #faultOf(row: ChildRow, today: string): Promise<string | null> {
    const file = await this.#unit.readChildFile(row.id);
    if (file === null) return `a row without records`;
    const others = file.versions?.screenings ?? new Map<string, readonly Screening[]>();
    const records: RecordsOfChild = {
      child: file.child,
      screenings: file.screenings,
      otherChildren: file.versions?.child ?? [],
      otherScreenings: [...others.values()].flat(),
      otherRecords: file.others ?? [],
    };
    const history = {
      child: { stored: file.child, others: records.otherChildren },
      records: file.others ?? [],
      screenings: file.screenings.map((stored) => ({
        stored,
        others: others.get(stored._id) ?? [],
      })),
    };
    // What has been looked at and is the same as then need not be looked at again.
    const asShown = JSON.stringify([today, history, row]);
    if (this.#looked.get(row.id) === asShown) return null;
    this.#looked.set(row.id, asShown);
    const verdicts = new StandingByTable(history, today, PLAIN, plainGrowth).verdicts();
    const asked = { today, rules: RULES };
    const own = JSON.stringify(verdictOf(standingOfRow(row, asked)));
    const verdict = verdicts.find((each) => JSON.stringify(each) === own);
    if (verdict?.referral === null && isReferredWithout(history, today)) {
      return `answers alone ended a referral: ${JSON.stringify(history)}`;
    }
    const fault =
      verdict === undefined
        ? `${own} instead of ${JSON.stringify(verdicts)}`
        : faultOfSight(verdict, placesOf(row, records, asked));
    this.#note(verdict?.referral ?? 'none');
    if (records.otherChildren.length + records.otherScreenings.length > 0) this.#note('contested');
    return fault === null ? null : `${fault}: ${JSON.stringify(history)}`;
  }
}

/** Whether the child would be referred if no clinic had answered. */
function isReferredWithout(
  { screenings, ...history }: ConstructorParameters<typeof StandingByTable>[0],
  today: string,
): boolean {
  const silent = <T extends object>(each: T) => ({ ...each, clinicAnswers: undefined });
  const before = screenings.map(({ stored, others }) => ({
    stored: silent(stored),
    others: others.map(silent),
  }));
  if (screenings.every(({ stored }) => stored.clinicAnswers === undefined)) return false;
  const table = new StandingByTable({ ...history, screenings: before }, today, PLAIN, plainGrowth);
  return table.verdicts().every(({ referral }) => referral !== null);
}
