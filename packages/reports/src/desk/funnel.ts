import { type DeskChoice, type DeskList, daysSince, type ReferralEpisode } from '@crece/domain';
import { type Cells, chosenCells } from './desk-choice.ts';
import { FUNNEL_SIGNS, FUNNEL_STEPS, type FunnelSign, type FunnelStep } from './desk-lists.ts';

/** After how many days a child was at a clinic, and for which signs it was sent. */
export interface ChildArrival {
  readonly days: number;
  readonly signs: readonly FunnelSign[];
}

/** How many children arrived after how many days, by the signs for which they were sent. */
export type ArrivalCounts = Readonly<Partial<Record<FunnelSign, Readonly<Record<string, number>>>>>;

/** The median of the days until the clinic, and of how many children; null without any. */
export interface ArrivalMedian {
  readonly days: number | null;
  readonly n: number;
}

export type FunnelMedians = Readonly<Record<FunnelSign, ArrivalMedian>>;

const signsOf = ({ signs }: ReferralEpisode): readonly FunnelSign[] => ['any', ...signs];

/** The lists of what became of a referral. */
export function funnelLists(episode: ReferralEpisode): readonly DeskList[] {
  const { arrivedOn, isAdmitted, isLost } = episode;
  const has: Readonly<Record<FunnelStep, boolean>> = {
    referred: true,
    arrived: arrivedOn !== null,
    admitted: isAdmitted,
    lost: isLost,
  };
  return FUNNEL_STEPS.filter((step) => has[step]).flatMap((step) =>
    signsOf(episode).map((sign): DeskList => `${step}-${sign}`),
  );
}

/** When the child of a referral was at a clinic; null: nobody says that it was. */
export function childArrivalOf(episode: ReferralEpisode): ChildArrival | null {
  const { arrivedOn } = episode;
  if (arrivedOn === null) return null;
  return { days: daysSince(episode, arrivedOn), signs: signsOf(episode) };
}

/** Counts of arrivals that grow, by cell. */
export type OpenArrivals = Record<string, Partial<Record<FunnelSign, Record<string, number>>>>;

/** Counts a child in its cell. */
export function addArrival(cells: OpenArrivals, cell: string, { days, signs }: ChildArrival): void {
  cells[cell] ??= {};
  const own = cells[cell];
  for (const sign of signs) {
    own[sign] ??= {};
    own[sign][days] = (own[sign][days] ?? 0) + 1;
  }
}

function medianOf(counts: readonly Readonly<Record<string, number>>[]): ArrivalMedian {
  const days = counts
    .flatMap((each) =>
      Object.entries(each).flatMap(([day, count]) => new Array<number>(count).fill(Number(day))),
    )
    .sort((a, b) => a - b);
  const half = days.length / 2;
  const [low, high] = [days[Math.ceil(half) - 1], days[Math.floor(half)]];
  return {
    n: days.length,
    days: low === undefined || high === undefined ? null : (low + high) / 2,
  };
}

/** The medians of a choice, from the counts of one or more units. */
export function funnelMedians(
  units: readonly Cells<ArrivalCounts>[],
  choice: DeskChoice,
): FunnelMedians {
  const chosen = units.flatMap((cells) =>
    chosenCells(cells, choice).flatMap(({ value, isWithin }) => (isWithin ? [value] : [])),
  );
  const medians = FUNNEL_SIGNS.map((sign) => [
    sign,
    medianOf(chosen.map((counts) => counts[sign] ?? {})),
  ]);
  return Object.fromEntries(medians) as FunnelMedians;
}
