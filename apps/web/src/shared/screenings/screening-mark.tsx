import { type MarkSource, type StandingMark, screeningMark } from '@crece/domain';
import { StatusMark, type Tone } from '../../ui/status-mark.tsx';

/** The drawing of a mark: its colour, and the tape or foot for these signs. */
export function markDrawing({ sign, colour }: Pick<StandingMark, 'sign' | 'colour'>): {
  tone: Tone;
  glyph?: 'tape' | 'swelling';
} {
  if (sign === 'swelling') return { tone: colour, glyph: 'swelling' };
  return sign === 'muac-red' || sign === 'muac-yellow'
    ? { tone: colour, glyph: 'tape' }
    : { tone: colour };
}

/** The mark of one screening. */
export function MarkOfScreening({ reading }: { reading: MarkSource }) {
  return <StatusMark {...markDrawing(screeningMark(reading))} />;
}
