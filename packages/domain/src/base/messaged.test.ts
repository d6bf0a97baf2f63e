import { describe, expect, it } from 'vitest';
import { laterMessage, readMessaged, withOpened, withoutOpened } from './messaged.ts';
import type { Messaged, OpenedMessage } from './words.ts';

const onDay = (day: number): OpenedMessage => ({
  day: `2025-05-${String(day).padStart(2, '0')}`,
  who: 'Ana',
  way: 'sms',
});
const opened = (...days: readonly number[]): Messaged | undefined =>
  days.reduce<Messaged | undefined>((known, day) => withOpened(known, onDay(day)), undefined);
const days = (messaged: Messaged | undefined) =>
  messaged && [messaged, ...(messaged.before ?? [])].map(({ day }) => Number(day.slice(-2)));

describe('a message that is taken back', () => {
  it('puts back what stood before it, one after the other, and then nothing', () => {
    const three = opened(1, 2, 3);
    expect(days(three)).toEqual([3, 2, 1]);
    const two = three && withoutOpened(three);
    expect(two).toEqual({ ...onDay(2), before: [onDay(1)] });
    const one = two && withoutOpened(two);
    expect(one).toEqual(onDay(1));
    expect(one && withoutOpened(one)).toBeUndefined();
  });

  it('is another one once the number was corrected, and the same from either of two phones', () => {
    const wrong = withOpened(undefined, { ...onDay(1), number: '55501234' });
    const right = withOpened(wrong, { ...onDay(1), number: '55501235' });
    expect(right.before).toEqual([{ ...onDay(1), number: '55501234' }]);
    const [one, other] = [wrong, { ...onDay(1), number: '55501235' }];
    expect(laterMessage(one, other)).toEqual(laterMessage(other, one));
  });

  it('is one message when the same way was tapped twice, and two by two ways', () => {
    expect(opened(1, 1)).toEqual(onDay(1));
    const both = withOpened(opened(1), { ...onDay(1), way: 'copy' });
    expect(both.before).toEqual([onDay(1)]);
  });

  it('keeps four before the last', () => {
    expect(days(opened(1, 2, 3, 4))).toEqual([4, 3, 2, 1]);
    expect(days(opened(1, 2, 3, 4, 5))).toEqual([5, 4, 3, 2, 1]);
    expect(days(opened(1, 2, 3, 4, 5, 6))).toEqual([6, 5, 4, 3, 2]);
  });
});

describe('a stored message', () => {
  it.each([
    [onDay(1), onDay(1)],
    [
      { ...onDay(1), toClinic: true },
      { ...onDay(1), toClinic: true },
    ],
    [
      { ...onDay(1), toClinic: 'yes', more: 1, who: 7 },
      { ...onDay(1), who: '' },
    ],
    [
      { ...onDay(2), before: [onDay(1), null, { day: 'x' }] },
      { ...onDay(2), before: [onDay(1)] },
    ],
    [{ ...onDay(2), before: 'none' }, onDay(2)],
    [
      { ...onDay(1), number: '+50255501234' },
      { ...onDay(1), number: '+50255501234' },
    ],
    [{ ...onDay(1), number: 'zona 4' }, onDay(1)],
  ])('%o is read as %o', (stored, read) => {
    expect(readMessaged(stored)).toEqual(read);
  });

  it.each([undefined, null, 'sms', [], {}, { ...onDay(1), way: 'fax' }, { ...onDay(1), day: '1' }])(
    'is none in %o',
    (stored) => {
      expect(readMessaged(stored)).toBeUndefined();
    },
  );

  it('of two that differ only in what came before is the same from either side', () => {
    const [one, other] = [opened(1, 3), opened(2, 3)];
    expect(laterMessage(one, other)).toEqual(laterMessage(other, one));
  });
});
