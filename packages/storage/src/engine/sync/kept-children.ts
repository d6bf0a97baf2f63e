import type { CarriedDocument } from '../../unit/records/carried-document.ts';

/** The server's word for a removal without the right to it. */
export const REMOVAL = 'removal';

/**
 * Children whose removal was refused in a run: they stay on the server as they are, with their screenings.
 * The server sees to it within one request; this does so for screenings that go into a later one.
 */
export class KeptChildren {
  readonly #ids = new Set<unknown>();

  /** Takes note of a refusal. */
  note({ _id }: CarriedDocument, reason: string): void {
    if (reason === REMOVAL) this.#ids.add(_id);
  }

  /** Whether a document is the removal of a screening whose child is kept. */
  holds(document: CarriedDocument): boolean {
    return document._deleted === true && this.#ids.has(document['owner']);
  }
}
