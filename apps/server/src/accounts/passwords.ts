import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { passwordText } from '@crece/domain';
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2';
import { BoundedQueue } from '../concurrency/bounded-queue.ts';

/** The cost of one hash. */
export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
}

export interface PasswordsOptions {
  cost?: PasswordCost;
  /** Hashes that are computed at the same time. */
  atOnce?: number;
  /** Hashes that may wait in the queue. */
  mostWaiting?: number;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password; without a hash (`null`: no such account) takes as long and returns
   * false.
   */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** Hashes computed or compared since the start, and those in the queue. */
  readonly work: { readonly done: number; readonly waiting: number };
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 25 ms. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
/** Hashing runs in libuv's four threads; one stays free for files and DNS. */
const MOST_AT_ONCE = 3;
/** Twice a hall of two hundred people signing in at once; at 25 ms each about 10 s of work. */
const MOST_WAITING = 400;

/** Computes argon2id outside the event loop, a few at a time, with a bounded queue. */
export function createPasswords(options: PasswordsOptions = {}): Passwords {
  const cost = options.cost ?? COST;
  const atOnce = options.atOnce ?? Math.max(1, Math.min(MOST_AT_ONCE, availableParallelism() - 1));
  const queue = new BoundedQueue({
    concurrency: atOnce,
    maxWaiting: options.mostWaiting ?? MOST_WAITING,
  });
  let done = 0;

  const compute = <T>(task: () => Promise<T>): Promise<T> =>
    queue.run(async () => {
      const result = await task();
      done += 1;
      return result;
    });
  const hash = (password: string): Promise<string> =>
    compute(() => argonHash(passwordText(password), cost));

  // Of the same cost as a real hash; its text is unknown, and the result is ignored.
  let dummy: Promise<string> | null = null;
  const dummyHash = (): Promise<string> => {
    dummy ??= argonHash(randomBytes(32).toString('hex'), cost);
    return dummy;
  };
  void dummyHash();

  return {
    hash,
    async verify(stored, password) {
      const against = stored ?? (await dummyHash());
      const isRight = await compute(() => argonVerify(against, passwordText(password)));
      return stored !== null && isRight;
    },
    get work() {
      return { done, waiting: queue.waiting };
    },
  };
}
