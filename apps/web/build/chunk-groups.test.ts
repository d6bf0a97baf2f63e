import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Keep } from '../src/shared/navigation/feature.ts';
import { placeOf } from './chunk-groups.ts';
import { WEB } from './manifests.ts';

const LIST_OF_DUE = 'features/due/pages.ts';
const CHILD = 'features/screenings/child-view-page.tsx';
const FORM = 'features/screenings/screening-form-page.tsx';
const HOME = 'features/places/countries-page.tsx';
const SIGN_IN = 'features/accounts/sign-in-page.tsx';
const DUE = 'features/due/due-page.tsx';
const CALL = 'features/due/calling/call-page.tsx';
const DAY = 'features/day/day-page.tsx';
const CARD = 'features/card/growth-card-page.tsx';
const USERS = 'features/admin/users-page.tsx';

function keepOf(entry: string): Keep {
  if (/accounts|admin/.test(entry)) return 'on-demand';
  return /screenings/.test(entry) ? 'first' : 'later';
}

/** Where a module lies that these need. */
const placeFor = (...readers: readonly string[]) =>
  placeOf(new Set(readers.map((each) => join(WEB, 'src', each))), keepOf);
const fileFor = (...readers: readonly string[]) => placeFor(...readers)?.name ?? null;

describe('the file of a module that no start loads', () => {
  it('is that of the page which needs it alone, or beside it where others need it', () => {
    expect(fileFor(CHILD)).toBe('child');
    expect(fileFor(CHILD, FORM)).toBe('child-shared');
    expect(fileFor(FORM, DUE)).toBe('forms-shared');
    expect(fileFor(FORM, SIGN_IN)).toBe('fields');
    expect(fileFor(HOME, CHILD)).toBe('common');
    expect(fileFor(HOME, USERS)).toBe('home');
  });

  it('of later pages is that of the features which need it, at most two of the same time', () => {
    expect(fileFor(DUE)).toBeNull();
    expect(fileFor(DUE, CALL)).toBe('due');
    expect(fileFor(DUE, DAY, USERS)).toBe('day-due');
    expect(fileFor(DUE, DAY, CARD)).toBe('later');
    expect(fileFor(DUE, SIGN_IN)).toBe('accounts-later');
    expect(fileFor(LIST_OF_DUE)).toBe('pages-later');
  });

  it('comes before the files of whatever needs it', () => {
    const everybody = [HOME, CHILD, FORM, SIGN_IN, DUE, DAY, CARD, USERS];
    for (let count = 1; count < everybody.length; count += 1) {
      const [fewer, more] = [everybody.slice(count), everybody.slice(count - 1)].map((readers) =>
        placeFor(...readers),
      );
      if (fewer && more) expect(more.rank).toBeLessThanOrEqual(fewer.rank);
    }
  });
});
