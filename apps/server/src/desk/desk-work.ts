import { setTimeout as delay } from 'node:timers/promises';
import type { DeskChoice, IsoDate, ProgrammeRules } from '@crece/domain';
import {
  askedLines,
  countChosen,
  type DeskAnswer,
  type DeskListPage,
  type DeskUnit,
  deskFigures,
  type LinesAsked,
  type ListedChild,
  listedChild,
  type UnitFailure,
} from '@crece/reports/desk';
import { StoreUnavailable } from '../store/document-store.ts';
import type { CountingRules, UnitAsked, UnitCountsCache } from './unit-counts-cache.ts';

/** The input of a desk. */
export interface DeskAsked {
  readonly units: readonly UnitAsked[];
  readonly programme: ProgrammeRules;
  readonly choice: DeskChoice;
  /** The latest date among the units' time zones; without units, any. */
  readonly today: IsoDate;
}

type Outcome = { ok: true; counts: DeskUnit } | { ok: false; code: UnitFailure };

function failureOf(error: unknown): Outcome {
  return { ok: false, code: error instanceof StoreUnavailable ? 'unavailable' : 'fault' };
}

/**
 * Counts each unit; a unit that fails does not affect the others. Calls `told` with each outcome.
 */
async function countAll(
  counts: UnitCountsCache,
  by: Promise<CountingRules>,
  { units }: DeskAsked,
  told: (asked: UnitAsked, outcome: Outcome) => void,
): Promise<void> {
  // Its fault is that of each unit, and nobody's without one.
  by.catch(() => undefined);
  await Promise.all(
    units.map(async (asked) => {
      const outcome = await by
        .then((rules) => counts.countsOf(asked, rules))
        .then((of): Outcome => ({ ok: true, counts: of }), failureOf);
      told(asked, outcome);
    }),
  );
}

/**
 * The figures of a desk. After `timeoutMs` it answers with the units counted so far; counting
 * continues, so a repeated request finds more units.
 */
export async function answerDesk(
  counts: UnitCountsCache,
  asked: DeskAsked,
  timeoutMs: number,
): Promise<DeskAnswer> {
  const ready: DeskUnit[] = [];
  const failed: DeskAnswer['failed'][number][] = [];
  const done = new AbortController();
  const all = countAll(counts, counts.rulesBy(asked), asked, ({ unit }, outcome) => {
    if (done.signal.aborted) return;
    if (outcome.ok) ready.push(outcome.counts);
    else failed.push({ unit, code: outcome.code });
  });
  const { signal } = done;
  await Promise.race([all, delay(timeoutMs, undefined, { signal }).catch(() => undefined)]);
  done.abort();
  return {
    figures: deskFigures(ready, asked.today, asked.choice),
    failed: failed.toSorted((a, b) => (a.unit.stakeDB < b.unit.stakeDB ? -1 : 1)),
    pending: asked.units.length - ready.length - failed.length,
  };
}

/**
 * A page of a list, unit by unit in the given order. Children are read only for units on the page;
 * a unit that fails is left out, as in the figures.
 */
export async function answerPage(
  counts: UnitCountsCache,
  asked: DeskAsked,
  lines: LinesAsked,
  { from, size }: { readonly from: number; readonly size: number },
): Promise<DeskListPage> {
  const lengths = new Map<string, number>();
  const isPart = lines.ward !== undefined || lines.interviewer !== undefined;
  const by = counts.rulesBy(asked);
  await countAll(counts, by, asked, ({ unit }, outcome) => {
    if (!outcome.ok) return;
    lengths.set(unit.stakeDB, countChosen(outcome.counts.lists, lines.list, asked.choice));
  });
  const children: ListedChild[] = [];
  let total = 0;
  for (const each of asked.units) {
    const { stakeDB } = each.unit;
    const length = lengths.get(stakeDB) ?? 0;
    const isOutside = total + length <= from || total >= from + size;
    if (length === 0 || (isOutside && !isPart)) {
      total += length;
      continue;
    }
    const found = askedLines(await counts.linesOf(each, await by), lines, asked.choice);
    const start = Math.max(0, from - total);
    const end = Math.max(0, from + size - total);
    children.push(...found.slice(start, end).map((line) => listedChild(stakeDB, line, lines.list)));
    total += found.length;
  }
  return { total, from, children };
}
