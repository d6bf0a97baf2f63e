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

/**
 * Asks the server for the moves that wait on this device: what is here of the child is sent first,
 * and its unit received afterwards, where that is the unit which is open. Asking twice is harmless, so
 * that a closed or killed browser loses nothing: the list of what waits is kept. Returns the function
 * that ends it.
 */
export function carryOutMoves({
  unit,
  device,
  sync,
  move = moveChild,
  declined = fetchDeclined,
  timers,
}: MoveParts) {
  const { now, set } = timers ?? { now: () => Date.now(), set: setTimeout.bind(globalThis) };
  let isBusy = false;
  let isAskedAgain = false;
  let isEnded = false;
  /** Its own notes that have not been told yet: they are no reason to look again. */
  let noted = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When a unit's server was asked last what was declined of its children. */
  const declinedAskedAt = new Map<string, number>();
  /** When the timer ends; null: it does not run. */
  let next: number | null = null;

  const isWaiting = (each: WaitingMove) => movesOf(device).some(isMoveOf(each));

  /** Whether a child of the open unit is no longer in it, so that nothing is proposed any more. */
  async function hasLeft({ childId, from }: WaitingMove): Promise<boolean> {
    if (from !== unit.stakeDB || unit.snapshot().state !== 'ready') return false;
    return (await unit.readChildFile(childId)) === null;
  }

  /** Its answer may be lost, and the browser closed meanwhile. */
  async function noteAsked(each: WaitingMove): Promise<void> {
    if (each.asked) return;
    noted += 1;
    try {
      await keepMove(device, { ...each, asked: true });
    } catch (cause) {
      // On a full disk the move is asked for all the same.
      console.warn('A move could not be noted.', cause);
    }
  }

  /** Whether the child has moved; a move that was only proposed waits on as such. */
  async function ask(each: WaitingMove): Promise<boolean> {
    await noteAsked(each);
    try {
      if ((await move(each)) === null) {
        await keepMove(device, { ...each, proposed: true });
        return false;
      }
    } catch (cause) {
      // It lives elsewhere already: its page says where.
      if (homeInRefusal(cause) === null) throw cause;
    }
    await dropMove(device, each);
    return true;
  }

  async function carryOut(each: WaitingMove): Promise<void> {
    const isHere = each.from === unit.stakeDB;
    if (isHere) await sync.run({ leaveHeld: true });
    if (!isWaiting(each) || !(await whileAsked(each, ask(each)))) return;
    if (isHere || each.to === unit.stakeDB) await sync.run({ leaveHeld: true });
  }

  /** Notes why the server refuses; false: it may be tried again. */
  async function isRefused(each: WaitingMove, cause: unknown): Promise<boolean> {
    if (!(cause instanceof HttpError) || !FINAL.includes(cause.code)) return false;
    if (cause.code === 'not-found') {
      // A server of an earlier version, or what stands before it, does not know the call.
      if (cause.issues.length === 0) return false;
      // It may not have been sent yet: its unit is synchronised when somebody opens it.
      if (each.from !== unit.stakeDB) return false;
    }
    const refused = cause.issues[0]?.code ?? cause.code;
    if (isWaiting(each)) await keepMove(device, { ...each, refused });
    return true;
  }

  /** Notes which proposals of a unit were declined; what the server does not answer is asked later. */
  async function learnDeclines({ from }: WaitingMove): Promise<void> {
    lookIn(DECLINED_MS);
    const asked = declinedAskedAt.get(from) ?? -DECLINED_MS;
    if (asked + DECLINED_MS > now() || !navigator.onLine || syncingAccount() === null) return;
    declinedAskedAt.set(from, now());
    try {
      for (const { childId, to, why = 'declined' } of await declined(from)) {
        const known = movesOf(device).find(isMoveOf({ childId, from }));
        if (known?.proposed !== true || known.to !== to) continue;
        await keepMove(device, { ...known, refused: why });
      }
    } catch (cause) {
      console.warn('It is not known whether a proposal was declined.', cause);
    }
  }

  /** Looks again after this time, or sooner where another move asked for that. */
  function lookIn(milliseconds: number): void {
    if (next !== null && next <= now() + milliseconds) return;
    clearTimeout(timer);
    next = now() + milliseconds;
    timer = set(look, milliseconds);
  }

  async function carryOutAll(): Promise<void> {
    for (const each of movesOf(device)) {
      if (isEnded || each.refused !== undefined) continue;
      if (each.proposed) {
        if (await hasLeft(each)) await dropMove(device, each);
        else await learnDeclines(each);
        continue;
      }
      const held = heldFor(each, now());
      if (held > 0) {
        lookIn(held);
        continue;
      }
      if (!navigator.onLine || syncingAccount() === null) return;
      try {
        await carryOut(each);
      } catch (cause) {
        if (!(await isRefused(each, cause))) lookIn(AGAIN_MS);
      }
    }
  }

  function look(): void {
    isAskedAgain = isBusy;
    if (isBusy || isEnded) return;
    isBusy = true;
    clearTimeout(timer);
    next = null;
    void carryOutAll()
      .catch((cause: unknown) => console.warn('A move waits.', cause))
      .finally(() => {
        isBusy = false;
        if (isAskedAgain) look();
      });
  }

  const stop = device.subscribe(() => {
    if (noted === 0) look();
    else noted -= 1;
  });
  const lookOnline = () => {
    declinedAskedAt.clear();
    look();
  };
  addEventListener('online', lookOnline);
  look();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    stop();
    removeEventListener('online', lookOnline);
  };
}
