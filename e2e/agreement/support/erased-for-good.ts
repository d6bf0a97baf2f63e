import { eraseHere } from '../../../packages/storage/src/engine/erasing/erase-here.ts';
import type { Phone } from '../../../packages/storage/src/testing/index.ts';

/** The records of a unit that name one of these as owner in any version, removed ones too. */
async function ownedBy({ engine: { store } }: Phone, owners: ReadonlySet<string>) {
  const { changes } = await store.changesSince(0, Number.MAX_SAFE_INTEGER);
  const leaves = await store.leavesOfMany(changes.map(({ id }) => id));
  return leaves.flatMap((versions) =>
    versions.flatMap(({ _id, owner }) =>
      typeof owner === 'string' && owners.has(owner) ? [_id] : [],
    ),
  );
}

/** What the server has erased for good, and which phones have heard of it. */
export class ErasedForGood {
  readonly #ids = new Set<string>();
  readonly #heard = new Map<Phone, ReadonlySet<string>>();

  /** Erases a child with all that the server has of it; false when the server does not know it. */
  async erase(server: Phone, childId: string, now: Date): Promise<boolean> {
    const leaves = await server.engine.store.leaves(childId);
    if (leaves.length === 0 || this.#ids.has(childId)) return false;
    const file = await server.unit.readChildFile(childId);
    const records = file === null ? [] : [file.child, ...(file.others ?? [])];
    const people = new Set([childId, ...records.map(({ _id }) => _id)]);
    for (const id of [...people, ...(await ownedBy(server, people))]) this.#ids.add(id);
    await eraseHere(server.engine, [...this.#ids], now);
    return true;
  }

  /** A phone that talks to the server drops what was erased, before it sends or takes anything. */
  async tell(phone: Phone, now: Date): Promise<void> {
    if (!this.#hasNews(phone)) return;
    await eraseHere(phone.engine, [...this.#ids], now);
    this.#heard.set(phone, new Set(this.#ids));
  }

  /**
   * Whether two phones have heard the same. Else files between them are not simply handed over: they
   * neither erase nor bring back.
   */
  isSameFor(one: Phone, other: Phone): boolean {
    return this.#heard.get(one)?.size === this.#heard.get(other)?.size;
  }

  /** Whether a phone knows that a record was erased. */
  isKnownTo(phone: Phone, id: string): boolean {
    return this.#heard.get(phone)?.has(id) === true;
  }

  #hasNews(phone: Phone): boolean {
    return (this.#heard.get(phone)?.size ?? 0) < this.#ids.size;
  }
}
