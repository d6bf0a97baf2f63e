import { describe, expect, it } from 'vitest';
import {
  childPath,
  countriesPath,
  editScreeningPath,
  listPath,
  motherPath,
  newMotherPath,
  newScreeningPath,
  screenTypeOf,
  searchOfAddress,
  unitsPath,
} from './paths.ts';

const unit = {
  stakeDB: 'cusco_per',
  stakeName: 'Cusco & Cusco Inti Raymi Stakes / 2',
  countryName: 'Peru',
  countryCode: 'PER',
};
const ofUnit = 'chld_cusco_per_1748880000000_k3f09z';

describe('listPath', () => {
  it('writes an empty search as a dash and includes the country', () => {
    expect(listPath({ stakeDB: 'manaus_bra', stakeName: 'Manaus' })).toBe(
      '/children/list/manaus_bra/Manaus/-/a/children',
    );
    expect(listPath(unit)).toContain('?countryName=Peru&countryCode=PER');
  });

  it('keeps names with slashes and blanks in one segment of the address', () => {
    const { pathname } = new URL(listPath(unit), 'https://crece.example');
    expect(pathname.split('/')).toHaveLength(8);
    expect(decodeURIComponent(pathname.split('/')[4] ?? '')).toBe(unit.stakeName);
  });

  it('keeps the typed search, except text that a browser would treat as a folder', () => {
    expect(listPath(unit, { search: ' Ana Pérez ', color: 'r' })).toContain(
      '/Ana%20P%C3%A9rez/r/children',
    );
    expect(listPath(unit, { search: '..' })).toContain('/-/a/children');
    expect(listPath(unit, { search: '50% / x' })).toContain('/50%25%20%2F%20x/a/children');
  });
});

describe('searchOfAddress', () => {
  it('reads a dash and a missing segment as no search', () => {
    expect(searchOfAddress('-')).toBe('');
    expect(searchOfAddress(undefined)).toBe('');
    expect(searchOfAddress('Ana')).toBe('Ana');
  });
});

describe('paths of records', () => {
  it('contain the unit only for ids without it', () => {
    expect(childPath(ofUnit, 'cusco_per')).toBe(`/children/view/${ofUnit}`);
    expect(childPath('chld_old-17', 'cusco_per')).toBe(
      '/children/view/chld_old-17?stakeDB=cusco_per',
    );
    expect(childPath(ofUnit, 'lima_per')).toBe(`/children/view/${ofUnit}?stakeDB=lima_per`);
    expect(editScreeningPath(ofUnit, 'scr_1', 'cusco_per')).toBe(
      `/children/survey/edit/${ofUnit}/scr_1`,
    );
  });

  it('the path of a new screening says what is measured and where it leads back', () => {
    expect(newScreeningPath(ofUnit, 'cusco_per')).toBe(`/children/survey/${ofUnit}`);
    expect(newScreeningPath(ofUnit, 'cusco_per', { measures: 'muac', from: 'due' })).toBe(
      `/children/survey/${ofUnit}?measures=muac&from=due`,
    );
    expect(newScreeningPath('chld_old-17', 'cusco_per', { from: 'list' })).toBe(
      '/children/survey/chld_old-17?stakeDB=cusco_per&from=list',
    );
  });

  it('three kinds of list have paths; any other word is the list of children', () => {
    const words = ['children', 'pregnant', 'nursing', 'fathers', undefined];
    expect(words.map(screenTypeOf)).toEqual([
      'children',
      'pregnant',
      'nursing',
      'children',
      'children',
    ]);
  });

  it('contain unit and kind for mothers', () => {
    const short = { stakeDB: 'manaus_bra', stakeName: 'Manaus' };
    expect(newMotherPath(short, 'pregnant')).toBe(
      '/children/mothers/create/manaus_bra/Manaus/pregnant',
    );
    expect(motherPath(short, 'mthr_1', 'nursing')).toBe(
      '/children/mothers/mthr_1/manaus_bra/Manaus/nursing',
    );
  });
});

describe('paths of places', () => {
  it('the paths of places are those of the specification', () => {
    expect(countriesPath(true)).toBe('/children/countries/true');
    expect(unitsPath('El Salvador')).toBe('/children/list/stakes/El%20Salvador');
  });
});
