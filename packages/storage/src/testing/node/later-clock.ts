import { rmSync } from 'node:fs';

/**
 * Loaded into a server process before anything else: each SIGUSR2 moves its clock a quarter of an
 * hour and a minute on, so that a token of 15 minutes really runs out, and each SIGWINCH a day and a
 * minute.
 */
const STEP_MS = 16 * 60_000;
const DAY_MS = 24 * 60 * 60_000 + 60_000;

let ahead = 0;
let days = 0;
const RealDate = Date;

class LaterDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(RealDate.now() + ahead);
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + ahead;
  }
}

Object.defineProperty(globalThis, 'Date', { value: LaterDate, configurable: true, writable: true });

// The server ends with the tests that started it, and leaves nothing.
process.on('disconnect', () => {
  rmSync(process.env['CRECE_DATA_DIR'] ?? '', { recursive: true, force: true });
  process.exit();
});

process.on('SIGUSR2', () => {
  ahead += STEP_MS;
  process.stdout.write(`clock: ${(ahead - days * DAY_MS) / STEP_MS}\n`);
});

process.on('SIGWINCH', () => {
  days += 1;
  ahead += DAY_MS;
  process.stdout.write(`day: ${days}\n`);
});
