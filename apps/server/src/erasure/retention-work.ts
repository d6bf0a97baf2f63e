import { isKeptLong, timeZoneOfCountry, todayIn } from '@crece/domain';
import { type ReportPlace, reportUnits } from '@crece/reports';
import { openCatalogue } from '../catalogue/catalogue-store.ts';
import type { JobContext } from '../jobs/job-kind.ts';
import { readUnit } from '../reports/unit-reader.ts';
import type { KeptLongUnit, RetentionParameters } from './retention-facts.ts';

const EVERYWHERE: ReportPlace = { scope: 'countries' };

/** The children of these units who completed 60 months so many years ago, by every version of them. */
export async function findKeptLong(
  { stores, clock, signal, problem }: Pick<JobContext, 'stores' | 'clock' | 'signal' | 'problem'>,
  { years, stakeDBs }: RetentionParameters,
): Promise<KeptLongUnit[]> {
  const { catalogue } = await (await openCatalogue(stores, null)).current();
  const asked = reportUnits(catalogue, EVERYWHERE).filter(({ stakeDB }) =>
    stakeDBs.includes(stakeDB),
  );
  const units: KeptLongUnit[] = [];
  for (const unit of asked) {
    signal.throwIfAborted();
    const { stakeDB, countryCode } = unit;
    const today = todayIn(timeZoneOfCountry(countryCode), clock());
    try {
      const { children } = await readUnit(stores, unit, signal);
      const found = children.flatMap(({ child, others = [], screenings, versions }) => {
        const all = [child, ...others, ...(versions?.child ?? [])];
        if (!isKeptLong(all, screenings[0] ?? null, today, years)) return [];
        const { _id: id, firstName, lastName, birthDate } = child;
        const ids = [...new Set([...all, ...screenings].map(({ _id }) => _id))];
        return [{ id, firstName, lastName, birthDate, ids }];
      });
      if (found.length > 0) units.push({ stakeDB, children: found });
    } catch (error) {
      signal.throwIfAborted();
      problem({ unit: stakeDB, code: 'unit-failed', count: 1 }, error);
    }
  }
  return units;
}
