import type { ScreeningReading } from '@crece/domain';
import { StatusMark } from '../status-mark.tsx';
import { isTakenOver, toneOf } from './verdict-words.ts';

/** The mark of one visit: its colour, or the tape or foot that takes a green mark's place. */
export function VisitMark({ reading }: { reading: ScreeningReading }) {
  if (reading.includesSwelling && isTakenOver(reading)) {
    return <StatusMark tone="red" glyph="swelling" />;
  }
  if (isTakenOver(reading)) {
    return reading.muacBand === 'red' ? (
      <StatusMark tone="red" glyph="tape" />
    ) : (
      <StatusMark tone="amber" />
    );
  }
  return <StatusMark tone={toneOf(reading.statusColor)} />;
}
