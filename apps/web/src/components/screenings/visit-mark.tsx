import { type VisitMark as Mark, type MarkSource, visitMark } from '@crece/domain';
import { StatusMark, type Tone } from '../status-mark.tsx';

/** How a visit's mark is drawn: its colour, and the tape or foot where its sign is one of these. */
export function markDrawing({ sign, colour }: Mark): { tone: Tone; glyph?: 'tape' | 'swelling' } {
  if (sign === 'swelling') return { tone: colour, glyph: 'swelling' };
  return sign === 'muac-red' || sign === 'muac-yellow'
    ? { tone: colour, glyph: 'tape' }
    : { tone: colour };
}

/** The mark of one visit. */
export function VisitMark({ reading }: { reading: MarkSource }) {
  return <StatusMark {...markDrawing(visitMark(reading))} />;
}
