import type { Device, LocalUnit, WaitingMove } from '@crece/storage';
import type { UnitSync } from '@crece/storage/sync';
import { HttpError } from '../api/http.ts';
import { fetchDeclined, homeInRefusal, moveChild } from '../api/moves.ts';
import { dropMove, isMoveOf, keepMove, movesOf } from './moves.ts';
import { syncingAccount } from './syncing-account.ts';
import { whileAsked } from './take-back-move.ts';

/** So long a move can be taken back before the server is asked. */
export const MOVE_HELD_MS = 10_000;

/** After this time a move that failed for a reason which may pass is tried again. */
const AGAIN_MS = 60_000;

/** So often it is asked whether a proposal was declined. */
const DECLINED_MS = 600_000;

/** What the server will not do differently when it is asked again. */
const FINAL: readonly string[] = ['forbidden', 'not-found', 'bad-request', 'validation'];

/** How long it can still be taken back; a clock that was set back holds it no longer than usual. */
function heldFor({ askedAt }: WaitingMove, now: number): number {
  const left = new Date(askedAt).getTime() + MOVE_HELD_MS - now;
  return left > MOVE_HELD_MS ? 0 : left;
}

interface MoveParts {
  readonly unit: LocalUnit;
  readonly device: Device;
  readonly sync: Pick<UnitSync, 'run'>;
  readonly move?: typeof moveChild;
  readonly declined?: typeof fetchDeclined;
  readonly timers?: { readonly now: () => number; readonly set: typeof setTimeout };
}

/** Asks the server for the moves that wait on this device, one after the other, until it is ended. */
class MoveCarrier {
  readonly #unit: LocalUnit;
  readonly #device: Device;
  readonly #sync: Pick<UnitSync, 'run'>;
  readonly #move: typeof moveChild;
  readonly #declined: typeof fetchDeclined;
  readonly #timers: { readonly now: () => number; readonly set: typeof setTimeout };
  #isBusy = false;
  #isAskedAgain = false;
  #isEnded = false;
  /** Its own notes that have not been told yet: they are no reason to look again. */
  #noted = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When a unit's server was asked last what was declined of its children. */
  readonly #declinedAskedAt = new Map<string, number>();
  /** When the timer ends; null: it does not run. */
  #next: number | null = null;

  constructor({ unit, device, sync, move, declined, timers }: MoveParts) {
    this.#unit = unit;
    this.#device = device;
    this.#sync = sync;
    this.#move = move ?? moveChild;
    this.#declined = declined ?? fetchDeclined;
    this.#timers = timers ?? { now: () => Date.now(), set: setTimeout.bind(globalThis) };
  }

  /** Looks now and whenever something changes; returns what ends that. */
  start(): () => void {
    const stop = this.#device.subscribe(() => {
      if (this.#noted === 0) this.#look();
      else this.#noted -= 1;
    });
    const lookOnline = () => {
      this.#declinedAskedAt.clear();
      this.#look();
    };
    addEventListener('online', lookOnline);
    this.#look();
    return () => {
      this.#isEnded = true;
      clearTimeout(this.#timer);
      stop();
      removeEventListener('online', lookOnline);
    };
  }

