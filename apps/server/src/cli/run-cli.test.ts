import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { programFile } from '../testing/programs.ts';
import { run } from './testing/run.ts';

const WHO_HEADER = 'id,sex,age_days,weight,lenhei,measure,muac,oedema,ward';

describe('a mistyped command line', () => {
  it.each([
    ['', 2],
    ['--help', 0],
    ['-- help', 0],
    ['help nonsense', 0],
  ])('"%s" is answered with the usage', async (command, exitCode) => {
    const answer = await run(command, '');
    expect(answer.exitCode).toBe(command === '' ? 2 : exitCode);
    const told = answer.output + answer.said.join('');
    expect(told).toContain('Usage: npm run --silent crece --');
    for (const name of ['zscores', 'restore FILE FOLDER', 'clock ok']) expect(told).toContain(name);
  });

  it.each(['backup --help', 'help backup', 'backup /mnt/disk -h'])(
    '"%s" is answered with the usage of that command alone',
    async (command) => {
      const { exitCode, output, said } = await run(command, '');
      expect([exitCode, said]).toEqual([0, []]);
      expect(output).toContain('[--keep 7d,4w,12m]');
      expect(output).not.toMatch(/restore|zscores/);
    },
  );

  it('a mistyped word is said on one screen with the usage of its command', async () => {
    const { exitCode, said } = await run('restore --sessions', '');
    expect(exitCode).toBe(2);
    const lines = said.join('\n').split('\n');
    expect(lines[0]).toBe("Unknown option '--sessions'.");
    expect(lines).toContainEqual(expect.stringContaining('[--keep-sessions]'));
    expect(lines.length).toBeLessThan(24);
  });

  it.each([
    ['grow', 'There is no command "grow".'],
    ['constructor', 'There is no command "constructor".'],
    ['zscores', 'zscores needs --method who or --method programme.'],
    ['zscores --method nchs', 'zscores needs --method who or --method programme.'],
    ['zscores --method who --decimals two', '--decimals is a whole number from 0 to 10.'],
    ['zscores --method who --decimals 11', '--decimals is a whole number from 0 to 10.'],
    ['zscores --method who --decimals 1.5', '--decimals is a whole number from 0 to 10.'],
    ['prevalence --age-unit year', '--age-unit is day or month.'],
    ['assess --method who', "Unknown option '--method'."],
    ['quality --text in.csv', "Unexpected argument 'in.csv'."],
    ['zscores --method who --method programme', '--method is given twice.'],
    [
      'import --unit a_stake_gtm --documents a.json --documents b.json',
      '--documents is given twice.',
    ],
    ['backup /mnt/disk --keep 7d,4w,12m --keep=1d,1w,1m', '--keep is given twice.'],
    ['user add --username ana --username bea', '--username is given twice.'],
    ['rollback --to-backup a --to-backup b', '--to-backup is given twice.'],
    ['convert --scope countries --unit a_stake_gtm', '--unit belongs to --scope stake alone.'],
    ['report --type all --unit a_stake_gtm --country GTM', '--country belongs to --scope country'],
  ])('"%s" is refused with a sentence and exit code 2', async (command, sentence) => {
    const { exitCode, output, said } = await run(command, `${WHO_HEADER}\n`);
    expect(exitCode).toBe(2);
    expect(output).toBe('');
    expect(said.join('\n').startsWith(sentence)).toBe(true);
  });
});

