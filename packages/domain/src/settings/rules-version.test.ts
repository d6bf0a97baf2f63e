import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  assessedCells,
  assessedRow,
  GOLDEN_ASSESSMENTS,
  type GoldenRow,
} from '../golden/assessed-cells.ts';
import { readScreening } from '../screening/read-screening.ts';
import { screeningMark } from '../screening/screening-mark.ts';
import { RULES_DIGEST, RULES_VERSION, rulesText, settingsNumberOf } from './rules-version.ts';

/** Everything that the rules say of a golden screening, without oedema and with it. */
function figuresOf(row: GoldenRow): unknown {
  const { screening } = assessedRow(row);
  const markOf = (oedema: boolean) => screeningMark(readScreening({ ...screening, oedema }));
  return [assessedCells(row), markOf(false), markOf(true)];
}

describe('the version of the rules', () => {
  it('is raised, with its digest, when a golden figure changes', () => {
    const figures = JSON.stringify(GOLDEN_ASSESSMENTS.map(figuresOf));
    const digest = createHash('sha256').update(figures).digest('hex').slice(0, 16);
    expect(
      digest,
      `The rules make other figures than version ${RULES_VERSION}: raise RULES_VERSION and RULES_DIGEST.`,
    ).toBe(RULES_DIGEST);
  });

  it('stands before the number of the settings', () => {
    expect([rulesText(0), rulesText(7)]).toEqual([`${RULES_VERSION}.0`, `${RULES_VERSION}.7`]);
  });

  it.each([
    [{ number: 7 }, 7],
    [{}, 0],
    [undefined, 0],
    [{ number: -1 }, 0],
    [{ number: '3' }, 0],
    [{ number: 1.5 }, 0],
  ])('the number in %o is %i', (raw, number) => {
    expect(settingsNumberOf(raw)).toBe(number);
  });
});
