import type { ChildFile } from '@crece/storage';
import { Later } from '../../ui/later.tsx';

const loadCharts = async () => (await import('../../charts/growth-charts.tsx')).GrowthCharts;

/**
 * The growth charts on the child's page. They are as long to fetch and to draw as the rest of the page
 * and stand below what a phone shows first, so they follow it.
 */
export function ChildViewCharts({ file, today }: { file: ChildFile; today: string }) {
  return (
    <div id="charts" className="whole-row charts-room">
      <Later load={loadCharts} props={{ file, today }} />
    </div>
  );
}
