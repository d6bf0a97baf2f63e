import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aChild, aMother, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { aPrefix, couchBackEnds, couchStores } from '../../store/testing/couch-back-ends.ts';
import { replicated } from '../../store/testing/support.ts';
import { aFolder } from '../../testing/test-app.ts';
import { aServerProcess, crece, startCrece } from '../testing/processes.ts';
import { storedIn, typed } from '../testing/typed.ts';

const UNIT = 'test_stake_gtm';

function aFile(lines: readonly (object | string)[]): string {
  const path = join(aFolder(), 'documents.ndjson');
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(path, `${texts.join('\n')}\n`);
  return path;
}

/** Children with a screening each, the screenings first. */
function many(children: number): readonly object[] {
  const numbers = Array.from({ length: children }, (_, i) => String(i).padStart(4, '0'));
  return [
    ...numbers.map((i) => aScreening({ _id: `scr_${i}`, owner: `chld_${i}` })),
    ...numbers.map((i) => aChild({ _id: `chld_${i}` })),
  ];
}

const importing = (file: string, ...more: string[]) => [
  ...['import', '--unit', UNIT, '--documents', file],
  ...more,
];

describe('crece import --documents', { timeout: 120_000 }, () => {
  it('prints a line for each document and the number of each outcome', async () => {
    const dataDir = aFolder();
    const file = aFile([
      aChild({ _id: 'chld_1', ward: ' =A', phone: '' }),
      aChild({ _id: 'chld_2', birthDate: 'ayer' }),
      '{"_id":',
    ]);
    const { exitCode, out, log } = await typed(dataDir, importing(file));
    expect(out).toBe(
      [
        'line,id,kind,outcome,reasons,details',
        '1,chld_1,child,repaired,,"phone: """" → –; ward: "" =A"" → ""=A"""',
        '2,chld_2,child,unreadable,birth-date-invalid,',
        '3,,,refused,not-json,',
        '',
      ].join('\n'),
    );
    expect(log).toBe(
      'Documents: 1 taken and repaired at reading, 1 kept but unreadable, 1 refused.\n' +
        'Documents were refused: look for "refused" among the findings.\n',
    );
    expect(exitCode).toBe(1);
    expect((await storedIn(dataDir, UNIT)).map(({ _id }) => _id)).toEqual(['chld_1', 'chld_2']);
  });

  it('resumes after any number of kills, and writes every document once', async () => {
    const dataDir = aFolder();
    const documents = many(400);
    const file = aFile(documents);
    for (let round = 0; round < 4; round += 1) {
      const { child, said, ended } = startCrece(dataDir, importing(file));
      child.stdout.on('data', () => {
        // In the middle of the next batch, which is not reported yet.
        if (said.out.split('\n').length > round * 200 + 2) child.kill('SIGKILL');
      });
      await ended;
      expect(child.signalCode).toBe('SIGKILL');
    }
    const last = await crece(dataDir, importing(file));
    expect(last.exitCode).toBe(0);
    expect(last.log).toMatch(/^Documents:.* \d+ already there\.\n$/);
    const stored = await storedIn(dataDir, UNIT);
    expect(stored).toHaveLength(documents.length);
    expect(stored.every(({ _rev }) => _rev.startsWith('1-'))).toBe(true);
  });

  it('works while a server is running, which serves the imported records', async () => {
    const dataDir = aFolder();
    const server = await aServerProcess(dataDir);
    const { exitCode, log } = await crece(dataDir, importing(aFile(many(5))));
    expect([exitCode, log]).toEqual([0, 'Documents: 10 taken.\n']);
    await server.stop();
    expect(await storedIn(dataDir, UNIT)).toHaveLength(10);
  });

  it('skips a line of 100 MB without holding it in memory, and imports the others', async () => {
    const file = aFile([aChild({ _id: 'chld_1' })]);
    const piece = 'x'.repeat(10_000_000);
    writeFileSync(file, '{"_id":"chld_2","comments":"', { flag: 'a' });
    for (let i = 0; i < 10; i += 1) writeFileSync(file, piece, { flag: 'a' });
    writeFileSync(file, `"}\n${JSON.stringify(aChild({ _id: 'chld_3' }))}\n`, { flag: 'a' });
    const dataDir = aFolder();
    const { out } = await crece(dataDir, importing(file), '', {
      NODE_OPTIONS: '--max-old-space-size=64',
    });
    expect(out).toContain('\n2,,,refused,too-long,\n3,chld_3,child,taken,,\n');
    expect(await storedIn(dataDir, UNIT)).toHaveLength(2);
  });

  it.each([
    ['no unit', ['--documents', 'x'], 2, 'import needs --unit DB'],
    ['no source', ['--unit', UNIT], 2, 'import needs --documents FILE or --from URL.'],
    [
      'both sources',
      ['--unit', UNIT, '--documents', 'x', '--from', 'http://h/d'],
      2,
      'import needs',
    ],
    ['an unknown option', ['--unit', UNIT, '--force'], 2, "Unknown option '--force'"],
    ['an unknown unit', ['--unit', 'nowhere', '--documents', 'x'], 1, 'There is no unit "nowhere"'],
    [
      'no file',
      ['--unit', UNIT, '--documents', '/nothing'],
      1,
      '/nothing cannot be read (ENOENT).',
    ],
    ['a folder', ['--unit', UNIT, '--documents', '/tmp'], 1, '/tmp cannot be read (EISDIR).'],
  ])('refuses %s with a sentence', async (_what, args, code, sentence) => {
    const { exitCode, log } = await typed(aFolder(), ['import', ...args]);
    expect(log).toContain(sentence);
    expect(exitCode).toBe(code);
  });

  it('refuses a file in UTF-16, and one that ends in the middle of an answer', async () => {
    const utf16 = aFile([]);
    writeFileSync(utf16, Buffer.from(`\ufeff${JSON.stringify(aChild())}`, 'utf16le'));
    const dataDir = aFolder();
    expect((await typed(dataDir, importing(utf16))).log).toContain('is written in UTF-16.');
    const cut = aFile(['{"total_rows":2,"offset":0,"rows":[', JSON.stringify({ doc: aChild() })]);
    const answer = await typed(dataDir, importing(cut));
    expect(answer.log).toContain('ends in the middle of an answer: documents are missing.');
    expect(answer.exitCode).toBe(1);
  });
});

