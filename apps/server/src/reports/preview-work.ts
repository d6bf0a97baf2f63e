import { type Row, reportColumns, reportTitles } from '@crece/reports';
import type { JobContext, JobEnd } from '../jobs/job-kind.ts';
import type { PreviewParameters } from './report-request.ts';
import { type ReportWork, reportBasis, rowsByUnit } from './report-units.ts';
import { inStep, SHORT_PAUSES_MS } from './units-in-step.ts';

/** The first rows of a report and their total number, for a waiting request; writes no file. */
export function makePreview(context: JobContext, parameters: PreviewParameters): Promise<JobEnd> {
  const once = (parts: Pick<ReportWork, 'units' | 'problem'>) =>
    previewOnce({ ...context, ...parts }, parameters);
  return inStep(context, once, SHORT_PAUSES_MS);
}

async function previewOnce(
  context: JobContext & ReportWork,
  { limit, ...parameters }: PreviewParameters,
): Promise<JobEnd> {
  const { csvType, language } = parameters;
  const basis = await reportBasis(parameters, context.stores);
  const first: Row[] = [];
  let count = 0;
  let children = 0;
  for await (const { rows, ...unit } of rowsByUnit(parameters, basis, context, (row) => row)) {
    first.push(...rows.slice(0, limit - first.length));
    count += rows.length;
    children += unit.children;
  }
  const titles = reportTitles(csvType, language);
  const columns = reportColumns(csvType).map(({ name, kind }, place) => ({
    name,
    kind,
    title: titles[place] ?? name,
  }));
  return { result: { columns, rows: first, count, children } };
}
