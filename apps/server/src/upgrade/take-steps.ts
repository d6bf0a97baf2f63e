import {
  type DataState,
  type FormerState,
  readDataState,
  writeDataState,
} from '../settings/data-version.ts';
import type { DocumentStore } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import type { StepParts, UpgradeStep } from './steps.ts';

export type StepsParts = StepParts & {
  readonly steps: readonly UpgradeStep[];
  /** Is told of each step that was taken or undone. */
  readonly say: (step: UpgradeStep) => void;
};

/** A state that has been written. */
interface KeptState {
  readonly state: DataState;
  readonly rev: string;
}

async function keptState(store: DocumentStore): Promise<KeptState> {
  const kept = await readDataState(store);
  if (kept === null) throw new Error('no build has noted itself in this data');
  return kept;
}

async function change(store: DocumentStore, different: Partial<DataState>): Promise<void> {
  const { state, rev } = await keptState(store);
  await writeDataState(store, { ...state, ...different }, rev);
}

/**
 * Takes the steps that were not taken yet, one after the other, each noted when it is done; before the
 * first final one it stops, unless the upgrade is being finished.
 */
export async function takeSteps(parts: StepsParts, isFinishing: boolean): Promise<void> {
  const store = await parts.stores.open(ACCOUNTS_DATABASE);
  const { version } = (await keptState(store)).state;
  for (const step of parts.steps.filter((each) => each.version > version)) {
    if (step.kind === 'final' && !isFinishing) return;
    // From here on there is no way back, also if the step is interrupted.
    if (step.kind === 'final') await change(store, { before: [] });
    await step.apply(parts);
    await change(store, { version: step.version });
    parts.say(step);
  }
}

/** Takes every step; afterwards nobody can go back. */
export async function finishUpgrade(parts: StepsParts): Promise<void> {
  await takeSteps(parts, true);
  await change(await parts.stores.open(ACCOUNTS_DATABASE), { before: [] });
}

/**
 * Undoes the steps above the version of the build before, the newest first, each noted when it is done;
 * no server may run. Returns whose data it is then; `null`: there is no build to go back to (any more).
 */
export async function undoSteps(parts: StepsParts): Promise<FormerState | null> {
  const store = await parts.stores.open(ACCOUNTS_DATABASE);
  const state = (await readDataState(store))?.state;
  const target = state?.before.at(-1);
  if (state === undefined || target === undefined) return null;
  // Also one that is not noted: it may have been interrupted.
  const undone = parts.steps.filter(({ version }) => version > target.version).toReversed();
  for (const step of undone) {
    if (step.kind === 'final') {
      if (step.version > state.version) continue;
      throw new Error(`the step "${step.name}" cannot be undone`);
    }
    await step.undo(parts);
    await change(store, { version: Math.min(state.version, step.version - 1) });
    parts.say(step);
  }
  const { rev } = await keptState(store);
  const { build, version, since } = target;
  const before = state.before.slice(0, -1);
  const former = build === null ? null : { version, build, since, before, mayStep: true };
  await writeDataState(store, former, rev);
  return target;
}
