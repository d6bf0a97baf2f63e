import type { ChildFile } from '@crece/storage';
import { useDeferredValue } from 'react';
import { GrowthCharts } from '../../charts/growth-charts.tsx';

/**
 * The growth charts on the child's page. They take as long to draw as the rest of the page and stand
 * below what a phone shows first, so they follow it.
 */
export function ChildViewCharts({ file, today }: { file: ChildFile; today: string }) {
  const isTheirTurn = useDeferredValue(true, false);
  return (
    <div id="charts" className="whole-row charts-room">
      {isTheirTurn ? <GrowthCharts file={file} today={today} /> : null}
    </div>
  );
}
