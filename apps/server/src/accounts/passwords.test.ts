import { describe, expect, it, onTestFinished } from 'vitest';
import { soon } from '../testing/soon.ts';
import { CHEAP_PASSWORDS } from '../testing/test-app.ts';
import { createPasswords } from './passwords.ts';

const PASSWORD = 'Kiwi-Trova-58';

describe('password hashes', () => {
  it('password hashes are argon2id at the given cost, each with its own salt', async () => {
    const passwords = createPasswords(CHEAP_PASSWORDS);
    const hash = await passwords.hash(PASSWORD);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect(await passwords.hash(PASSWORD)).not.toBe(hash);
    expect(await passwords.verify(hash, PASSWORD)).toBe(true);
    expect(await passwords.verify(hash, `${PASSWORD} `)).toBe(false);
    expect(await passwords.verify(hash, '')).toBe(false);
  });

  it('cost 19 MiB and two passes on a real server', async () => {
    expect(await createPasswords().hash(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('composed and decomposed letters have the same password hash', async () => {
    const passwords = createPasswords(CHEAP_PASSWORDS);
    const hash = await passwords.hash('Ñandú/Café-58'.normalize('NFD'));
    expect(await passwords.verify(hash, 'Ñandú/Café-58'.normalize('NFC'))).toBe(true);
  });

  it('take the same work for an account that does not exist', async () => {
    const passwords = createPasswords(CHEAP_PASSWORDS);
    const hash = await passwords.hash(PASSWORD);
    const workOf = async (stored: string | null) => {
      const before = passwords.work.done;
      expect(await passwords.verify(stored, 'wrong')).toBe(false);
      return passwords.work.done - before;
    };
    expect(await workOf(hash)).toBe(1);
    expect(await workOf(null)).toBe(1);
  });

  it('hashing a password does not block other requests', async () => {
    const passwords = createPasswords({ cost: { memoryCost: 19_456, timeCost: 12 } });
    const hash = await passwords.hash(PASSWORD);
    let answers = 0;
    const others = setInterval(() => {
      answers += 1;
    }, 1);
    onTestFinished(() => clearInterval(others));
    const answersDuring = async (work: Promise<unknown>) => {
      const before = answers;
      await work;
      return answers - before;
    };
    expect(await answersDuring(passwords.hash(PASSWORD))).toBeGreaterThan(5);
    expect(await answersDuring(passwords.verify(hash, PASSWORD))).toBeGreaterThan(5);
    expect(await answersDuring(passwords.verify(null, PASSWORD))).toBeGreaterThan(5);
  });

  it('a few hashes are computed at a time; a limited number waits, and more are refused', async () => {
    const passwords = createPasswords({ ...CHEAP_PASSWORDS, atOnce: 2, mostWaiting: 3 });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => passwords.hash(PASSWORD)),
    );
    const states = results.map(({ status }) => status);
    expect(states.filter((status) => status === 'fulfilled')).toHaveLength(5);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ statusCode: 429 });
    }
    await soon(() => expect(passwords.work.waiting).toBe(0));
    expect(await passwords.hash(PASSWORD)).toContain('$argon2id$');
  });
});
