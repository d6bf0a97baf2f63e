import { readFileSync } from 'node:fs';
import { DEFAULT_PROGRAMME_SETTINGS } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it } from 'vitest';
import { API_PATHS, ERROR_CODES } from './index.ts';
import { catalogueResponse, configResponse, errorBody, healthResponse } from './schemas.ts';

describe('the units response', () => {
  it('contains every field of the catalogue', () => {
    expect(catalogueResponse.parse(BUILT_IN_CATALOGUE)).toEqual(BUILT_IN_CATALOGUE);
  });

  it('refuses a country without units', () => {
    const country = { name: 'A', code: 'AAA', image: '', flag: null };
    expect(catalogueResponse.safeParse({ countries: [country] }).success).toBe(false);
    expect(catalogueResponse.safeParse({ countries: [{ ...country, stakes: [] }] }).success).toBe(
      true,
    );
  });
});

describe('the error body', () => {
  it('an error has one of the codes and a message', () => {
    for (const code of Object.keys(ERROR_CODES)) {
      expect(errorBody.safeParse({ code, message: 'x' }).success).toBe(true);
    }
    expect(errorBody.safeParse({ code: 'FST_ERR', message: 'x' }).success).toBe(false);
    expect(errorBody.safeParse({ code: 'not-found' }).success).toBe(false);
  });

  it('uses only HTTP error statuses', () => {
    expect(Object.values(ERROR_CODES).every((status) => status >= 400 && status < 600)).toBe(true);
  });
});

describe('the other bodies', () => {
  it('accept valid values and refuse missing or wrong ones', () => {
    const programme = { ...DEFAULT_PROGRAMME_SETTINGS, number: 3 };
    const former = { names: [[7, null]], accounts: [9] };
    const config = { demo: false, supportContact: null, providers: [], programme, former };
    expect(configResponse.parse(config)).toEqual(config);
    expect(configResponse.safeParse({ ...config, demo: 'yes' }).success).toBe(false);
    const { providers: _, ...older } = config;
    expect(configResponse.safeParse(older).success).toBe(false);
    expect(healthResponse.safeParse({ status: 'ok', version: '1.0.0', run: 'a' }).success).toBe(
      true,
    );
    expect(healthResponse.safeParse({ status: 'down', version: '1.0.0', run: 'a' }).success).toBe(
      false,
    );
  });
});

describe('the paths', () => {
  it('the paths are those of the specification', () => {
    expect(API_PATHS.stakes).toBe('/api/children/stakes');
  });
});

describe('the package entry for the browser', () => {
  it('the entry for the browser does not import zod: it uses only types from the schemas', () => {
    const door = readFileSync(new URL('./index.ts', import.meta.url), 'utf8');
    const passed = [...door.matchAll(/^export (type )?.* from '(.*)';$/gm)];
    expect(passed.length).toBeGreaterThan(10);
    for (const [line, asTypes, file = ''] of passed) {
      const source = readFileSync(new URL(file, import.meta.url), 'utf8');
      expect(asTypes !== undefined || !source.includes("from 'zod'"), line).toBe(true);
    }
  });
});
