import {
  type NoZScoreReason,
  type ProgrammeZScores,
  programmeZScores,
  roundDecimals,
  type ZScore,
} from '@crece/growth';
import { measureHints } from '../measure-hints.ts';
import type { RowCommand } from './row-command.ts';

const NO_SCORE: ZScore = { z: null, reason: 'not-measured' };
const NO_SCORES: ProgrammeZScores = { haz: NO_SCORE, waz: NO_SCORE, whz: NO_SCORE };

const REASONS: Readonly<Record<NoZScoreReason, string>> = {
  'not-measured': 'not measured',
  'outside-reference': 'no row in the tables',
};

/** `zscores --method programme`: the z-scores that decide status and supplement. */
export function programmeCommand(decimals: number): RowCommand {
  return {
    required: ['sex', 'month_age'],
    optional: ['height', 'weight'],
    outputs: ['ha', 'wa', 'wl'],
    compute: (row) => {
      const sex = row.sex();
      const ageMonths = row.number('month_age');
      const measures = { height: row.number('height'), weight: row.number('weight') };
      if (sex === undefined && row.text('sex') === '') row.problems.push('sex is missing');
      if (ageMonths === undefined && row.text('month_age') === '')
        row.problems.push('month_age is missing');
      if (ageMonths !== undefined && ageMonths < 0) row.problems.push('month_age is negative');
      row.problems.push(...measureHints(measures, 'height'));
      const isKnown = sex !== undefined && ageMonths !== undefined;
      const scores = isKnown ? programmeZScores({ sex, ageMonths, ...measures }) : NO_SCORES;
      return (
        [
          ['ha', scores.haz],
          ['wa', scores.waz],
          ['wl', scores.whz],
        ] as const
      ).map(([name, score]) => {
        if (score.z !== null) return roundDecimals(score.z, decimals).toFixed(decimals);
        if (isKnown && ageMonths >= 0) row.problems.push(`${name}: ${REASONS[score.reason]}`);
        return '';
      });
    },
  };
}
