import type { Leaf } from '../document-store.ts';

interface ModelRevision {
  parent: string | null;
  deleted: boolean;
  /** JSON of the fields; null for an ancestor of which only the revision is known. */
  body: string | null;
}

/** The simplest possible model of a document's history, to compare the store with. */
export class ModelDocument {
  readonly #revisions = new Map<string, ModelRevision>();

  get isEmpty(): boolean {
    return this.#revisions.size === 0;
  }

  get known(): string[] {
    return [...this.#revisions.keys()];
  }

  has(rev: string): boolean {
    return this.#revisions.has(rev);
  }

  /** Adds a path, newest first; returns whether any of it was new. */
  add(ancestry: readonly string[], deleted: boolean, body: string): boolean {
    let isNews = false;
    for (const [i, rev] of ancestry.entries()) {
      const parent = ancestry[i + 1] ?? null;
      const present = this.#revisions.get(rev);
      if (present === undefined) {
        const isOwn = i === 0;
        this.#revisions.set(rev, { parent, deleted: isOwn && deleted, body: isOwn ? body : null });
        isNews = true;
      } else if (present.parent === null && parent !== null) {
        present.parent = parent;
        isNews = true;
      }
    }
    return isNews;
  }

  /** Leaves in CouchDB's order: living first, then by generation and hash, highest first. */
  leaves(): Leaf[] {
    const parents = new Set([...this.#revisions.values()].map(({ parent }) => parent));
    const rank = ({ rev, deleted }: Leaf) => {
      const [generation = '', hash = ''] = rev.split('-');
      return `${deleted ? 0 : 1} ${generation.padStart(9, '0')} ${hash}`;
    };
    return [...this.#revisions]
      .filter(([rev]) => !parents.has(rev))
      .map(([rev, { deleted }]) => ({ rev, deleted }))
      .sort((a, b) => (rank(a) < rank(b) ? 1 : -1));
  }

  get isLiving(): boolean {
    return this.leaves()[0]?.deleted === false;
  }

  bodyOf(rev: string): string | null {
    return this.#revisions.get(rev)?.body ?? null;
  }

  ancestryOf(rev: string): string[] {
    const ancestry: string[] = [];
    for (let at: string | null = rev; at !== null; at = this.#revisions.get(at)?.parent ?? null) {
      ancestry.push(at);
    }
    return ancestry;
  }

  copy(): ModelDocument {
    const copy = new ModelDocument();
    for (const [rev, revision] of this.#revisions) copy.#revisions.set(rev, { ...revision });
    return copy;
  }
}