for (const backEnd of couchBackEnds()) {
  describe(`crece import --from a database of ${backEnd.name}`, () => {
    it('imports its records, says what is not imported, and recognises them the next time', async () => {
      const prefix = aPrefix();
      const store = await couchStores(backEnd, { prefix }).open('unit_la_paz');
      await store.write([{ ...aChild() }, { ...aScreening(), height: '68.5' }]);
      const revs = ['a', 'b'].map((digit) => `1-${digit.repeat(32)}`);
      await store.writeRevisions(
        revs.map((rev) =>
          replicated('mthr_1', [rev], { ...aMother({ ward: rev }), _id: 'mthr_1' }),
        ),
      );
      const url = new URL(backEnd.urls().url);
      url.pathname = `/${prefix}unit_la_paz`;
      const from = ['import', '--unit', UNIT, '--from', url.href];
      const dataDir = aFolder();
      const first = await typed(dataDir, from);
      expect(first.out.split('\n')).toEqual(
        expect.arrayContaining([
          expect.stringContaining('mthr_1,mother,taken,other-versions-left-out,'),
          expect.stringContaining(`${aScreening()._id},screening,repaired,,`),
        ]),
      );
      expect(first.exitCode).toBe(0);
      expect(await storedIn(dataDir, UNIT)).toHaveLength(3);
      const second = await typed(dataDir, from);
      expect(second.log).toMatch(/^Documents: 3 already there/);
      expect(first.out + first.log + second.log).not.toContain(url.password);
    });
  });
}
