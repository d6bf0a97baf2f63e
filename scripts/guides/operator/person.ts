// What a person does in the application while an operator follows the guide, as calls.
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { API_PATHS, SYNC_PATH, type SyncCredentials } from '@crece/contract';
import { aChild } from '@crece/domain/testing';

const UNIT = 'test_stake_gtm';
const PERSON = {
  firstName: 'Ana',
  lastName: 'López',
  username: 'ana',
  email: 'ana@example.org',
  password: 'Kiwi-Trova-58',
};

interface Sent {
  readonly token?: string;
  readonly body?: unknown;
}

/** Calls a server; with `https` the walk's own certificate is believed. */
async function call(
  origin: string,
  path: string,
  { token, body }: Sent,
  certificate: string,
): Promise<unknown> {
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `JWT ${token}` }),
  };
  const method = body === undefined ? 'GET' : 'POST';
  if (origin.startsWith('http:')) {
    const answer = await fetch(`${origin}${path}`, {
      ...{ method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
    });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }
  const ca = readFileSync(certificate, 'utf8');
  return new Promise((resolve, reject) => {
    const options = { method, headers, ca, agent: false };
    const sent = request(`${origin}${path}`, options, (answer) => {
      const { statusCode = 0 } = answer;
      textOf(answer).then((text) => {
        if (statusCode >= 300) reject(new Error(`${path} answers ${statusCode}: ${text}`));
        else resolve(JSON.parse(text));
      }, reject);
    });
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The first administrator, with a phone. */
export class Person {
  readonly #certificate: string;
  #token = '';

  constructor(certificate: string) {
    this.#certificate = certificate;
  }

  /** Opens the link of the first administrator and makes the account. */
  async useLink(link: string): Promise<void> {
    const { origin, hash } = new URL(link);
    const body = { ...PERSON, secret: hash.slice(1) };
    const made = await this.#call(origin, API_PATHS.firstAdmin, { body });
    this.#token = (made as { token: string }).token;
  }

  async signIn(origin: string): Promise<void> {
    const body = { usernameOrEmail: PERSON.username, password: PERSON.password };
    const signedIn = await this.#call(origin, API_PATHS.signin, { body });
    this.#token = (signedIn as { token: string }).token;
  }

  /** The phone sends a new child. */
  async sendChild(origin: string, place: number): Promise<void> {
    const id = `chld_${UNIT}_${1_780_000_000_000 + place}_0a1b2c`;
    const digest = String(place).padStart(32, '0');
    const child = {
      ...aChild({ _id: id }),
      _rev: `1-${digest}`,
      _revisions: { start: 1, ids: [digest] },
    };
    const answers = await this.#call(origin, `${SYNC_PATH}/${UNIT}/_bulk_docs`, {
      token: await this.#entity(origin),
      body: { new_edits: false, docs: [child] },
    });
    const [{ ok } = { ok: false }] = answers as { ok?: boolean }[];
    if (ok !== true) throw new Error(`the child was refused: ${JSON.stringify(answers)}`);
  }

  /** How many children the server has in the unit. */
  async childrenAt(origin: string): Promise<number> {
    const token = await this.#entity(origin);
    const all = await this.#call(origin, `${SYNC_PATH}/${UNIT}/_all_docs`, { token });
    return (all as { rows: unknown[] }).rows.length;
  }

  async #entity(origin: string): Promise<string> {
    const given = await this.#call(origin, API_PATHS.sync, { token: this.#token });
    return (given as SyncCredentials).entity;
  }

  #call(origin: string, path: string, sent: Sent): Promise<unknown> {
    return call(origin, path, sent, this.#certificate);
  }
}