  #look(): void {
    this.#isAskedAgain = this.#isBusy;
    if (this.#isBusy || this.#isEnded) return;
    this.#isBusy = true;
    clearTimeout(this.#timer);
    this.#next = null;
    void this.#carryOutAll()
      .catch((cause: unknown) => console.warn('A move waits.', cause))
      .finally(() => {
        this.#isBusy = false;
        if (this.#isAskedAgain) this.#look();
      });
  }

  /** Looks again after this time, or sooner where another move asked for that. */
  #lookIn(milliseconds: number): void {
    const end = this.#timers.now() + milliseconds;
    if (this.#next !== null && this.#next <= end) return;
    clearTimeout(this.#timer);
    this.#next = end;
    this.#timer = this.#timers.set(() => this.#look(), milliseconds);
  }

  async #carryOutAll(): Promise<void> {
    for (const each of movesOf(this.#device)) {
      if (this.#isEnded || each.refused !== undefined) continue;
      if (each.proposed) {
        if (await this.#hasLeft(each)) await dropMove(this.#device, each);
        else await this.#learnDeclines(each);
        continue;
      }
      const held = heldFor(each, this.#timers.now());
      if (held > 0) {
        this.#lookIn(held);
        continue;
      }
      if (!navigator.onLine || syncingAccount() === null) return;
      try {
        await this.#carryOut(each);
      } catch (cause) {
        if (!(await this.#isRefused(each, cause))) this.#lookIn(AGAIN_MS);
      }
    }
  }

  async #carryOut(each: WaitingMove): Promise<void> {
    const isHere = each.from === this.#unit.stakeDB;
    if (isHere) await this.#sync.run({ leaveHeld: true });
    if (!this.#isWaiting(each) || !(await whileAsked(each, this.#ask(each)))) return;
    if (isHere || each.to === this.#unit.stakeDB) await this.#sync.run({ leaveHeld: true });
  }

  /** Whether the child has moved; a move that was only proposed waits on as such. */
  async #ask(each: WaitingMove): Promise<boolean> {
    await this.#noteAsked(each);
    try {
      if ((await this.#move(each)) === null) {
        await keepMove(this.#device, { ...each, proposed: true });
        return false;
      }
    } catch (cause) {
      // It lives elsewhere already: its page says where.
      if (homeInRefusal(cause) === null) throw cause;
    }
    await dropMove(this.#device, each);
    return true;
  }

  /** Its answer may be lost, and the browser closed meanwhile. */
  async #noteAsked(each: WaitingMove): Promise<void> {
    if (each.asked) return;
    this.#noted += 1;
    try {
      await keepMove(this.#device, { ...each, asked: true });
    } catch (cause) {
      // On a full disk the move is asked for all the same.
      console.warn('A move could not be noted.', cause);
    }
  }

  /** Notes why the server refuses; false: it may be tried again. */
  async #isRefused(each: WaitingMove, cause: unknown): Promise<boolean> {
    if (!(cause instanceof HttpError) || !FINAL.includes(cause.code)) return false;
    if (cause.code === 'not-found') {
      // A server of an earlier version, or what stands before it, does not know the call.
      if (cause.issues.length === 0) return false;
      // It may not have been sent yet: its unit is synchronised when somebody opens it.
      if (each.from !== this.#unit.stakeDB) return false;
    }
    const refused = cause.issues[0]?.code ?? cause.code;
    if (this.#isWaiting(each)) await keepMove(this.#device, { ...each, refused });
    return true;
  }

  #isWaiting(each: WaitingMove): boolean {
    return movesOf(this.#device).some(isMoveOf(each));
  }

  /** Whether a child of the open unit is no longer in it, so that nothing is proposed any more. */
  async #hasLeft({ childId, from }: WaitingMove): Promise<boolean> {
    const unit = this.#unit;
    if (from !== unit.stakeDB || unit.snapshot().state !== 'ready') return false;
    return (await unit.readChildFile(childId)) === null;
  }

  /** Notes which proposals of a unit were declined; what the server does not answer is asked later. */
  async #learnDeclines({ from }: WaitingMove): Promise<void> {
    this.#lookIn(DECLINED_MS);
    const now = this.#timers.now();
    const asked = this.#declinedAskedAt.get(from) ?? -DECLINED_MS;
    if (asked + DECLINED_MS > now || !navigator.onLine || syncingAccount() === null) return;
    this.#declinedAskedAt.set(from, now);
    try {
      for (const { childId, to, why = 'declined' } of await this.#declined(from)) {
        const known = movesOf(this.#device).find(isMoveOf({ childId, from }));
        if (known?.proposed !== true || known.to !== to) continue;
        await keepMove(this.#device, { ...known, refused: why });
      }
    } catch (cause) {
      console.warn('It is not known whether a proposal was declined.', cause);
    }
  }
}

/**
 * Asks the server for the moves that wait on this device: what is here of the child is sent first,
 * and its unit received afterwards, where that is the unit which is open. Asking twice is harmless, so
 * that a closed or killed browser loses nothing: the list of what waits is kept. Returns the function
 * that ends it.
 */
export const carryOutMoves = (parts: MoveParts): (() => void) => new MoveCarrier(parts).start();
