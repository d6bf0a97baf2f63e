import { answerCode, type Child, type Screening, slipFragment, slipInGroups } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import type { ChildRow } from '@crece/storage';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../../testing/rows.ts';
import { findMoved, findScanned } from './find-scanned.ts';

const UNIT = 'test_stake_gtm';
const TODAY = '2025-06-10';
const DAY = '2025-05-20';
const SLIP = '0K3F9ZQ7M2XW5RTB';

const idOf = (place: number, unit = UNIT) => `chld_${unit}_174687840000${place}_0a1b2c`;

function row(place: number, different: Partial<Child>, slips: readonly string[] = []): ChildRow {
  const child = aChild({ _id: idOf(place), ...different });
  const screening: Screening = aScreening({ owner: child._id, surveyDate: DAY, slip: slips });
  return rowOf(child, [screening], TODAY);
}

const marisol = row(1, { firstName: 'Marisol', cardNumber: 'PN-0417' }, [SLIP]);
const ana = row(2, { firstName: 'Ana', cardNumber: 'pn-77' });
const luz = row(3, { firstName: 'Luz', cardNumber: 'PN-77' });
const rows = [marisol, ana, luz];
const find = (text: string) => findScanned(text, { stakeDB: UNIT, rows });
const FRAGMENT = slipFragment({ slip: SLIP, signs: ['muac'], day: DAY });

describe('findScanned', () => {
  it.each([
    ['the code of its growth card', `https://crece.example.org/children/view/${idOf(1)}`],
    ['a card of another address', `http://10.0.0.7:3000/children/view/${idOf(1)}?stakeDB=x`],
    ['the code of its slip', `https://crece.example.org/referral#${FRAGMENT}`],
    ['the code of its slip without an address', FRAGMENT],
    ['the number of its slip', SLIP],
    ['the number of its slip as it is typed', ` ${slipInGroups(SLIP).toLowerCase()} `],
    ['its card number', 'PN-0417'],
    ['its card number in small letters', ' pn-0417'],
  ])('opens a child by %s', (_what, text) => {
    expect(find(text)).toEqual({ kind: 'child', id: idOf(1) });
  });

  it('opens a child by a clinic’s answer, which it passes on', () => {
    const code = answerCode(SLIP, DAY, { outcome: 'admitted', day: '2025-05-22' });
    expect(find(code)).toEqual({ kind: 'child', id: idOf(1), answer: code });
    const typed = code.toLowerCase().replace(/(.{4})(?=.)/g, '$1-');
    expect(find(typed)).toEqual({ kind: 'child', id: idOf(1), answer: code });
    const altered = code.slice(0, -1) + (code.endsWith('0') ? '1' : '0');
    expect(find(altered)).toEqual({ kind: 'unknown', number: altered, mayBeAnswer: true });
  });

  it('opens a child that moved here by the card of its former unit', () => {
    const former = `https://crece.example.org/children/view/${idOf(1, 'coban_stake_gtm')}`;
    expect(find(former)).toEqual({ kind: 'child', id: idOf(1) });
  });

  it('opens no child where two have the number', () => {
    expect(find('PN-77')).toEqual({ kind: 'several', number: 'PN-77', rows: [ana, luz] });
  });

  it('finds one child of two records by the number on either', () => {
    const both = { ...marisol, others: [{ ...ana, cardNumber: 'PN-0418' }] };
    const found = findScanned('PN-0418', { stakeDB: UNIT, rows: [both] });
    expect(found).toEqual({ kind: 'child', id: idOf(1) });
  });

  it('prefers the programme’s own number to a slip that reads alike', () => {
    const own = row(4, { cardNumber: SLIP });
    const found = findScanned(SLIP, { stakeDB: UNIT, rows: [own, { ...marisol, slips: [] }] });
    expect(found).toEqual({ kind: 'child', id: idOf(4) });
  });

  it.each([
    ['a child of another unit', `https://crece.example.org/children/view/${idOf(9, 'coban_gtm')}`],
    ['another site', 'https://example.com/'],
    ['a script', 'javascript:alert(1)'],
    ['a network', 'WIFI:T:WPA;S:clinic;P:secret;;'],
    ['an address that cannot be decoded', 'https://crece.example.org/children/view/%E0%A4%A'],
    ['a mother', `https://crece.example.org/children/view/mthr_${UNIT}_1746878400001_0a1b2c`],
    ['more letters than a card has', 'x'.repeat(33)],
  ])('says of %s that it is not of this unit', (_what, text) => {
    expect(find(text)).toEqual({ kind: 'foreign' });
  });

  it.each([
    `https://crece.example.org/referral#0${FRAGMENT.slice(1, 15)}Z.A.20250520`,
    '1K3F9ZQ7M2XW5RTB',
    '1k3f-9zq7-m2xw-5rtb',
  ])('never offers a slip that no child here has as the number of a card: %s', (text) => {
    expect(find(text)).toEqual({ kind: 'foreign', mayArrive: true });
  });

  it('takes a card number that begins like an address for what it is, when a child has it', () => {
    const own = row(5, { cardNumber: 'PN:0417' });
    const found = (text: string) => findScanned(text, { stakeDB: UNIT, rows: [...rows, own] });
    expect(found('pn:0417')).toEqual({ kind: 'child', id: idOf(5) });
    expect(found('pn:0418')).toEqual({ kind: 'foreign' });
  });

  it.each(['PN-9999', 'x'.repeat(32), '1234567890123456'])(
    'offers an unknown number for a new child: %s',
    (number) => {
      expect(find(number)).toEqual({ kind: 'unknown', number });
    },
  );

  it('leaves a child of this unit that is not in the list to its page, which says why', () => {
    expect(find(`https://a.example/children/view/${idOf(8)}`)).toEqual({
      kind: 'child',
      id: idOf(8),
    });
  });
});

describe('findMoved', () => {
  const code = answerCode(SLIP, DAY, { outcome: 'admitted', day: '2025-05-22' });

  it.each([
    ['the code of its slip', `https://crece.example.org/referral#${FRAGMENT}`, {}],
    ['the number of its slip', ` ${slipInGroups(SLIP).toLowerCase()} `, {}],
    ['a clinic’s answer', code, { answer: code }],
  ])('opens a child that moved away by %s', (_what, text, more) => {
    const moved = [{ id: idOf(2), slips: [] }, marisol];
    expect(findMoved(text, moved)).toEqual({ kind: 'child', id: idOf(1), ...more });
  });

  it.each([FRAGMENT, SLIP, code, 'PN-0417', 'https://example.com/', ''])(
    'finds nobody where none that moved has it: %s',
    (text) => {
      expect(
        findMoved(text, [
          { id: idOf(2), slips: [] },
          { ...marisol, slips: [] },
        ]),
      ).toBeNull();
    },
  );
});
