import { API_PATHS } from '@crece/contract';
import ipaddr from 'ipaddr.js';
import { tally } from '../base/tally.ts';

/** At most this many events within a window in milliseconds. */
export interface LimitRule {
  most: number;
  windowMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Every rate limit. A limit that locks an account lasts a minute at most and counts the tries of
 * one address, so that tries from elsewhere do not lock out the owner. Limits per address leave
 * room for a hall with two hundred phones behind one address.
 */
export const LIMITS_TABLE = {
  /** Sign-ins with a wrong or still unchecked password, of one account from one address. */
  signInPair: { most: 5, windowMs: MINUTE_MS },
  /** The same of one account from all addresses at which its owner has not signed in before. */
  signInAccount: { most: 50, windowMs: MINUTE_MS },
  /** The same of one address for all accounts. */
  signInAddress: { most: 300, windowMs: MINUTE_MS },
  signUpPair: { most: 5, windowMs: MINUTE_MS },
  /** Of one user name with any e-mail address, because sign-up reveals whether a name is taken. */
  signUpName: { most: 10, windowMs: HOUR_MS },
  signUpAddress: { most: 300, windowMs: HOUR_MS },
  forgotPair: { most: 5, windowMs: MINUTE_MS },
  forgotAddress: { most: 100, windowMs: MINUTE_MS },
  /** Further mails are silently not sent: the links of these five still work. */
  forgotMails: { most: 5, windowMs: HOUR_MS },
  /**
   * New addresses requested by one account, including repeated mails: they go to strangers'
   * addresses.
   */
  emailChange: { most: 5, windowMs: HOUR_MS },
  /** Mails to the owner of an address that another account has asked for. */
  emailTried: { most: 1, windowMs: 24 * HOUR_MS },
  /** Wrong current passwords of one signed-in account. */
  passwordChange: { most: 5, windowMs: MINUTE_MS },
  /**
   * Calls of one account, from all its phones and pages. A phone downloads 40,000 records in some
   * 50 calls and sends them in some 500; a page makes ten.
   */
  calls: { most: 6_000, windowMs: MINUTE_MS },
  /** Changes of one's own profile; a refusal reveals that a name or address is taken. */
  profileChange: { most: 10, windowMs: HOUR_MS },
  roleRequest: { most: 10, windowMs: HOUR_MS },
  /**
   * Questions of one account which children moved away with a slip: each reads every screening that
   * was removed from a unit, and a phone asks only for a scanned slip that it does not know.
   */
  movedSlips: { most: 30, windowMs: MINUTE_MS },
  /** Answers to slips: a hospital sends what it kept while it had no line, from one address. */
  referralAddress: { most: 120, windowMs: HOUR_MS },
  /** The same from all addresses: anybody may call, and what is unknown is kept for weeks. */
  referralAll: { most: 2_000, windowMs: HOUR_MS },
} as const satisfies Record<string, LimitRule>;

/** Keys that one counter remembers; beyond it the oldest windows are forgotten. */
const MOST_KEYS = 50_000;
/** Addresses remembered per account, and accounts for which addresses are remembered. */
const KNOWN_ADDRESSES = 5;
const MOST_KNOWN_ACCOUNTS = 20_000;

/** Counts events by key in windows that begin with a key's first event. */
export interface Counter {
  /** Seconds until there is room again; 0 when there is. */
  wait(key: string): number;
  add(key: string): void;
  /** Removes one event that turned out to be harmless. */
  takeBack(key: string): void;
}

/** A counter in memory; it is empty after a restart. */
export function createCounter(rule: LimitRule, clock: () => Date, mostKeys = MOST_KEYS): Counter {
  const windows = new Map<string, { count: number; ends: number }>();

  function current(key: string, now: number): { count: number; ends: number } | null {
    const found = windows.get(key);
    if (found === undefined) return null;
    // One that ends later than a window that begins now was begun under a clock that was set back since.
    if (found.ends > now && found.ends - now <= rule.windowMs) return found;
    windows.delete(key);
    return null;
  }

  return {
    wait(key) {
      const now = clock().getTime();
      const found = current(key, now);
      return found === null || found.count < rule.most ? 0 : Math.ceil((found.ends - now) / 1_000);
    },
    add(key) {
      const now = clock().getTime();
      const found = current(key, now);
      if (found !== null) {
        found.count += 1;
        return;
      }
      const [oldest] = windows.keys();
      if (windows.size >= mostKeys && oldest !== undefined) windows.delete(oldest);
      windows.set(key, { count: 1, ends: now + rule.windowMs });
    },
    takeBack(key) {
      const found = windows.get(key);
      if (found !== undefined && found.count > 0) found.count -= 1;
    },
  };
}

/** One network of a household or hall: an IPv4 address, or the first half of an IPv6 address. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 address in IPv6 form (`::ffff:192.0.2.7`) counts as IPv4.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * Whether a try may go on. It is counted from its beginning, so that simultaneous tries count too.
 */
export type Attempt =
  | {
      ok: true;
      /** Call this when it was not a wrong guess: the try no longer counts. */
      takeBack: () => void;
    }
  | { ok: false; waitSeconds: number };

export interface AccountLimits {
  /** `account` is the text that was typed. */
  signIn(account: string, address: string): Attempt;
  /** After the right password: this address is then known as the owner's. */
  signedIn(account: string, address: string): void;
  /** `email` and `username` are the texts that were typed. */
  signUp(email: string, username: string, address: string): Attempt;
  forgot(account: string, address: string): Attempt;
  /** Whether one more mail may go to an account. */
  mayMail(accountId: string): boolean;
  passwordChange(accountId: string): Attempt;
  emailChange(accountId: string): Attempt;
  /** Whether the owner of an address may be told again that another account asked for it. */
  mayTellTried(accountId: string): boolean;
  /** One answer to a slip, by whoever holds it. */
  referral(address: string): Attempt;
  /** One call of a signed-in account; `route` as `PUT /api/users`. */
  call(accountId: string, route: string): Attempt;
}

/** Calls that have an additional limit of their own. */
const LIMITED_CALLS: ReadonlyMap<string, 'movedSlips' | 'profileChange' | 'roleRequest'> = new Map([
  [`GET ${API_PATHS.movedSlips}`, 'movedSlips'],
  [`PUT ${API_PATHS.users}`, 'profileChange'],
  [`POST ${API_PATHS.roleRequests}`, 'roleRequest'],
]);

/** The last few addresses from which an account's owner has signed in. */
function createKnownAddresses() {
  const known = new Map<string, string[]>();
  return {
    has: (account: string, address: string): boolean =>
      known.get(account)?.includes(address) === true,
    add(account: string, address: string): void {
      const others = (known.get(account) ?? []).filter((other) => other !== address);
      known.delete(account);
      const [oldest] = known.keys();
      if (known.size >= MOST_KNOWN_ACCOUNTS && oldest !== undefined) known.delete(oldest);
      known.set(account, [address, ...others].slice(0, KNOWN_ADDRESSES));
    },
  };
}

/**
 * The rate limits of public calls (sign-in, sign-up, forgotten password) and of signed-in accounts.
 */
export function createAccountLimits(clock: () => Date): AccountLimits {
  const counters = Object.fromEntries(
    Object.entries(LIMITS_TABLE).map(([name, rule]) => [name, createCounter(rule, clock)]),
  ) as Record<keyof typeof LIMITS_TABLE, Counter>;
  const known = createKnownAddresses();

  function attempt(entries: readonly (readonly [keyof typeof LIMITS_TABLE, string])[]): Attempt {
    const waits = entries.map(([name, key]) => ({ name, seconds: counters[name].wait(key) }));
    const [longest] = waits.sort((a, b) => b.seconds - a.seconds);
    if (longest !== undefined && longest.seconds > 0) {
      tally('crece_limited_total', { rule: longest.name }).add(1);
      return { ok: false, waitSeconds: longest.seconds };
    }
    for (const [name, key] of entries) counters[name].add(key);
    return {
      ok: true,
      takeBack: () => {
        for (const [name, key] of entries) counters[name].takeBack(key);
      },
    };
  }

  const typed = (account: string): string => account.trim().toLowerCase();

  return {
    signIn(account, from) {
      const name = typed(account);
      const address = addressKey(from);
      return attempt([
        ['signInPair', `${address} ${name}`],
        ['signInAddress', address],
        ...(known.has(name, address) ? [] : [['signInAccount', name] as const]),
      ]);
    },
    signedIn: (account, from) => known.add(typed(account), addressKey(from)),
    signUp(email, username, from) {
      const address = addressKey(from);
      return attempt([
        ['signUpPair', `${address} ${typed(email)}`],
        ['signUpName', typed(username)],
        ['signUpAddress', address],
      ]);
    },
    forgot(account, from) {
      const address = addressKey(from);
      return attempt([
        ['forgotPair', `${address} ${typed(account)}`],
        ['forgotAddress', address],
      ]);
    },
    mayMail: (accountId) => attempt([['forgotMails', accountId]]).ok,
    passwordChange: (accountId) => attempt([['passwordChange', accountId]]),
    emailChange: (accountId) => attempt([['emailChange', accountId]]),
    mayTellTried: (accountId) => attempt([['emailTried', accountId]]).ok,
    referral: (from) =>
      attempt([
        ['referralAddress', addressKey(from)],
        ['referralAll', ''],
      ]),
    call(accountId, route) {
      const own = LIMITED_CALLS.get(route);
      return attempt([
        ['calls', accountId],
        ...(own === undefined ? [] : [[own, accountId] as const]),
      ]);
    },
  };
}
