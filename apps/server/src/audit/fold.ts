// What is repeated is counted in the entry of its first time, so that nobody can drown the log or
// fill the disk by doing one thing again and again.

/** How long after its first time something repeated is still counted in that entry. */
const FOLD_WITHIN_MS = 60 * 60_000;
/** First times that are remembered; beyond it the oldest are forgotten, and a repetition is a new entry. */
export const MOST_OPEN = 2_000;

/** An entry in which repetitions are counted. */
export interface OpenEntry {
  /** What makes two events the same. */
  readonly key: string;
  /** Instant of the first time. */
  readonly at: string;
  count: number;
  /** Instant of the last time. */
  last: string;
  /** Ends when the first time is kept, or could not be. */
  kept: Promise<void>;
}

/** The entries of the last hour, in memory and bounded, and those whose count is not written yet. */
export class OpenEntries {
  private readonly entries = new Map<string, OpenEntry>();
  private readonly stale = new Set<OpenEntry>();

  /**
   * The entry in which an event is counted now, its count raised; `null`: it is the first of its hour,
   * or of its day in UTC (the log is asked for by days).
   */
  repeated(key: string, now: Date): OpenEntry | null {
    const found = this.entries.get(key);
    if (found === undefined) return null;
    const at = now.toISOString();
    const age = now.getTime() - Date.parse(found.at);
    if (age < 0 || age >= FOLD_WITHIN_MS || at.slice(0, 10) !== found.at.slice(0, 10)) return null;
    found.count += 1;
    found.last = at;
    this.stale.add(found);
    return found;
  }

  open(entry: OpenEntry): void {
    this.entries.delete(entry.key);
    const [oldest] = this.entries.keys();
    if (this.entries.size >= MOST_OPEN && oldest !== undefined) this.entries.delete(oldest);
    this.entries.set(entry.key, entry);
  }

  /** The next repetition is an entry of its own. */
  forget(entry: OpenEntry): void {
    if (this.entries.get(entry.key) === entry) this.entries.delete(entry.key);
  }

  /** Takes those whose count has to be written. */
  takeStale(): OpenEntry[] {
    const taken = [...this.stale];
    this.stale.clear();
    return taken;
  }
}
