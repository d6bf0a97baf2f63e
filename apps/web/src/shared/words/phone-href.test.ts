import { expect, it } from 'vitest';
import { phoneHref } from './phone-href.ts';

it.each([
  ['5550 1234', 'tel:55501234'],
  ['+502 5550-1234', 'tel:+50255501234'],
  ['(+502) 5550.1234', 'tel:+50255501234'],
  ['Tía: 5550 1234 (tardes)', 'tel:55501234'],
  ['5550 1234 / 5550 5678', 'tel:55501234'],
  ['5550+1234', 'tel:5550'],
  ['casa 4, tel 5550–1234', 'tel:55501234'],
  ['+502 (0) 5550 1234', 'tel:+50255501234'],
  ['zona 4, 911', 'tel:4'],
  ['<img src=x onerror=alert(1)>', 'tel:1'],
  ['5550;ext=9,9#*21*', 'tel:5550'],
])('a link made of %j is %s', (text, href) => expect(phoneHref(text)).toBe(href));

it.each(['no hay', '+', '*#*', ''])('%j is no number to call', (text) =>
  expect(phoneHref(text)).toBeUndefined(),
);