describe('an unusable input file', () => {
  const COMMANDS = [
    'zscores --method who',
    'zscores --method programme',
    'assess',
    'prevalence',
    'quality',
  ];

  it.each(COMMANDS)('an empty file is refused by %s', async (command) => {
    for (const text of ['', '\n', '\uFEFF', '\r\n\r\n']) {
      const { exitCode, output, said } = await run(command, text);
      expect([exitCode, output, said]).toEqual([
        1,
        '',
        ['The file is empty: a header line with column names is needed.'],
      ]);
    }
  });

  it.each(COMMANDS)('a file that is no table is refused by %s', async (command) => {
    for (const text of ['PK\u0003\u0004 something else\n', '<html>', 'x'.repeat(200_000)]) {
      const { exitCode, output, said } = await run(command, text);
      expect([exitCode, output]).toEqual([1, '']);
      expect(said.join('')).toMatch(/^The first line has none of the columns sex, .*Is this a CSV/);
    }
  });

  it('a refused file names the missing columns', async () => {
    const lacking = async (command: string, header: string) => (await run(command, header)).said;
    expect(await lacking('zscores --method programme', 'id,height\n')).toEqual([
      'The header lacks the columns sex, month_age.',
    ]);
    expect(await lacking('assess', 'sex,month_age\n')).toEqual([
      'The header lacks the column is_first.',
    ]);
    expect(await lacking('quality', 'sex,sex,age\n')).toEqual([
      'The header has the column sex twice.',
    ]);
  });

  it('a table without rows is reported, and refused by prevalence and quality', async () => {
    const rows = await run('zscores --method who', WHO_HEADER);
    expect([rows.exitCode, rows.rows.length]).toEqual([0, 0]);
    expect(rows.header.at(-1)).toBe('error');
    expect(rows.said).toEqual(['The file has a header but no rows.']);
    for (const command of ['prevalence', 'quality'])
      expect((await run(command, 'sex,age\n')).exitCode).toBe(1);
  });

  it('a survey of which no age fits is refused with a hint at the unit of age', async () => {
    const days = 'sex,age,weight\n1,2000,12\n2,1900,11\n';
    const { exitCode, said } = await run('prevalence', days);
    expect([exitCode, said.at(-1)]).toEqual([
      1,
      'No age is within the standards (1826 days): the largest is 2000. Is --age-unit day right?',
    ]);
    const inDays = await run('quality --age-unit month', 'sex,age\n1,1200\n');
    expect(inDays.said.at(-1)).toContain('(60 months): the largest is 1200. Is --age-unit month');
    expect((await run('prevalence', 'sex,age\n1,\n')).said.at(-1)).toBe('No row has an age.');
  });
});

