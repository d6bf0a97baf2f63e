import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { onDamaged } from '../base/damaged-files.ts';
import { checkFile } from '../store/sqlite/check-file.ts';

/** A damaged file is read anew so often at most: it may have been mended. */
const LOOK_AGAIN_MS = 60_000;

export interface DamagedUnit {
  readonly stakeDB: string;
  readonly since: Date;
}

interface Known extends DamagedUnit {
  readonly path: string;
  lookedAt: number;
}

/** The units whose files were found damaged while somebody read or wrote them. */
export class DamagedUnits {
  readonly #folder: string;
  readonly #clock: () => Date;
  readonly #log: Pick<FastifyBaseLogger, 'error' | 'info'>;
  readonly #known = new Map<string, Known>();
  readonly #stop: () => void;

  /** @param folder of the units' files */
  constructor(folder: string, clock: () => Date, log: Pick<FastifyBaseLogger, 'error' | 'info'>) {
    this.#folder = resolve(folder);
    this.#clock = clock;
    this.#log = log;
    this.#stop = onDamaged((path) => this.#note(path));
  }

  #note(path: string): void {
    const stakeDB = basename(path, '.sqlite');
    if (dirname(resolve(path)) !== this.#folder || this.#known.has(stakeDB)) return;
    const since = this.#clock();
    this.#known.set(stakeDB, { stakeDB, since, path, lookedAt: since.getTime() });
    this.#log.error({ unit: stakeDB }, 'a unit is damaged');
  }

  /** The damaged units, the longest known first. */
  list(): readonly DamagedUnit[] {
    const now = this.#clock().getTime();
    for (const [stakeDB, known] of this.#known) {
      // Also after a clock that was ahead is put right.
      if (Math.abs(now - known.lookedAt) < LOOK_AGAIN_MS) continue;
      known.lookedAt = now;
      if (existsSync(known.path) && checkFile(known.path) !== null) continue;
      this.#known.delete(stakeDB);
      this.#log.info({ unit: stakeDB }, 'a damaged unit is whole again, or was set aside');
    }
    return [...this.#known.values()].map(({ stakeDB: unit, since }) => ({ stakeDB: unit, since }));
  }

  stop(): void {
    this.#stop();
  }
}
