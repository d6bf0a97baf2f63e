import { type Account, pinDelaySeconds, withoutUndefined } from '@crece/domain';
import { storageError } from '../../base/faults.ts';
import type { KnownPerson, People, PeopleStore, PinAnswer } from './types.ts';

/**
 * Rounds of PBKDF2-SHA-256 (OWASP's figure of 2023). A try takes 0.1 s in Chromium on a server core,
 * 0.4 s on a phone four times slower; the delays do more against guessing than the rounds can.
 */
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;
/**
 * A try that a full device has no room to note takes so much longer: a reload forgets it, and guessing
 * must not become quick by filling the device.
 */
const PAUSE_MS = 5_000;

interface StoredPerson {
  account: Account;
  salt: Uint8Array<ArrayBuffer>;
  hash: Uint8Array<ArrayBuffer>;
  rounds: number;
  failures: number;
  /** Milliseconds since 1970. */
  blockedUntil: number;
  lastIn: number;
}

function isStoredPerson(value: unknown): value is StoredPerson {
  if (typeof value !== 'object' || value === null) return false;
  const { account, salt, hash, rounds, failures, blockedUntil, lastIn } = value as Record<
    string,
    unknown
  >;
  return (
    typeof account === 'object' &&
    account !== null &&
    salt instanceof Uint8Array &&
    hash instanceof Uint8Array &&
    [rounds, failures, blockedUntil, lastIn].every((figure) => typeof figure === 'number')
  );
}

/**
 * Keeps only the account data that rights and names need; the server's account has more (e-mail
 * address).
 */
function accountKept({ id, username, displayName, roles, scope }: Account): Account {
  return { id, username, displayName, roles: [...roles], ...withoutUndefined({ scope }) };
}

async function hashOf(pin: string, salt: Uint8Array<ArrayBuffer>, rounds: number) {
  const text = new TextEncoder().encode(pin);
  const key = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, HASH_BITS));
}

const isSame = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length &&
  a.reduce((differs, byte, at) => differs | (byte ^ (b[at] ?? 0)), 0) === 0;

/**
 * The current delay in milliseconds. One longer than its maximum comes from a clock that was set
 * back: it restarts, so that the change neither shortens the delay nor blocks a person for a year.
 */
function blockLeft(person: StoredPerson, now: number): { until: number; leftMs: number } {
  const longest = pinDelaySeconds(person.failures) * 1_000;
  const left = person.blockedUntil - now;
  if (left <= 0) return { until: person.blockedUntil, leftMs: 0 };
  return left > longest
    ? { until: now + longest, leftMs: longest }
    : { until: person.blockedUntil, leftMs: left };
}

function shown(person: StoredPerson, now: number): KnownPerson {
  const { until, leftMs } = blockLeft(person, now);
  return {
    account: person.account,
    failures: person.failures,
    blockedUntil: leftMs === 0 ? null : new Date(until).toISOString(),
    lastIn: new Date(person.lastIn).toISOString(),
  };
}

const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1_000);

/** The people of a device, stored in `store`. */
export function createPeople(
  store: PeopleStore,
  {
    clock = () => new Date(),
    rounds = ROUNDS,
    pauseMs = PAUSE_MS,
  }: {
    clock?: (() => Date) | undefined;
    rounds?: number | undefined;
    pauseMs?: number | undefined;
  } = {},
): People {
  const time = () => clock().getTime();
  /** What a full device had no room for. */
  const unnoted = new Map<string, unknown>();

  /** Changes what is stored of a person, on a full device for this page alone. */
  async function change<T>(accountId: string, to: (stored: unknown) => T): Promise<T> {
    const newest = (stored: unknown) => {
      const later = unnoted.get(accountId);
      // Somebody may have got another PIN meanwhile, or been removed.
      const isOf = isStoredPerson(stored) && isStoredPerson(later);
      return isOf && isSame(stored.hash, later.hash) ? later : stored;
    };
    try {
      const kept = await store.update(accountId, (stored) => to(newest(stored)));
      unnoted.delete(accountId);
      return kept;
    } catch (cause) {
      if (storageError(cause).code !== 'full-disk') throw cause;
      const isOf = (each: unknown) => isStoredPerson(each) && each.account.id === accountId;
      const kept = to(newest((await store.all()).find(isOf)));
      unnoted.set(accountId, kept);
      return kept;
    }
  }

  /** Counts a try as wrong before the check, unless a delay is still running. */
  async function beginTry(accountId: string): Promise<StoredPerson | PinAnswer> {
    const now = time();
    const nobody: PinAnswer = { ok: false, code: 'person-unknown' };
    const answer: { is: StoredPerson | PinAnswer } = { is: nobody };
    await change(accountId, (stored) => {
      if (!isStoredPerson(stored)) return stored;
      const { until, leftMs } = blockLeft(stored, now);
      if (leftMs > 0) {
        answer.is = { ok: false, code: 'pin-wait', waitSeconds: seconds(leftMs) };
        return { ...stored, blockedUntil: until };
      }
      const failures = stored.failures + 1;
      const tried = { ...stored, failures, blockedUntil: now + pinDelaySeconds(failures) * 1_000 };
      answer.is = tried;
      return tried;
    });
    return answer.is;
  }

  return {
    async list() {
      const now = time();
      return (await store.all())
        .filter(isStoredPerson)
        .sort((a, b) => b.lastIn - a.lastIn)
        .map((person) => shown(person, now));
    },
    async setPin(account, pin) {
      const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
      const hash = await hashOf(pin, salt, rounds);
      const fresh = { salt, hash, rounds, failures: 0, blockedUntil: 0, lastIn: time() };
      await store.update(account.id, () => ({ account: accountKept(account), ...fresh }));
    },
    async tryPin(accountId, pin) {
      const tried = await beginTry(accountId);
      if ('ok' in tried) return tried;
      if (unnoted.has(accountId)) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (!isSame(await hashOf(pin, tried.salt, tried.rounds), tried.hash)) {
        const waitSeconds = seconds(blockLeft(tried, time()).leftMs);
        return { ok: false, code: 'pin-wrong', waitSeconds };
      }
      const kept = await change(accountId, (stored) =>
        // False when the person was removed or got another PIN during the check.
        isStoredPerson(stored) && isSame(stored.hash, tried.hash)
          ? { ...stored, failures: 0, blockedUntil: 0, lastIn: time() }
          : stored,
      );
      if (!isStoredPerson(kept)) return { ok: false, code: 'person-unknown' };
      if (!isSame(kept.hash, tried.hash)) return { ok: false, code: 'pin-wrong', waitSeconds: 0 };
      return { ok: true, person: shown(kept, time()) };
    },
    async renew(account) {
      await store.update(account.id, (stored) =>
        isStoredPerson(stored) ? { ...stored, account: accountKept(account) } : stored,
      );
    },
    async forget(accountId) {
      await store.update(accountId, () => undefined);
    },
  };
}
