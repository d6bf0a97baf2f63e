import { describe, expect, it } from 'vitest';
import {
  extendShortId,
  instantOfId,
  isRecordId,
  kindOfId,
  MAX_STAKE_DB_LENGTH,
  newId,
  STAKE_DB_PATTERN,
  unitOfId,
} from './ids.ts';

const NOW = new Date('2025-06-02T16:00:00.000Z');
const MS = NOW.getTime();

/** Returns the given figures in turn, then starts again. */
function sequence(...figures: number[]): () => number {
  let next = 0;
  return () => figures[next++ % figures.length] ?? 0;
}

describe('newId', () => {
  it('joins prefix, database, milliseconds and six base-36 characters', () => {
    const random = sequence(0, 0.5, 0.99999, 10 / 36, 1 / 36, 35 / 36);
    expect(newId('chld', 'test_stake_gtm', NOW, random)).toBe(
      'chld_test_stake_gtm_1748880000000_0iza1z',
    );
  });

  it('gives two phones different ids in the same millisecond', () => {
    const ids = new Set(Array.from({ length: 1000 }, () => newId('scr', 'test_stake_gtm', NOW)));
    expect(ids.size).toBe(1000);
  });

  it('makes ids whose unit, kind and time can be read, for every kind', () => {
    for (const kind of ['chld', 'scr', 'mthr'] as const) {
      const id = newId(kind, 'kpong_district_2_gha', NOW);
      expect(kindOfId(id)).toBe(kind);
      expect(unitOfId(id)).toBe('kpong_district_2_gha');
      expect(instantOfId(id)).toBe(MS);
    }
  });
});

describe('extendShortId', () => {
  const random = () => 0;

  it('extends an id of four or five characters', () => {
    expect(extendShortId('scr_', 'coro_ven', NOW, random)).toBe(`scr_coro_ven_${MS}_000000`);
    expect(extendShortId('mthr_', 'coro_ven', NOW, random)).toBe(`mthr_coro_ven_${MS}_000000`);
  });

  it('separates the parts of a short id without an underscore', () => {
    expect(extendShortId('chld', 'coro_ven', NOW, random)).toBe(`chld_coro_ven_${MS}_000000`);
  });

  it('starts an extended empty id with the database', () => {
    expect(extendShortId('', 'coro_ven', NOW, random)).toBe(`coro_ven_${MS}_000000`);
  });

  it('keeps an id of six characters', () => {
    expect(extendShortId('chld_1', 'coro_ven', NOW, random)).toBe('chld_1');
  });
});

describe('kindOfId', () => {
  it.each([
    ['chld_x', 'chld'],
    ['scr_x', 'scr'],
    ['mthr_x', 'mthr'],
    ['chldx', null],
    ['_design/views', null],
    ['child_x', null],
    ['', null],
  ])('reads %s as %s', (id, kind) => {
    expect(kindOfId(id)).toBe(kind);
  });
});

describe('stakeOfId', () => {
  it('reads ids of older systems, which end with milliseconds', () => {
    expect(unitOfId('chld_bogo_district_phl_1460000000000')).toBe('bogo_district_phl');
  });

  it('never reads the random part as the time, even when it is all digits', () => {
    expect(unitOfId('scr_coro_ven_1748880000000_123456')).toBe('coro_ven');
  });

  it('returns a known unit only when the whole name is equal', () => {
    const id = 'chld_kasoa_stake_2_gha_1748880000000_abc123';
    expect(unitOfId(id, ['kasoa_stake_gha', 'kasoa_stake_2_gha'])).toBe('kasoa_stake_2_gha');
    expect(unitOfId(id, ['kasoa_stake', 'stake_2_gha', 'kasoa_stake_2_gha_2'])).toBeNull();
    expect(unitOfId(id, new Set<string>())).toBeNull();
  });

  it.each(['chld_12345678', 'chld_', 'design_coro_ven_1748880000000_abc123', 'scr_1748880000000'])(
    'returns null for %s',
    (id) => {
      expect(unitOfId(id)).toBeNull();
    },
  );

  it('returns null for a name that is not a database name', () => {
    expect(unitOfId('chld_../../etc_1748880000000_abc123')).toBeNull();
    expect(unitOfId('chld_Coro_ven_1748880000000_abc123')).toBeNull();
  });
});

describe('instantOfId', () => {
  it('an id without a time has no instant', () => {
    expect(instantOfId('chld_coro_ven')).toBeNull();
  });
});

describe('STAKE_DB_PATTERN', () => {
  it('accepts 2 to 64 characters that begin with a letter', () => {
    expect(STAKE_DB_PATTERN.test('a')).toBe(false);
    expect(STAKE_DB_PATTERN.test('ab')).toBe(true);
    expect(STAKE_DB_PATTERN.test('a'.repeat(MAX_STAKE_DB_LENGTH))).toBe(true);
    expect(STAKE_DB_PATTERN.test('a'.repeat(MAX_STAKE_DB_LENGTH + 1))).toBe(false);
    expect(STAKE_DB_PATTERN.test('1ab')).toBe(false);
    expect(STAKE_DB_PATTERN.test('aB')).toBe(false);
  });
});

describe('isRecordId', () => {
  it.each(['chld_test_stake_gtm_1748880000000_k3f09z', 'scr_1', 'mthr_Les-Palmes.2_x', 'chld_ñ'])(
    'accepts the id %s',
    (id) => {
      expect(isRecordId(id)).toBe(true);
    },
  );

  it.each([
    'chld_',
    'scr_',
    'mthr_',
    'chld',
    'xxxx_1',
    'chld_../../x',
    'chld_a..b',
    'chld_a/b',
    'chld_a\\b',
    'chld_a b',
    'chld_a\u0000',
    'chld_\u202eb',
    'chld_a?b',
    'chld_a#b',
    'chld_a%2fb',
    'chld_<b>',
    'chld_"',
  ])('refuses the id %j', (id) => {
    expect(isRecordId(id)).toBe(false);
  });
});
