/** What this process counts, with the words by which `/metrics` explains it. */
export const COUNTED = {
  crece_requests_total: 'Requests answered, by class of route, method and status.',
  crece_pushed_records_total: 'Versions of records that phones sent and the server has.',
  crece_refused_records_total: 'Versions of records that phones sent and the server refused.',
  crece_pulled_records_total: 'Rows of records that the server gave to phones.',
  crece_limited_total: 'Tries that a limit refused, by limit.',
  crece_open_feeds: 'Change feeds that are open now.',
} as const;

export type Counted = keyof typeof COUNTED;
export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** One number of this process; it begins at 0 at each start. */
export interface TallyCount {
  add(more: number): void;
}

const counts = new Map<Counted, Map<string, { labels: Labels; value: number }>>();

/** The count of these labels; there must be few different ones, and never a person's words. */
export function tally(name: Counted, labels: Labels = {}): TallyCount {
  const ofName = counts.get(name) ?? new Map<string, { labels: Labels; value: number }>();
  counts.set(name, ofName);
  const key = JSON.stringify(labels);
  const count = ofName.get(key) ?? { labels, value: 0 };
  ofName.set(key, count);
  return {
    add: (more) => {
      count.value += more;
    },
  };
}

/** What was counted so far under a name. */
export function talliesOf(name: Counted): readonly Sample[] {
  return [...(counts.get(name)?.values() ?? [])].map(({ labels, value }) => ({ labels, value }));
}