describe('bad rows of an input file', () => {
  const zscores = async (...lines: string[]) =>
    (await run('zscores --method who', [WHO_HEADER, ...lines, ''].join('\n'))).rows;

  it('pass unknown columns through after the computed ones, with the error last', async () => {
    const { header, rows } = await run(
      'zscores --method who',
      'note,sex,age_days,Weight,id\n"say ""hi"", twice",2,1522,17,7\n',
    );
    expect(header.slice(0, 2)).toEqual(['id', 'clenhei']);
    expect(header.slice(-2)).toEqual(['note', 'error']);
    expect(rows[0]).toMatchObject({ id: '7', zwei: '0.24', note: 'say "hi", twice', error: '' });
  });

  it.each([
    ['1,1,-5,10,80,l,13,n,a', 'age is negative'],
    ['1,1,1900,10,80,l,13,n,a', 'age is 60 months or more'],
    ['1,,500,10,80,l,13,n,a', 'sex is missing'],
    ['1,1,,10,80,l,13,n,a', 'age is missing'],
    ['1,3,500,10,80,l,13,n,a', 'sex: "3" is neither 1 (boy) nor 2 (girl)'],
    ['1,1,500,ten,80,l,13,n,a', 'weight: "ten" is not a number'],
    ['1,1,500,10,80,x,13,n,a', 'measure: "x" is neither l (lying) nor h (standing)'],
    ['1,1,500,10,80,l,13,maybe,a', 'oedema: "maybe" is neither yes (y, 1) nor no (n, 2)'],
    ['1,1,500,10500,80,l,13,n,a', "weight: 10500 kg is no child's (grams or pounds?)"],
    ['1,1,500,10,805,l,13,n,a', "lenhei: 805 cm is no child's (millimetres?)"],
    ['1,1,500,10,80,l,135,n,a', "muac: 135 cm is no child's (millimetres?)"],
    ['1,1,500,80,10,l,13,n,a', 'weight is larger than lenhei: have the columns changed places?'],
    ['1,1,500,0,80,l,13,n,a', 'weight: 0 kg is no measurement'],
    ['1,1,500,10,40,l,13,n,a', 'zwfl: length or height outside the table'],
    ['1,1,500,10', 'the line has 4 cells, the header 9'],
    ['1,1,500,10,80,l,13,n,a,b', 'the line has 10 cells, the header 9'],
    ['"1,1,500,10,80,l,13,n,a', 'a quotation mark is not closed'],
  ])('like %s have the error "%s"', async (line, sentence) => {
    const rows = await zscores(line, '2,2,1522,17,100,h,,n,b');
    expect(rows[0]?.error).toContain(sentence);
    expect(rows[1]).toMatchObject({ id: '2', zwei: '0.24', ward: 'b', error: '' });
  });

  it('a row with an unreadable cell gets the scores that do not need it', async () => {
    const [row] = await zscores('1,2,1522,17,tall,h,15,n,a');
    expect(row).toMatchObject({
      zlen: '',
      zwei: '0.24',
      zwfl: '',
      error: 'lenhei: "tall" is not a number',
    });
    expect(row?.zac).not.toBe('');
  });

  it('measures that are only missing are no error of a row', async () => {
    const rows = await zscores('1,2,1522,,,,,,', '2,2,60,5,56,l,12,,', '3,1,700,10,80,l,13,y,');
    expect(rows.map(({ error }) => error)).toEqual(['', '', '']);
  });

  it.each([
    ['NA', ''],
    ['#N/A', ''],
    ['1.7E+01', '0.24'],
    ['1,7e1', '0.24'],
    ['17.', '0.24'],
  ])('the weight %s is read as a number or as no value', async (weight, zwei) => {
    const cell = weight.includes(',') ? `"${weight}"` : weight;
    const [row] = await zscores(`1,2,1522,${cell},,,,,`);
    expect(row).toMatchObject({ zwei, error: '' });
  });

  it('use the age column that is_age_in_month selects', async () => {
    const header = 'sex,age_days,age_months,is_age_in_month,weight';
    const { rows } = await run(
      'zscores --method who',
      [
        header,
        '2,1522,1,0,17',
        '2,1,50.004,1,17',
        '2,1522,,,17',
        '2,,50.004,,17',
        '2,1522,,1,17',
      ].join('\n'),
    );
    expect(rows.map(({ zwei }) => zwei)).toEqual(['0.24', '0.24', '0.24', '0.24', '']);
  });

  it('a row with any unreadable part is not assessed: half of it could read as normal', async () => {
    const header = 'id,sex,month_age,is_first,height,weight,muac';
    const { rows } = await run(
      'assess',
      [
        header,
        '1,1,20,1,8o,10,13',
        '2,,20,1,80,10,13',
        '3,1,,1,80,10,13',
        '4,1,20,,80,10,13',
        '5,1,-2,1,80,10,13',
        '6,1,20,1,80,10,13',
      ].join('\n'),
    );
    expect(rows.map(({ id, status, supType, error }) => [id, status, supType, error])).toEqual([
      ['1', '', '', 'height: "8o" is not a number'],
      ['2', '', '', 'sex is missing'],
      ['3', '', '', 'month_age is missing'],
      ['4', '', '', 'is_first is missing'],
      ['5', '', '', 'month_age is negative'],
      ['6', 'ORANGE_CHILD', 'none', ''],
    ]);
  });

  const ASSESS_HEADER = 'id,sex,month_age,is_first,height,weight,muac';
  const OUTCOME =
    'ha,wa,wl,haStatus,waStatus,wlStatus,zscoreStatus,statusColor,status,actions,supType,muacBand,obese,bmi';

  it.each([
    ['20', '82', '10500', '', "weight: 10500 kg is no child's (grams or pounds?)"],
    ['20', '82', '40.1', '', "weight: 40.1 kg is no child's (grams or pounds?)"],
    ['20', '82', '0.4', '', "weight: 0.4 kg is no child's"],
    ['20', '82', '0', '', 'weight: 0 kg is no measurement'],
    ['20', '82', '-10', '', 'weight: -10 kg is no measurement'],
    ['20', '0.82', '10.5', '', "height: 0.82 cm is no child's (metres or inches?)"],
    ['20', '29.9', '10.5', '', "height: 29.9 cm is no child's (metres or inches?)"],
    ['20', '820', '10.5', '', "height: 820 cm is no child's (millimetres?)"],
    ['20', '140.1', '10.5', '', "height: 140.1 cm is no child's (millimetres?)"],
    ['20', '0', '10.5', '', 'height: 0 cm is no measurement'],
    ['20', '82', '10.5', '26.6', 'muac: 26.6 cm is outside 5.5–26.5'],
    ['20', '82', '10.5', '5.4', 'muac: 5.4 cm is outside 5.5–26.5'],
    ['20', '', '', '26.6', 'muac: 26.6 cm is outside 5.5–26.5'],
    ['20', '82', '10.5', '108', "muac: 108 cm is no child's (millimetres?)"],
    ['20', '82', '10.5', '40.1', "muac: 40.1 cm is no child's (millimetres?)"],
    ['20', '82', '10.5', '1.35', "muac: 1.35 cm is no child's"],
    [
      '20',
      '10.5',
      '82',
      '',
      "weight: 82 kg is no child's (grams or pounds?); height: 10.5 cm is no child's (metres or inches?); weight is larger than height: have the columns changed places?",
    ],
    ['120.1', '82', '10.5', '13', "month_age: 120.1 is no child's (days?)"],
  ])(
    'a row of assess (%s months, %s cm, %s kg, MUAC %s) has no outcome, but the error "%s"',
    async (age, height, weight, muac, error) => {
      const { rows } = await run(
        'assess',
        `${ASSESS_HEADER}\n1,1,${age},1,${height},${weight},${muac}\n`,
      );
      const nothing = Object.fromEntries(OUTCOME.split(',').map((name) => [name, '']));
      expect(rows).toEqual([{ id: '1', ...nothing, error }]);
    },
  );

  it.each([
    ['20', '82', '10.5', '26.5', 'GREEN_CHILD', 'green', ''],
    ['20', '82', '10.5', '5.5', 'GREEN_CHILD', 'red', ''],
    ['20', '30', '0.5', '13', 'RED_CHILD', 'green', ''],
    ['20', '140', '40', '13', 'GREEN_CHILD', 'green', 'wl: no row in the tables'],
    ['120', '', '', '13', 'GREEN_CHILD', 'green', ''],
  ])(
    'a row of assess at the limits (%s months, %s cm, %s kg, MUAC %s) is assessed',
    async (age, height, weight, muac, status, band, error) => {
      const { rows } = await run(
        'assess',
        `${ASSESS_HEADER}\n1,1,${age},1,${height},${weight},${muac}\n`,
      );
      expect(rows).toMatchObject([{ status, muacBand: band, error }]);
    },
  );

  it('bad rows of a survey are reported as hints, the first ten by line number', async () => {
    const good = '1,500,10,80';
    const bad = '1,500,ten,80';
    const lines = ['sex,age,weight,lenhei', good, ...new Array<string>(12).fill(bad), good, ''];
    const { exitCode, said, rows } = await run('prevalence', lines.join('\n'));
    expect(exitCode).toBe(0);
    expect(said).toHaveLength(11);
    expect(said[0]).toBe('line 3: weight: "ten" is not a number');
    expect(said.at(-1)).toBe('12 of 14 rows have something to look at; see above for the first.');
    expect(rows[0]).toMatchObject({ Group: 'All', HAZ_unwpop: '14', WAZ_unwpop: '2' });
  });
});

