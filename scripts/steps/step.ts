import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The result of a step; a step that is not a test runner counts as one test. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly note?: string;
  /** Each failed test with its reason, because a truncated log keeps only its end. */
  readonly failures?: readonly string[];
}

export interface Step {
  readonly name: string;
  /** Its name for `--only`: types, lint, unit, browser, build, e2e. */
  readonly group: string;
  /** A step whose failure makes this one useless. */
  readonly needs?: string;
  readonly needsChromium?: boolean;
  /**
   * Shares no files or ports with other static steps: two of them run at a time, before all others.
   */
  readonly isStatic?: boolean;
  readonly run: () => Promise<Outcome>;
}

/** Runs Node with these arguments in the root and returns its exit code. */
export type RunNode = (args: string[], env?: Record<string, string>) => Promise<number>;

export function passed(note?: string): Outcome {
  return { passed: 1, failed: 0, ...(note === undefined ? {} : { note }) };
}

export function failed(note?: string): Outcome {
  return { passed: 0, failed: 1, ...(note === undefined ? {} : { note }) };
}

/**
 * The steps in `--only=lint,e2e`, by group or name, with the steps they need; all without the
 * option.
 */
export function selectSteps(
  steps: readonly Step[],
  args: readonly string[],
): { ok: true; steps: Step[] } | { ok: false; sentence: string } {
  const names: string[] = [];
  const known = new Set(steps.flatMap((step) => [step.group, step.name]));
  for (const arg of args) {
    const match = /^--only=(.+)$/.exec(arg);
    const asked = match?.[1]?.split(',') ?? [];
    const unknown = match === null ? arg : asked.find((name) => !known.has(name));
    if (unknown !== undefined) {
      return {
        ok: false,
        sentence: `Unknown: ${unknown}. Use --only= with ${[...known].join(', ')}.`,
      };
    }
    names.push(...asked);
  }
  if (names.length === 0) return { ok: true, steps: [...steps] };
  const chosen = steps.filter((step) => names.includes(step.group) || names.includes(step.name));
  const needed = new Set(chosen.map((step) => step.needs));
  return {
    ok: true,
    steps: steps.filter((step) => chosen.includes(step) || needed.has(step.name)),
  };
}

/** The folders of our packages and apps: `packages/growth`, `apps/web`. */
export function members(root: string): string[] {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    existsSync(join(root, parent))
      ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)
      : [],
  );
  return folders.filter((folder) => existsSync(join(root, folder, 'package.json'))).sort();
}

/** Number of static steps at a time: a single one uses only half of a small machine. */
const SIDE_BY_SIDE = 2;

/**
 * Runs the static steps two at a time, then the others in order (`docs/decisions/0141-…`); ends
 * early when `isStopped`.
 */
export async function inOrder(
  steps: readonly Step[],
  run: (step: Step) => Promise<void>,
  isStopped: () => boolean,
): Promise<void> {
  const waiting = steps.filter((step) => step.isStatic === true);
  const oneByOne = async (queue: Step[]): Promise<void> => {
    for (let step = queue.shift(); step !== undefined && !isStopped(); step = queue.shift()) {
      await run(step);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => oneByOne(waiting)));
  await oneByOne(steps.filter((step) => step.isStatic !== true));
}
