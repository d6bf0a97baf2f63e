import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { MAX_UPLOAD_BYTES } from '@crece/contract';
import { csvLine } from '@crece/reports/csv';
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { RefusedFile } from './source/source-row.ts';
import { aPlace, UNIT } from './testing/an-import.ts';
import { anUploadServer, FORM_HEADERS } from './testing/upload-server.ts';

const HEADER = [
  'id',
  'nombre',
  'apellido',
  'sexo',
  'fecha de nacimiento',
  'madre',
  'fecha',
  'peso',
];
const MORE = ['talla', 'comentarios'];

/** Names that break careless readers or writers. */
const NAMES = [
  'Ana, "la alta"',
  'Juana\nInés',
  '=1+1',
  '+María',
  '-Ana',
  '@SUM(A1)',
  '👶🏽 Ñandú',
  'محمد عبد الله',
  'נועה',
  'x'.repeat(40),
  "O'Brien",
  '<script>alert(1)</script>',
  '__proto__',
  'null',
];

const rowOf = (name: string) => ['', name, 'Xol', 'niña', '2024-03-10', name, '2025-05-10', '7.1'];

describe('an import of names that break careless readers', () => {
  const table = [[...HEADER, ...MORE], ...NAMES.map((name) => [...rowOf(name), '68.5', name])];

  it.each([
    ['CSV', () => table.map((row) => csvLine(row)).join('')],
    ['CSV with semicolons', () => table.map(semicolons).join('')],
    [
      'a workbook',
      async () => Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows: table }] })),
    ],
  ])('stores them unchanged when they come as %s', async (_kind, file) => {
    const { importBytes, documents } = await aPlace();
    const { counts } = await importBytes(await file());
    expect(counts).toMatchObject({ created: NAMES.length, rejected: 0 });
    const stored = await documents();
    const names = (field: string) =>
      stored.flatMap((document) => (field in document ? [String(document[field])] : [])).sort();
    expect(names('firstName')).toEqual(NAMES.toSorted());
    expect(names('mother')).toEqual(NAMES.toSorted());
    expect(names('comments')).toEqual(NAMES.toSorted());
  });
});

const semicolons = (row: readonly string[]) =>
  `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}\r\n`;

describe('an import of random bytes', () => {
  it('ends in a refusal, a question or findings, and never in an unreadable record', async () => {
    const { importBytes, documents } = await aPlace();
    const cell = fc.oneof(
      fc.constantFrom(
        '',
        'Ana',
        'niña',
        '2024-03-10',
        '10/3/24',
        '7.1',
        '"',
        '""',
        `chld_${UNIT}_1`,
      ),
      fc.string({ maxLength: 8 }),
      fc.string({
        unit: fc.constantFrom('"', ',', ';', '\n', '\r', "'", '=', '\u0000'),
        maxLength: 6,
      }),
    );
    const table = fc
      .array(fc.array(cell, { maxLength: 10 }), { maxLength: 6 })
      .map((rows) => Buffer.from(`${HEADER.join()}\n${rows.map((row) => row.join()).join('\n')}`));
    const bytes = fc.oneof(
      { weight: 3, arbitrary: table },
      fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (file) => {
        try {
          const { scan, counts, reports } = await importBytes(file);
          const isRead = scan.problems.length === 0 && scan.questions.length === 0;
          const told = Object.values(counts).reduce((sum, count) => sum + count, 0);
          expect(told).toBe(isRead ? scan.rows : 0);
          expect(reports.every(({ row }) => row >= 2)).toBe(true);
        } catch (error) {
          if (!(error instanceof RefusedFile)) throw error;
        }
      }),
      { numRuns: 60 },
    );
    for (const document of await documents()) {
      expect(document['owner'] ?? document['birthDate']).toEqual(expect.any(String));
    }
  });
});

describe('an import of another unit’s file', () => {
  it('reports each row and writes nothing', async () => {
    const { importBytes, documents } = await aPlace();
    const other = 'chld_quito_calderon_stake_ecu_1602382837649_q5cd7z';
    const text = [HEADER, [other, ...rowOf('Ana').slice(1)]].map((row) => csvLine(row)).join('');
    const { counts, reports } = await importBytes(text);
    expect(counts).toMatchObject({ created: 0, rejected: 1 });
    expect(reports[0]?.findings[0]).toMatchObject({
      code: 'id-of-another-unit',
      params: { unit: 'quito_calderon_stake_ecu' },
    });
    expect(await documents()).toEqual([]);
  });
});

describe('an upload that is too large', () => {
  it('a too large upload is refused by its stated length or while it is read, and leaves no file behind', async () => {
    const { app, person } = await anUploadServer();
    const { token } = await person('sofia', ['user', 'sync']);
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.address() as AddressInfo;
    const piece = Buffer.alloc(4 * 1024 * 1024, 'a,b\n');

    function send(headers: Record<string, string>, pieces: number): Promise<number> {
      return new Promise((resolve, reject) => {
        const sent = request(
          {
            port,
            host: '127.0.0.1',
            method: 'POST',
            path: `/api/children/upload/${UNIT}`,
            headers: { ...FORM_HEADERS, authorization: `JWT ${token}`, ...headers },
          },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode ?? 0);
            sent.destroy();
          },
        );
        sent.on('error', reject);
        const head = 'content-disposition: form-data; name="key"; filename="a.csv"\r\n\r\n';
        sent.write(`--between-the-parts\r\n${head}`);
        let left = pieces;
        const next = (): void => {
          if (left === 0) return;
          left -= 1;
          sent.write(piece, () => next());
        };
        next();
      });
    }
    expect(await send({ 'content-length': String(MAX_UPLOAD_BYTES * 2) }, 1)).toBe(413);
    expect(await send({}, MAX_UPLOAD_BYTES / piece.length + 1)).toBe(413);
    expect(readdirSync(join(app.services.config.dataDir, 'uploads'))).toEqual([]);
  });
});
