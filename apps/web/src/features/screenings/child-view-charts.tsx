import type { ChildFile } from '@crece/storage';
import { GrowthCharts } from '../../charts/growth-charts.tsx';

/** The growth charts on the child's page. */
export function ChildViewCharts({ file, today }: { file: ChildFile; today: string }) {
  return (
    <div id="charts" className="whole-row">
      <GrowthCharts file={file} today={today} />
    </div>
  );
}
