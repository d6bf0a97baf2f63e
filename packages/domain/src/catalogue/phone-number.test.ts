import { describe, expect, it } from 'vitest';
import { BUILT_IN_CATALOGUE } from './built-in.ts';
import { messageNumber } from './phone-number.ts';

/** A mobile number of each country as it is written there, and as a message needs it. */
const BY_COUNTRY: readonly (readonly [country: string, written: string, international: string])[] =
  [
    ['BOL', '7123 4567', '59171234567'],
    ['BRA', '(11) 91234-5678', '5511912345678'],
    ['COL', '301 234 5678', '573012345678'],
    ['ECU', '099 123 4567', '593991234567'],
    ['GHA', '024 123 4567', '233241234567'],
    ['GTM', '5550 1234', '50255501234'],
    ['HND', '9550-1234', '50495501234'],
    ['HTI', '34 10 1234', '50934101234'],
    ['KHM', '012 345 678', '85512345678'],
    ['KIR', '7300 1234', '68673001234'],
    ['LIB', '077 012 3456', '231770123456'],
    ['MDG', '032 12 345 67', '261321234567'],
    ['MNG', '8812 3456', '97688123456'],
    ['NGA', '0803 123 4567', '2348031234567'],
    ['NIC', '8550 1234', '50585501234'],
    ['PER', '912 345 678', '51912345678'],
    ['PHL', '0917 123 4567', '639171234567'],
    ['PRY', '0981 123456', '595981123456'],
    ['SLV', '7550 1234', '50375501234'],
    ['VEN', '0412-1234567', '584121234567'],
    ['WAL', '076 123456', '23276123456'],
    ['ZWE', '0771 234 567', '263771234567'],
  ];

describe('the number of a message', () => {
  it.each(BY_COUNTRY)('in %s %s is %s', (country, written, international) => {
    expect(messageNumber(written, country)).toEqual({ international });
    expect(messageNumber(`+${international}`, country)).toEqual({ international });
    expect(messageNumber(`00${international}`, country)).toEqual({ international });
    expect(messageNumber(international, country)).toEqual({ international });
  });

  it('there is a prefix for each country of the catalogue', () => {
    const codes = BUILT_IN_CATALOGUE.countries.map(({ code }) => code).sort();
    expect(BY_COUNTRY.map(([country]) => country)).toEqual(codes);
  });

  it.each([
    ['5550 1234 / 4440 9999', { international: '50255501234' }],
    ['Tía: 5550 1234 (tardes)', { international: '50255501234' }],
    ['555 1234', { local: '5551234', why: 'length' }],
    ['5550 12345', { local: '555012345', why: 'length' }],
    ['+502 5550', { local: '5025550', why: 'length' }],
    ['casa 4, tel 55501234', { international: '50255501234' }],
    ['zona 12: 5550–1234', { international: '50255501234' }],
    ['5550—1234', { international: '50255501234' }],
    ['5550\u20111234', { international: '50255501234' }],
    ['+502 (0) 5550 1234', { international: '50255501234' }],
    ['00502 (0)5550 1234', { international: '50255501234' }],
    ['+233 024 123 4567', { international: '233241234567' }],
    ['00233 024 123 4567', { international: '233241234567' }],
    // A country that is not in the table may have the zero in its numbers, as Italy has.
    ['+39 06 1234 5678', { international: '390612345678' }],
    ['1234', null],
    ['12345', { local: '12345', why: 'length' }],
    ['casa 4, zona 1', null],
    ['no hay', null],
    ['', null],
  ])('%j in Guatemala', (text, number) => expect(messageNumber(text, 'GTM')).toEqual(number));

  it.each([
    // Ten digits in the Philippines: a national number, or the prefix and eight digits.
    ['PHL', '6312345678', { local: '6312345678', why: 'ambiguous' }],
    ['PHL', '06312345678', { international: '636312345678' }],
    ['PHL', '+6312345678', { international: '6312345678' }],
    ['PHL', '6212345678', { international: '636212345678' }],
    ['KIR', '68612345', { local: '68612345', why: 'ambiguous' }],
    ['KIR', '68712345', { international: '68668712345' }],
    ['GHA', '2330241234567', { international: '233241234567' }],
  ])('in %s %s', (country, text, number) => {
    expect(messageNumber(text, country)).toEqual(number);
  });

  it('without a known prefix it stays as it was typed, unless its country is written', () => {
    expect(messageNumber('0712 345 678', 'KEN')).toEqual({ local: '0712345678', why: 'no-prefix' });
    expect(messageNumber('+254 712 345 678', 'KEN')).toEqual({ international: '254712345678' });
    expect(messageNumber('5550 1234', 'constructor')).toEqual({
      local: '55501234',
      why: 'no-prefix',
    });
  });
});
