import type { Repair } from '@crece/imports/documents';
import { csvLine } from '@crece/reports/csv';
import type { DocumentFinding } from './import-documents.ts';

/** The header line of the findings. */
export const FINDINGS_HEADER = csvLine(['line', 'id', 'kind', 'outcome', 'reasons', 'details']);

const KINDS = { chld: 'child', scr: 'screening', mthr: 'mother' } as const;
const LONGEST_VALUE = 80;

function shown(value: unknown): string {
  const text = value === undefined ? '–' : JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

function repairText({ field, from, to }: Repair): string {
  return `${field}: ${shown(from)} → ${shown(to)}`;
}

/** One finding as a line of CSV: `3,chld_1,child,repaired,,"ward: "" A"" → ""A"""`. */
export function findingLine(finding: DocumentFinding): string {
  const { line, id, kind, outcome, reasons, repairs, differing } = finding;
  const details = [...repairs.map(repairText), ...differing];
  return csvLine([
    String(line),
    id,
    kind === null ? '' : KINDS[kind],
    outcome,
    reasons.join('; '),
    details.join('; '),
  ]);
}
