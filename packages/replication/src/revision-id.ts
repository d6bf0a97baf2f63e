import { canonical } from '@crece/domain';
import { generationOf, parseRevision } from './tree/revision.ts';

/** MD5 of a text's UTF-8 bytes, as 32 hexadecimal digits in lower case. */
export type Digest = (text: string) => string;

/** A document for which a revision id is calculated; its own `_rev` and `_deleted` are ignored. */
interface Body {
  readonly [field: string]: unknown;
}

/**
 * The id of the revision that results from writing this body on this parent: `3-<32 digits>` on
 * `2-…`, `1-<32 digits>` without a parent. The same body (in any order of keys), parent and
 * deletion give the same id on every device, so that two writers of the same content cause no
 * conflict. PouchDB gives the same id to a document whose `_id`, `_rev`, `_deleted` and fields are
 * sorted.
 */
export function newRevision(
  parent: string | null,
  body: Body,
  deleted: boolean,
  digest: Digest,
): string {
  if (parent !== null && parseRevision(parent) === null) throw new RangeError('not a revision');
  const { _rev: _oldRev, _deleted: _oldDeleted, ...rest } = body;
  const document = {
    ...rest,
    ...(parent === null ? {} : { _rev: parent }),
    ...(deleted ? { _deleted: true } : {}),
  };
  const generation = parent === null ? 1 : generationOf(parent) + 1;
  return `${generation}-${digest(JSON.stringify(canonical(document)))}`;
}
