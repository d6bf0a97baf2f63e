// Repetitions are counted in the entry of the first time, so that nobody can flood the log or fill
// the disk by repeating an action.

/** How long after the first time a repetition is counted in the same entry. */
const FOLD_WITHIN_MS = 60 * 60_000;
/**
 * Limit of remembered events; beyond it the oldest are forgotten, and a repetition makes a new
 * entry.
 */
export const MOST_OPEN = 2_000;

/** An entry in which repetitions are counted. */
export interface OpenEntry {
  /** Identifies the event; its repetitions have the same key. */
  readonly key: string;
  /** Instant of the first time. */
  readonly at: string;
  count: number;
  /** Instant of the last time. */
  last: string;
  /** Resolves when the first entry is stored, or could not be. */
  kept: Promise<void>;
}

/** The entries of the last hour, in bounded memory, and those whose count is not written yet. */
export class OpenEntries {
  private readonly entries = new Map<string, OpenEntry>();
  private readonly stale = new Set<OpenEntry>();

  /**
   * Counts an event in its open entry and returns that; `null`: the first one of its hour, or of
   * its UTC day (the log is queried by days).
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

  /** Makes the next repetition a new entry. */
  forget(entry: OpenEntry): void {
    if (this.entries.get(entry.key) === entry) this.entries.delete(entry.key);
  }

  /** Returns and clears the entries whose count has to be written. */
  takeStale(): OpenEntry[] {
    const taken = [...this.stale];
    this.stale.clear();
    return taken;
  }
}
