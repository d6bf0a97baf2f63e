import { rmSync } from 'node:fs';
import { readReport } from './reports.ts';
import { type CruisedModule, houseOf, roomFaults } from './rooms.ts';
import { failed, members, type Outcome, passed, type RunNode } from './step.ts';

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string; readonly severity: string };
}

interface Cruise {
  readonly modules: readonly CruisedModule[];
  readonly summary: {
    readonly violations: readonly Violation[];
    readonly ruleSetUsed: {
      readonly forbidden: readonly { readonly name: string; readonly comment?: string }[];
    };
  };
}

/** Type guard for dependency-cruiser's JSON, whose shape is fixed by the locked version. */
function isCruise(report: unknown): report is Cruise {
  return (
    typeof report === 'object' && report !== null && 'modules' in report && 'summary' in report
  );
}

/** Folders besides packages and apps to which the dependency rules apply. */
const BESIDE = ['e2e', 'bench', 'scripts'];

/** Folders without any checked module: a rule that checks nothing must fail. */
export function uncruised(folders: readonly string[], sources: readonly string[]): string[] {
  return folders.filter((folder) => !sources.some((source) => source.startsWith(`${folder}/`)));
}

/** Reads every import of the repository, types too; `null`: dependency-cruiser gave no report. */
export async function cruiseAll(file: string, node: RunNode): Promise<Cruise | null> {
  rmSync(file, { force: true });
  await node([
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    'packages',
    'apps',
    ...BESIDE,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    '--output-to',
    file,
  ]);
  const report = readReport(file);
  return isCruise(report) ? report : null;
}

/** Checks the imports against the architecture's dependency rules, and rooms for circles. */
export async function checkArrows(root: string, file: string, node: RunNode): Promise<Outcome> {
  const own = members(root);
  const report = await cruiseAll(file, node);
  if (report === null) return failed('no report');
  const sources = report.modules.map((module) => module.source);
  const missing = uncruised([...own.map((member) => `${member}/src`), ...BESIDE], sources);
  for (const member of missing) console.error(`${member}: no module was looked at`);
  const errors = report.summary.violations.filter(({ rule }) => rule.severity === 'error');
  for (const { from, to, rule } of errors) {
    const why = report.summary.ruleSetUsed.forbidden.find(
      ({ name }) => name === rule.name,
    )?.comment;
    console.error(`${from} → ${to}\n  ${rule.name}: ${why ?? ''}`);
  }
  const circles = own.flatMap((member) => roomFaults(report.modules, houseOf(member)));
  for (const line of circles) console.error(line);
  if (own.length === 0 || missing.length > 0 || errors.length > 0 || circles.length > 0) {
    return failed();
  }
  return passed(`${sources.length} modules`);
}
