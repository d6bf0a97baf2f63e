import type { CarriedDocument } from '../../unit/records/carried-document.ts';

/** The server's reason code for a removal without the right to remove. */
export const REMOVAL = 'removal';

/**
 * Children whose removal was refused in this run: they stay on the server with their screenings.
 * The server keeps the screenings that are in the same request; this class covers screenings in
 * later requests.
 */
export class KeptChildren {
  readonly #ids = new Set<unknown>();

  /** Notes a refusal. */
  note({ _id }: CarriedDocument, reason: string): void {
    if (reason === REMOVAL) this.#ids.add(_id);
  }

  /** Whether a document is the removal of a screening whose child was kept. */
  holds(document: CarriedDocument): boolean {
    return document._deleted === true && this.#ids.has(document['owner']);
  }
}
