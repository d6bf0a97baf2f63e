import { setTimeout as wait } from 'node:timers/promises';
import { aChild } from '@crece/domain/testing';
import { digestLike } from '../../gateway/testing/many-records.ts';

const RECORDS_AT_ONCE = 5;
const PAUSE_MS = 100;
const ANSWER_MS = 5_000;

interface Person {
  readonly origin: string;
  readonly unit: string;
  readonly usernameOrEmail: string;
  readonly password: string;
}

async function tokenOf({ origin, usernameOrEmail, password }: Person): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ usernameOrEmail, password }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/**
 * Phones that push new records to one address for as long as they are let, whatever answers there, and
 * remember what was acknowledged.
 */
export class WritingPhones {
  readonly acknowledged: { id: string; rev: string }[] = [];
  /** Answers that ended a session, of which there must be none. */
  readonly signedOut: number[] = [];
  readonly #person: Person;
  readonly #token: string;
  #entity: string | null = null;
  #next = 0;
  #last = performance.now();
  #longest = 0;
  #isStopped = false;
  #running: Promise<void>[] = [];

  private constructor(person: Person, token: string, count: number) {
    this.#person = person;
    this.#token = token;
    this.#running = Array.from({ length: count }, () => this.#write());
  }

  static async start(person: Person, count: number): Promise<WritingPhones> {
    return new WritingPhones(person, await tokenOf(person), count);
  }

  /** The longest time without an acknowledged write since the last call, in milliseconds. */
  longestGap(): number {
    const gap = Math.max(this.#longest, performance.now() - this.#last);
    this.#longest = 0;
    return gap;
  }

  /** Waits until something is written again. */
  async untilWritten(): Promise<void> {
    const before = this.acknowledged.length;
    while (this.acknowledged.length === before) await wait(20);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  async #write(): Promise<void> {
    while (!this.#isStopped) {
      // Between two servers nobody answers, or half an answer comes; nothing of that is acknowledged.
      await this.#push().catch(() => undefined);
      await wait(PAUSE_MS);
    }
  }

  async #credentials(): Promise<string> {
    const answer = await fetch(`${this.#person.origin}/api/children/sync`, {
      headers: { authorization: `JWT ${this.#token}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (answer.status === 401) this.signedOut.push(answer.status);
    return ((await answer.json()) as { entity: string }).entity;
  }

  #records() {
    const { unit } = this.#person;
    return Array.from({ length: RECORDS_AT_ONCE }, () => {
      this.#next += 1;
      const id = `chld_${unit}_${1_780_000_000_000 + this.#next}_0a1b2c`;
      const digest = digestLike(id);
      return {
        ...aChild({ _id: id }),
        _rev: `1-${digest}`,
        _revisions: { start: 1, ids: [digest] },
      };
    });
  }

  async #push(): Promise<void> {
    this.#entity ??= await this.#credentials();
    const { origin, unit } = this.#person;
    const answer = await fetch(`${origin}/sync/${unit}/_bulk_docs`, {
      method: 'POST',
      headers: { authorization: `JWT ${this.#entity}`, 'content-type': 'application/json' },
      body: JSON.stringify({ new_edits: false, docs: this.#records() }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (answer.status === 401) this.#entity = null;
    if (!answer.ok) return void (await answer.text());
    const results = (await answer.json()) as { ok?: true; id: string; rev: string }[];
    for (const { ok, id, rev } of results) if (ok === true) this.acknowledged.push({ id, rev });
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }
}
