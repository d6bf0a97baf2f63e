import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aPrefix, couchBackEnds, couchStores } from '../../store/testing/couch-back-ends.ts';
import { all } from '../../store/testing/support.ts';
import { couchDocuments, databaseUrl } from './couch-source.ts';
import type { SourceItem } from './document-source.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    i % 2 === 0
      ? aChild({ _id: `chld_${String(i).padStart(5, '0')}` })
      : aScreening({ _id: `scr_${String(i).padStart(5, '0')}` }),
  );

const idsOf = (items: readonly SourceItem[]) =>
  items.map((item) => ('value' in item ? (item.value as { id: string }).id : item.problem));

for (const backEnd of couchBackEnds()) {
  describe(`a database of ${backEnd.name} as a source of documents`, () => {
    it('yields every document once, in pages, and the children separately', async () => {
      const prefix = aPrefix();
      const store = await couchStores(backEnd, { prefix }).open('unit_la_paz');
      const documents = many(1_203);
      await store.write(documents.map((document) => ({ ...document })));
      const { url } = backEnd.urls();
      const source = couchDocuments(databaseUrl(`${url.replace(/\/$/, '')}/${prefix}unit_la_paz`));
      const ids = documents.map(({ _id }) => _id).sort();
      const found = idsOf(await all(source.all())).filter((id) => !id.startsWith('_design/'));
      expect(found).toEqual(ids);
      expect(idsOf(await all(source.children()))).toEqual(
        ids.filter((id) => id.startsWith('chld_')),
      );
    });

    it('reports a missing database, without the password', async () => {
      const { url } = backEnd.urls();
      const source = couchDocuments(databaseUrl(`${url.replace(/\/$/, '')}/nothing_here`));
      const fault = await all(source.all()).catch((error: unknown) => error);
      expect(String(fault)).toMatch(/There is no database at http:\S+\/nothing_here\.$/);
      expect(String(fault)).not.toContain(new URL(url).password || 'no password');
    });
  });
}

/** A server that breaks its first answers off in the middle of a row. */
async function aFailingServer(failures: number) {
  const asked: string[] = [];
  const rows = many(6).map((doc) => ({ id: doc._id, key: doc._id, value: {}, doc }));
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://host');
    const start = url.searchParams.get('start_key');
    asked.push(`${url.pathname} ${start} ${request.headers.authorization}`);
    const from = start === null ? '' : (JSON.parse(start) as string);
    const text = JSON.stringify({
      total_rows: 6,
      offset: 0,
      rows: sorted.filter(({ id }) => id >= from),
    });
    const isCut = asked.length <= failures;
    if (!isCut) response.end(text);
    else response.write(text.slice(0, text.length - 200), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}/old`, asked, ids: sorted.map(({ id }) => id) };
}

describe('couchSource', () => {
  it('continues after the last document when an answer breaks off, with the account of the address', async () => {
    const { address, asked, ids } = await aFailingServer(1);
    const source = couchDocuments(databaseUrl(`http://ana:s%2Fcret@${address}`));
    expect(idsOf(await all(source.all()))).toEqual(ids);
    const account = `Basic ${Buffer.from('ana:s/cret').toString('base64')}`;
    expect(asked).toEqual([
      `/old/_all_docs null ${account}`,
      `/old/_all_docs "${ids.at(-2)}" ${account}`,
    ]);
  });

  it.each([
    '',
    'old',
    'ftp://host/old',
    'http://host',
    'http://host/',
    'http://a:geheim@host/?x=1',
  ])('refuses the address "%s" without repeating it', (text) => {
    const refused = () => databaseUrl(text);
    expect(refused).toThrow(/--from is the address of a database/);
    expect(refused).not.toThrow(/geheim/);
  });
});
