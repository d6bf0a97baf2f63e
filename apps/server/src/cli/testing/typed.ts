import type { UnitDatabase } from '@crece/domain';
import { onTestFinished, vi } from 'vitest';
import { openDataStores } from '../../start/data-folder.ts';
import { all } from '../../store/testing/support.ts';
import { runCli } from '../run-cli.ts';

/**
 * Runs a command on a data folder in this process, because starting a process takes longer than the
 * command.
 */
export async function typed(dataDir: string, args: readonly string[], input = '') {
  vi.stubEnv('CRECE_DATA_DIR', dataDir);
  onTestFinished(() => void vi.unstubAllEnvs());
  const said: string[] = [];
  let out = '';
  const exitCode = await runCli(args, {
    input: (async function* () {
      if (input !== '') yield new TextEncoder().encode(input);
    })(),
    write: async (text) => {
      out += text;
    },
    say: (sentence) => said.push(sentence),
  });
  return { exitCode, out, said, log: said.map((sentence) => `${sentence}\n`).join('') };
}

/** The stored documents of a unit in a data folder. */
export async function storedIn(dataDir: string, unit: UnitDatabase['stakeDB']) {
  const stores = await openDataStores(dataDir);
  try {
    return await all((await stores.open(`unit_${unit}`)).list());
  } finally {
    await stores.close();
  }
}
