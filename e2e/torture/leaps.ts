import { createHash } from 'node:crypto';
import { askGateway } from './ask-gateway.ts';
import type { Member, UnitServer } from './unit-server.ts';

/** How far the invented versions leap: nearly as far as a server allows. */
const LEAP = 9_999;

interface Row {
  id: string;
  deleted?: boolean;
  changes: { rev: string }[];
  doc: { _id: string; _rev: string };
}

/** The living children of the server's feed. */
async function livingChildren(server: UnitServer, member: Member): Promise<Row[]> {
  const feed = await askGateway(server, member, '_changes?style=all_docs&include_docs=true');
  const { results } = feed as { results: Row[] };
  return results.filter(({ id, deleted }) => id.startsWith('chld_') && deleted !== true);
}

export async function livingIds(server: UnitServer, member: Member): Promise<ReadonlySet<string>> {
  return new Set((await livingChildren(server, member)).map(({ id }) => id));
}

/**
 * Somebody sends a version of a child whose number leaps, and ends all its other versions as
 * merged. A phone that took the endings alone would lose sight of the child.
 */
export async function leapOnServer(
  server: UnitServer,
  member: Member,
  pick: number,
): Promise<void> {
  const children = (await livingChildren(server, member)).toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const child = children[Math.floor(pick * children.length)];
  if (child === undefined) return;
  const revs = child.changes.map(({ rev }) => rev);
  const highest = Math.max(...revs.map((rev) => Number.parseInt(rev, 10)));
  const invented = (text: string) => createHash('md5').update(`${child.id} ${text}`).digest('hex');
  const hash = invented('leap');
  const start = highest + LEAP;
  const { _id } = child.doc;
  const docs = [
    { ...child.doc, _rev: `${start}-${hash}`, _revisions: { start, ids: [hash] } },
    ...revs.map((rev) => {
      const end = invented(rev);
      const generation = Number.parseInt(rev, 10) + 1;
      const ids = [end, rev.slice(rev.indexOf('-') + 1)];
      const _revisions = { start: generation, ids };
      return { _id, _rev: `${generation}-${end}`, _revisions, _deleted: true, why: 'merged' };
    }),
  ];
  await askGateway(server, member, '_bulk_docs', { new_edits: false, docs });
}
