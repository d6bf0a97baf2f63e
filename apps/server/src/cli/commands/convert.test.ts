import { aChild, aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { openDataStores } from '../../start/data-folder.ts';
import { aFolder } from '../../testing/test-app.ts';
import { typed } from '../testing/typed.ts';

const UNITS = ['coban_stake_gtm', 'test_stake_gtm', 'danli_stake_hnd'];
const HEADER =
  'unit,screenings,changedScreenings,children,changedChildren,unreadable,withoutChild,waiting,error';

/** A data folder whose units contain a child each, with a wrong class from an older system. */
async function aDataFolder(): Promise<string> {
  const dataDir = aFolder();
  const stores = await openDataStores(dataDir);
  const { rules: _rules, ...screening } = aScreening({ status: 'GREEN_CHILD', actions: [] });
  for (const unit of UNITS) {
    await (await stores.open(`unit_${unit}`)).write([{ ...aChild() }, screening]);
  }
  await stores.close();
  return dataDir;
}

async function convert(dataDir: string, options: string) {
  const { exitCode, out, said } = await typed(dataDir, ['convert', ...options.split(' ')]);
  const rows = out.split('\n').filter((line) => !/^[a-z_0-9]+(,0)+,$/.test(line) && line !== '');
  return { exitCode, rows, said };
}

describe('crece convert', () => {
  it('converts one unit, and changes nothing the second time', async () => {
    const dataDir = await aDataFolder();
    const first = await convert(dataDir, '--scope stake --unit test_stake_gtm');
    expect(first).toEqual({
      exitCode: 0,
      rows: [HEADER, 'test_stake_gtm,1,1,1,0,0,0,0,'],
      said: ['1 screening of 1 child checked; updated: 1 screening, and the status of 0 children.'],
    });
    const second = await convert(dataDir, '--scope stake --unit test_stake_gtm');
    expect(second.rows).toEqual([HEADER, 'test_stake_gtm,1,0,1,0,0,0,0,']);
  });

  it('counts in a dry run what it would change', async () => {
    const dataDir = await aDataFolder();
    for (let i = 0; i < 2; i += 1) {
      const { rows, said } = await convert(dataDir, '--scope country --country Honduras --dry-run');
      expect(rows).toEqual([HEADER, 'danli_stake_hnd,1,1,1,0,0,0,0,']);
      expect(said.at(-1)).toBe('This was a dry run: nothing was written.');
    }
  });

  it('converts every unit except test units', async () => {
    const { rows } = await convert(await aDataFolder(), '--scope countries');
    expect(rows).toEqual([
      HEADER,
      'coban_stake_gtm,1,1,1,0,0,0,0,',
      'danli_stake_hnd,1,1,1,0,0,0,0,',
    ]);
  });

  it.each([
    ['--scope world', 2, '--scope is one of stake, country, countries.'],
    ['--scope stake', 2, '--scope stake needs --unit DB.'],
    ['--scope country', 2, '--scope country needs --country CODE.'],
    ['--scope stake --unit nowhere', 1, 'There is no unit in "nowhere".'],
    ['--scope stake --hard', 2, "Unknown option '--hard'"],
  ])('refuses %s', async (typed, code, sentence) => {
    const { exitCode, said } = await convert(await aDataFolder(), typed);
    expect(said.join('\n')).toContain(sentence);
    expect(exitCode).toBe(code);
  });
});
