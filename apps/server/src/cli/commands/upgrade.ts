import { buildInWords, OWN_BUILD, readDataState } from '../../settings/data-version.ts';
import { ACCOUNTS_DATABASE } from '../../store/store-names.ts';
import { FINISHED_AFTER_MS } from '../../upgrade/running-upgrade.ts';
import { STEPS } from '../../upgrade/steps.ts';
import { finishUpgrade } from '../../upgrade/take-steps.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { mistyped } from '../typed-options.ts';
import { withStores } from '../with-stores.ts';

const NOT_BEGUN = 'The server of this version has not been started on this data yet.';

async function show({ say }: Console): Promise<void> {
  const kept = await withStores({ mayBeNew: false }, async (stores) =>
    readDataState(await stores.open(ACCOUNTS_DATABASE)),
  );
  if (kept === null) return say(NOT_BEGUN);
  const { version, build, since, before, mayStep } = kept.state;
  say(`${buildInWords(build)} serves this data, which has version ${version}.`);
  if (!mayStep) say('Its steps wait for the backup before the upgrade: the log says why.');
  const former = before.at(-1);
  if (former === undefined)
    return say('No upgrade is under way: only a backup leads back to a build before.');
  const until = since === null ? null : new Date(Date.parse(since) + FINISHED_AFTER_MS);
  say(
    `"crece rollback" leads back to ${buildInWords(former.build)}${
      until === null ? '' : `, until ${until.toISOString().slice(0, 10)}`
    } or until "crece upgrade finish".`,
  );
}

async function finish({ say }: Console): Promise<void> {
  await withStores({ mayBeNew: false }, async (stores, { dataDir }) => {
    const kept = await readDataState(await stores.open(ACCOUNTS_DATABASE));
    if (kept === null) throw new CliError(NOT_BEGUN, 1);
    const { build, mayStep } = kept.state;
    if (build.commit !== OWN_BUILD.commit || build.version !== OWN_BUILD.version) {
      throw new CliError(`${buildInWords(build)} serves this data: use its own command line.`, 1);
    }
    if (!mayStep) {
      throw new CliError('The backup before the upgrade is not made yet: the log says why.', 1);
    }
    await finishUpgrade({
      ...{ stores, dataDir, steps: STEPS, clock: () => new Date() },
      say: ({ name }) => say(`Done: ${name}.`),
    });
  });
  say('The upgrade is finished. From now on only a backup leads back to the build before.');
}

/** `crece upgrade`: which build serves the data, and the way back; `finish` closes it. */
export async function runUpgrade(args: readonly string[], io: Console): Promise<void> {
  if (args.length === 0) return show(io);
  if (args.join(' ') !== 'finish') throw mistyped('It is "upgrade" or "upgrade finish".');
  return finish(io);
}
