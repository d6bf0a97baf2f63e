import { API_PATHS } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { aClock } from '../testing/test-people.ts';
import {
  type Attempt,
  addressKey,
  createAccountLimits,
  createCounter,
  LIMITS_TABLE,
} from './rate-limits.ts';

const HALL = '192.0.2.7';
const ELSEWHERE = '198.51.100.9';

function open() {
  const { clock, pass } = aClock();
  return { limits: createAccountLimits(clock), pass };
}

/** How many of this many tries are allowed. */
const taken = (tries: number, attempt: (i: number) => Attempt): number =>
  Array.from({ length: tries }, (_, i) => attempt(i)).filter(({ ok }) => ok).length;

/** Seconds to wait for the next try, after this many wrong ones. */
function waitAfter(tries: number, attempt: () => { ok: boolean; waitSeconds?: number }): number {
  for (let i = 0; i < tries; i += 1) {
    const { ok } = attempt();
    if (!ok) return -i;
  }
  const last = attempt();
  return last.ok ? 0 : (last.waitSeconds ?? 0);
}

describe('createCounter', () => {
  it('counts in windows that begin with the first event', () => {
    const { clock, pass } = aClock();
    const counter = createCounter({ most: 2, windowMs: 60_000 }, clock);
    counter.add('a');
    pass(40_000);
    expect(counter.wait('a')).toBe(0);
    counter.add('a');
    expect(counter.wait('a')).toBe(20);
    expect(counter.wait('b')).toBe(0);
    pass(19_999);
    expect(counter.wait('a')).toBe(1);
    pass(1);
    expect(counter.wait('a')).toBe(0);
  });

  it.each([2, 40, 800])(
    'a window that a clock %s days ahead began has ended when the clock is put right',
    (days) => {
      const { clock, pass } = aClock();
      const counter = createCounter({ most: 2, windowMs: 60_000 }, clock);
      const leapMs = days * 24 * 3_600_000;
      pass(leapMs);
      counter.add('a');
      counter.add('a');
      expect(counter.wait('a')).toBe(60);
      pass(-leapMs);
      expect(counter.wait('a')).toBe(0);
      counter.add('a');
      expect(counter.wait('a')).toBe(0);
    },
  );

  it('a clock set back by some seconds ends no window', () => {
    const { clock, pass } = aClock();
    const counter = createCounter({ most: 1, windowMs: 60_000 }, clock);
    counter.add('a');
    pass(20_000);
    pass(-20_000);
    expect(counter.wait('a')).toBe(60);
  });

  it('takes one event back, but none that was not counted', () => {
    const { clock } = aClock();
    const counter = createCounter({ most: 1, windowMs: 60_000 }, clock);
    counter.takeBack('a');
    counter.add('a');
    expect(counter.wait('a')).toBe(60);
    counter.takeBack('a');
    counter.takeBack('a');
    expect(counter.wait('a')).toBe(0);
  });

  it('forgets the oldest key when it has too many', () => {
    const { clock } = aClock();
    const counter = createCounter({ most: 1, windowMs: 60_000 }, clock, 3);
    for (const key of ['a', 'b', 'c', 'd']) counter.add(key);
    expect(['a', 'b', 'c', 'd'].map((key) => counter.wait(key) > 0)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('addressKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['nonsense', 'nonsense'],
  ])('maps %s to %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

describe('the limit of sign-ins', () => {
  it('allows five wrong passwords and then requires a wait of at most a minute', () => {
    const { limits, pass } = open();
    expect(waitAfter(5, () => limits.signIn('ana', HALL))).toBe(60);
    pass(59_999);
    expect(limits.signIn('ana', HALL).ok).toBe(false);
    pass(1);
    expect(limits.signIn('ana', HALL).ok).toBe(true);
  });

  it('refused tries do not extend the wait of a sign-in', () => {
    const { limits, pass } = open();
    waitAfter(5, () => limits.signIn('ana', HALL));
    for (let i = 0; i < 59; i += 1) {
      pass(1_000);
      expect(limits.signIn('ana', HALL).ok).toBe(false);
    }
    pass(1_000);
    expect(limits.signIn('ana', HALL).ok).toBe(true);
  });

  it('tries from another address do not lock out the owner', () => {
    const { limits, pass } = open();
    for (let i = 0; i < 1_000; i += 1) {
      limits.signIn('ana', ELSEWHERE);
      pass(100);
    }
    expect(limits.signIn('ana', HALL).ok).toBe(true);
  });

  it('treats blanks and capitals as the same account', () => {
    const { limits } = open();
    waitAfter(4, () => limits.signIn('ana', HALL));
    expect(limits.signIn(' ANA ', HALL).ok).toBe(false);
  });

  it('counts nothing for two hundred people in one hall with the right password', () => {
    const { limits } = open();
    const attempts = Array.from({ length: 200 }, (_, i) => limits.signIn(`person${i}`, HALL));
    expect(attempts.every(({ ok }) => ok)).toBe(true);
    for (const attempt of attempts) if (attempt.ok) attempt.takeBack();
    expect(waitAfter(LIMITS_TABLE.signInAddress.most - 1, () => limits.signIn('x', HALL))).toBe(-5);
    expect(limits.signIn('ana', HALL).ok).toBe(true);
  });

  it('counts tries that are still being checked', () => {
    const { limits } = open();
    const results = Array.from({ length: 20 }, () => limits.signIn('ana', HALL).ok);
    expect(results.filter(Boolean)).toHaveLength(5);
  });

  it('stops one address that tries many accounts', () => {
    const { limits } = open();
    const { most } = LIMITS_TABLE.signInAddress;
    expect(taken(most + 10, (i) => limits.signIn(`person${i}`, HALL))).toBe(most);
    expect(limits.signIn('ana', ELSEWHERE).ok).toBe(true);
  });

  it('stops many addresses that try one account, except addresses of its owner', () => {
    const { limits, pass } = open();
    limits.signedIn('ana', HALL);
    const { most } = LIMITS_TABLE.signInAccount;
    const from = (i: number) => `10.0.${Math.floor(i / 5)}.1`;
    expect(taken(most + 10, (i) => limits.signIn('ana', from(i)))).toBe(most);
    expect(limits.signIn('ana', ELSEWHERE).ok).toBe(false);
    expect(limits.signIn('ana', HALL).ok).toBe(true);
    pass(60_000);
    expect(limits.signIn('ana', ELSEWHERE).ok).toBe(true);
  });

  it('remembers the last five addresses of an owner', () => {
    const { limits } = open();
    for (let i = 0; i < 6; i += 1) limits.signedIn('ana', `192.0.2.${i}`);
    for (let i = 0; i < 50; i += 1) limits.signIn('ana', `10.0.0.${i}`);
    const ok = Array.from({ length: 6 }, (_, i) => limits.signIn('ana', `192.0.2.${i}`).ok);
    expect(ok).toEqual([false, true, true, true, true, true]);
  });
});

describe('the limits of other calls', () => {
  it('allow a limited number of sign-ups, requests for a link, and wrong current passwords', () => {
    const { limits } = open();
    const { signUpPair, forgotPair, passwordChange } = LIMITS_TABLE;
    expect(waitAfter(signUpPair.most, () => limits.signUp('a@b.co', 'ana', HALL))).toBe(60);
    expect(waitAfter(forgotPair.most, () => limits.forgot('ana', HALL))).toBe(60);
    expect(waitAfter(passwordChange.most, () => limits.passwordChange('1'))).toBe(60);
    expect(limits.forgot('ana', ELSEWHERE).ok).toBe(true);
  });

  it('allow two hundred people in one hall to sign up', () => {
    const { limits } = open();
    const ok = Array.from({ length: 200 }, (_, i) => limits.signUp(`p${i}@b.co`, `p${i}`, HALL).ok);
    expect(ok.every(Boolean)).toBe(true);
  });

  it('allow ten sign-ups an hour with one user name, with any e-mail addresses', () => {
    const { limits, pass } = open();
    const tries = (name: string) =>
      taken(12, (i) => limits.signUp(`p${i}${name}@b.co`, name, `10.0.${i}.1`));
    expect([tries('ana'), tries(' ANA '), tries('ben')]).toEqual([10, 0, 10]);
    pass(3_600_000);
    expect(tries('ana')).toBe(10);
  });

  it('allow 6,000 calls a minute of one account, and ten an hour of two kinds of call', () => {
    const { limits, pass } = open();
    const most = LIMITS_TABLE.calls.most;
    expect(taken(most + 1, () => limits.call('1', 'GET /api/users'))).toBe(most);
    expect(limits.call('1', 'GET /sync/:stakeDB')).toEqual({ ok: false, waitSeconds: 60 });
    expect(limits.call('2', 'GET /api/users').ok).toBe(true);
    pass(60_000);
    for (const route of ['PUT /api/users', 'POST /api/role-requests']) {
      expect(taken(12, () => limits.call('1', route))).toBe(10);
      expect(limits.call('1', route)).toEqual({ ok: false, waitSeconds: 3_600 });
    }
    expect(limits.call('1', 'GET /api/users').ok).toBe(true);
    pass(3_599_999);
    expect(limits.call('1', 'PUT /api/users').ok).toBe(false);
    pass(1);
    expect(limits.call('1', 'PUT /api/users').ok).toBe(true);
  });

  it('allow one account to ask a limited number of times which children moved away', () => {
    const { limits, pass } = open();
    const route = `GET ${API_PATHS.movedSlips}`;
    const { most } = LIMITS_TABLE.movedSlips;
    expect(taken(most + 1, () => limits.call('1', route))).toBe(most);
    expect(limits.call('1', route)).toEqual({ ok: false, waitSeconds: 60 });
    expect(limits.call('1', 'GET /api/users').ok).toBe(true);
    expect(limits.call('2', route).ok).toBe(true);
    pass(60_000);
    expect(limits.call('1', route).ok).toBe(true);
  });

  it('allow five mails to one account within an hour', () => {
    const { limits, pass } = open();
    const sent = () => Array.from({ length: 7 }, () => limits.mayMail('1')).filter(Boolean).length;
    expect([sent(), sent()]).toEqual([5, 0]);
    pass(3_600_000);
    expect(sent()).toBe(5);
  });
});

describe('a limit that locks an account', () => {
  it('never lasts longer than a minute', () => {
    const { signInPair, signInAccount, signInAddress, passwordChange } = LIMITS_TABLE;
    for (const { windowMs } of [signInPair, signInAccount, signInAddress, passwordChange]) {
      expect(windowMs).toBeLessThanOrEqual(60_000);
    }
  });
});
