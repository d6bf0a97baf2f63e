import { setTimeout as delay } from 'node:timers/promises';
import {
  type CouchAnswer,
  type CouchClient,
  isUnheardOf,
  type Request,
  type SizedElement,
} from './couch-client.ts';

/** How long until every server of a cluster knows of a new database and of who may read it. */
const NEW_MS = 5_000;
const NEW_PAUSE_MS = 100;

/** Requests to one database; their paths are below its own. */
export class DatabaseRequests {
  readonly #client: CouchClient;
  readonly #path: string;
  #newUntil = 0;

  constructor(client: CouchClient, name: string) {
    this.#client = client;
    this.#path = encodeURIComponent(name);
  }

  /** From now on a server that does not know the database yet is asked again, for a while. */
  markNew(): void {
    this.#newUntil = Date.now() + NEW_MS;
  }

  async ask(request: Request): Promise<CouchAnswer> {
    for (;;) {
      try {
        return await this.#client.ask(this.#below(request));
      } catch (error) {
        // A server that refused has written nothing, so the request can be repeated.
        if (!isUnheardOf(error) || Date.now() > this.#newUntil) throw error;
        await delay(NEW_PAUSE_MS);
      }
    }
  }

  /** The elements of an answer with one long array, as they arrive. */
  elements(request: Request): AsyncGenerator<unknown, void> {
    return this.#client.elements(this.#below(request));
  }

  /** The same, each with the length of its text. */
  sizedElements(request: Request): AsyncGenerator<SizedElement, void> {
    return this.#client.sizedElements(this.#below(request));
  }

  #below(request: Request): Request {
    return { ...request, path: request.path === '' ? this.#path : `${this.#path}/${request.path}` };
  }
}
