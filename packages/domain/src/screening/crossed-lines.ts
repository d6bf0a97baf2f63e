import { Z_LINES } from '../base/limits.ts';
import { Z_INDICES, type ZFigures, type ZIndex } from './stored-z-scores.ts';

/** One of WHO's lines on a growth chart that a child's own line crossed between two screenings. */
export interface CrossedLine {
  readonly index: ZIndex;
  /** The line crossed; of several the one farthest on. */
  readonly line: number;
  /** `fell`: away from the median, growing more slowly than WHO's children; `rose`: catching up. */
  readonly way: 'fell' | 'rose';
  readonly before: number;
  readonly now: number;
}

const LINES = [Z_LINES.severe, Z_LINES.moderate, Z_LINES.marginal] as const;

/** A figure on a line lies above it, as everywhere in the programme's rules. */
function crossed(before: number, now: number): Pick<CrossedLine, 'line' | 'way'> | null {
  const between = (low: number, high: number) => LINES.filter((line) => low < line && line <= high);
  const fell = between(now, before)[0];
  if (fell !== undefined) return { line: fell, way: 'fell' };
  const rose = between(before, now).at(-1);
  return rose === undefined ? null : { line: rose, way: 'rose' };
}

/** A reading of which the lines are compared. */
export interface LinedReading {
  readonly zScore: ZFigures;
  readonly includesSwelling: boolean;
}

/**
 * The lines −1, −2 and −3 that each index crossed since an earlier screening; an index without a
 * figure at either one is left out, and with swelling of both feet at either one all that use the
 * weight: water is no growth. WHO reads a child's line that crosses one of them away from the
 * median as a possible problem, and towards it as a good change (WHO training course on child growth
 * assessment, module C, *Interpreting growth indicators*, 2008).
 */
export function crossedLines(before: LinedReading, now: LinedReading): readonly CrossedLine[] {
  const isSwollen = before.includesSwelling || now.includesSwelling;
  return Z_INDICES.flatMap((index) => {
    if (isSwollen && index !== 'ha') return [];
    const [was, is] = [before.zScore[index], now.zScore[index]];
    const found = was === null || is === null ? null : crossed(was, is);
    return found === null || was === null || is === null
      ? []
      : [{ index, ...found, before: was, now: is }];
  });
}
