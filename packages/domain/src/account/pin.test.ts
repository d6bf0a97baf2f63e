import { describe, expect, it } from 'vitest';
import { checkPin, pinDelaySeconds } from './pin.ts';

function codeOf(text: string): string | null {
  const checked = checkPin(text);
  return checked.ok ? null : (checked.issues[0]?.code ?? null);
}

describe('checkPin', () => {
  it.each(['482915', '000001', '112233', '123457', '543211', '901235'])(
    'accepts the PIN %s',
    (text) => {
      expect(checkPin(text)).toEqual({ ok: true, value: text, notices: [] });
    },
  );

  it.each(['', '48291', '4829150', '48291a', '48291 ', '４８２９１５', '-48291'])(
    'requires six digits instead of "%s"',
    (text) => {
      expect(checkPin(text)).toEqual({ ok: false, issues: [{ code: 'pin-digits', field: 'pin' }] });
    },
  );

  it.each(['000000', '999999'])('refuses the PIN %s of equal digits', (text) => {
    expect(codeOf(text)).toBe('pin-same');
  });

  it.each(['123456', '012345', '654321', '567890', '098765', '890123'])(
    'refuses the PIN %s, a run of digits',
    (text) => {
      expect(codeOf(text)).toBe('pin-run');
    },
  );
});

describe('pinDelaySeconds', () => {
  it('allows three wrong PINs without delay and then delays longer each time', () => {
    const delays = Array.from({ length: 11 }, (_, failures) => pinDelaySeconds(failures));
    expect(delays).toEqual([0, 0, 0, 0, 5, 15, 30, 60, 300, 300, 300]);
    expect(pinDelaySeconds(1_000)).toBe(300);
  });
});