const MAIN = programFile('crece');

/** A child process with too little heap to hold the file. */
function startCrece(args: readonly string[], heapMegabytes: number) {
  return spawn(
    process.execPath,
    [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=2', MAIN, ...args],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
}

describe('the process of a command', () => {
  it('reads a file larger than its memory, in constant memory', async () => {
    const crece = startCrece(['zscores', '--method', 'who'], 24);
    // 40 MB in rows of 400 bytes: neither the text nor a record of each row has room.
    const rows = `1,2,1522,17,100,h,15,n,${'a ward with a long name '.repeat(16)}\n`.repeat(500);
    let received = 0;
    let said = '';
    crece.stdout.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1').split('\n').length - 1;
    });
    crece.stderr.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
    const closed = new Promise<number | null>((resolve) => crece.on('close', resolve));
    crece.stdin.write(`${WHO_HEADER}\n`);
    for (let piece = 0; piece < 200; piece++)
      if (!crece.stdin.write(rows))
        await new Promise((resolve) => crece.stdin.once('drain', resolve));
    crece.stdin.end();
    expect([await closed, said]).toEqual([0, '']);
    expect(received).toBe(100_001);
  }, 60_000);

  it('ends silently when its output is closed', async () => {
    const crece = startCrece(['zscores', '--method', 'who'], 64);
    let said = '';
    crece.stderr.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
    const closed = new Promise<number | null>((resolve) => crece.on('close', resolve));
    crece.stdin.on('error', () => undefined);
    crece.stdout.once('data', () => crece.stdout.destroy());
    crece.stdin.write(`${WHO_HEADER}\n${'1,2,1522,17,100,h,15,n,a\n'.repeat(50_000)}`);
    crece.stdin.end();
    expect([await closed, said]).toEqual([0, '']);
  }, 30_000);

  it('reports a mistyped command on standard error with exit code 2', async () => {
    const crece = startCrece(['zscores'], 64);
    let [out, said] = ['', ''];
    crece.stdout.on('data', (bytes: Buffer) => {
      out += bytes.toString();
    });
    crece.stderr.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
    crece.stdin.end();
    const code = await new Promise((resolve) => crece.on('close', resolve));
    expect([code, out, said]).toEqual([
      2,
      '',
      'zscores needs --method who or --method programme.\n',
    ]);
  }, 30_000);
});
