import { describe, expect, it } from 'vitest';
import { unitStoreName } from '../gateway/unit-place.ts';
import { couchBackEnds, couchStores } from '../store/testing/couch-back-ends.ts';
import { aPlace, NOW, UNIT } from './testing/an-import.ts';
import { undoImport } from './undo-import.ts';

const HEADER = 'nombre,apellido,sexo,fecha de nacimiento,fecha,peso,talla,muac,teléfono\n';
const FILE = `${HEADER}Ana,Xol,niña,2024-03-10,2025-05-10,7.1,68.5,11.9,5550
Ana,Xol,niña,2024-03-10,2025-02-10,6.5,64,11.2,
Luis,Caal,niño,2023-01-05,2025-05-10,11,84,14,
`;

for (const backEnd of couchBackEnds()) {
  describe(`an import into databases on ${backEnd.name}`, () => {
    it('writes once, completes a child of which only a part was written, and can be undone', async () => {
      const place = await aPlace(couchStores(backEnd));
      const { importBytes, documents, stores, journal } = place;
      await journal.keepRecord('one', {
        stakeDB: UNIT,
        username: 'sofia',
        startedAt: NOW.toISOString(),
        state: 'imported',
      });
      const { counts } = await importBytes(FILE, { importId: 'one' });
      expect(counts).toMatchObject({ created: 3, rejected: 0 });
      const before = await documents();
      expect(before).toHaveLength(5);
      expect((await importBytes(FILE)).counts).toMatchObject({ duplicate: 3 });

      // As if the connection were cut after the first documents of a request.
      const screening = before.find(({ surveyDate }) => surveyDate === '2025-02-10');
      const store = await stores.open(unitStoreName(UNIT));
      await store.write([
        { _id: screening?._id ?? '', _rev: screening?._rev ?? '', _deleted: true },
      ]);
      expect((await importBytes(FILE)).counts).toMatchObject({ created: 1, duplicate: 2 });
      expect(await documents()).toHaveLength(5);

      const undone = await undoImport(
        { importId: 'one', accountId: 'acc_1', username: 'sofia', author: 'Sofía', now: NOW },
        { ...place, signal: new AbortController().signal, progress: () => undefined },
      );
      expect(undone).toEqual({ children: 2, kept: [] });
      expect(await documents()).toEqual([]);
    });
  });
}
