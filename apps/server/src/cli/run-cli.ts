import { StartError } from '../base/start-error.ts';
import { CliError, Mistyped } from './cli-error.ts';
import { assessCommand } from './commands/assess.ts';
import { runPrevalence } from './commands/prevalence.ts';
import { runQuality } from './commands/quality.ts';
import type { AgeUnit } from './commands/read-survey.ts';
import { runRowCommand } from './commands/row-command.ts';
import { programmeCommand } from './commands/zscores-programme.ts';
import { whoZScores } from './commands/zscores-who.ts';
import type { Console } from './console.ts';
import { systemFaultSentence } from './system-fault.ts';
import { readTyped } from './typed-options.ts';
import { USAGE, usageOf } from './usage.ts';

const MAX_DECIMALS = 10;

interface Options {
  readonly method?: string;
  readonly decimals?: string;
  readonly 'age-unit'?: string;
  readonly text?: boolean;
}

type OptionName = keyof Options;

interface Command {
  readonly options: readonly OptionName[];
  readonly run: (options: Options, io: Console) => Promise<void>;
}

function decimalsOf({ decimals = '2' }: Options): number {
  const count = Number(decimals);
  if (/^\d+$/.test(decimals) && count <= MAX_DECIMALS) return count;
  throw new CliError(`--decimals is a whole number from 0 to ${MAX_DECIMALS}.`, 2);
}

function ageUnitOf({ 'age-unit': unit = 'day' }: Options): AgeUnit {
  if (unit === 'day' || unit === 'month') return unit;
  throw new CliError('--age-unit is day or month.', 2);
}

const COMMANDS: Readonly<Record<string, Command>> = {
  zscores: {
    options: ['method', 'decimals'],
    run: (options, io) => {
      const decimals = decimalsOf(options);
      if (options.method === 'who') return runRowCommand(whoZScores(decimals), io);
      if (options.method === 'programme') return runRowCommand(programmeCommand(decimals), io);
      throw new CliError('zscores needs --method who or --method programme.', 2);
    },
  },
  assess: { options: [], run: (_options, io) => runRowCommand(assessCommand, io) },
  prevalence: {
    options: ['age-unit'],
    run: (options, io) => runPrevalence(io, ageUnitOf(options)),
  },
  quality: {
    options: ['age-unit', 'text'],
    run: (options, io) => runQuality(io, ageUnitOf(options), options.text === true),
  },
};

/** Resolves with its exit code where it has another than 0. */
type OnDatabases = (args: readonly string[], io: Console) => Promise<void> | Promise<0 | 1 | 2>;

/** Commands on the databases, imported only when used: the others need no store. */
const ON_DATABASES: Readonly<Record<string, () => Promise<OnDatabases>>> = {
  user: async () => (await import('./commands/user.ts')).runUser,
  export: async () => (await import('./commands/export.ts')).runExport,
  report: async () => (await import('./commands/report.ts')).runReport,
  convert: async () => (await import('./commands/convert.ts')).runConvert,
  revisions: async () => (await import('./commands/revisions.ts')).runRevisions,
  clock: async () => (await import('./commands/clock.ts')).runClock,
  couchdb: async () => (await import('./commands/couchdb.ts')).runCouchDb,
  unit: async () => (await import('./commands/unit.ts')).runUnit,
  mail: async () => (await import('./commands/mail.ts')).runMail,
  doctor: async () => (await import('./commands/doctor.ts')).runDoctor,
  upgrade: async () => (await import('./commands/upgrade.ts')).runUpgrade,
  rollback: async () => (await import('./commands/rollback.ts')).runRollback,
  backup: async () => (await import('./commands/backup.ts')).runBackup,
  restore: async () => (await import('./commands/restore.ts')).runRestore,
  restored: async () => (await import('./commands/restored.ts')).runRestored,
  import: async () => (await import('./commands/import-source.ts')).runImportSource,
};

const OPTION_TYPES = {
  method: { type: 'string' },
  decimals: { type: 'string' },
  'age-unit': { type: 'string' },
  text: { type: 'boolean' },
} as const;

function readOptions(args: readonly string[], known: readonly OptionName[]): Options {
  const options = Object.fromEntries(known.map((name) => [name, OPTION_TYPES[name]]));
  return readTyped(args, options);
}

const HELP = ['--help', '-h'];

/** The command whose usage is asked for, '' for all of them; null: none is. */
function askedAbout(name: string, args: readonly string[]): string | null {
  if (name === 'help') return args[0] ?? '';
  if (HELP.includes(name)) return '';
  return args.some((word) => HELP.includes(word)) ? name : null;
}

/** Runs the typed command; returns 0 if it succeeded, 1 for unusable input, 2 for mistyping. */
export async function runCli(argv: readonly string[], io: Console): Promise<0 | 1 | 2> {
  const [name = '', ...args] = argv[0] === '--' ? argv.slice(1) : argv;
  const about = askedAbout(name, args);
  if (about !== null) {
    await io.write(usageOf(about));
    return 0;
  }
  try {
    if (name === '') throw new CliError(USAGE, 2);
    const load = Object.hasOwn(ON_DATABASES, name) ? ON_DATABASES[name] : undefined;
    if (load !== undefined) {
      const run = await load();
      const code = await run(args, io);
      return typeof code === 'number' ? code : 0;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) throw new Mistyped(`There is no command "${name}".`);
    await command.run(readOptions(args, command.options), io);
    return 0;
  } catch (error) {
    if (error instanceof StartError) {
      io.say(error.message);
      return 1;
    }
    const sentence = systemFaultSentence(error);
    if (sentence !== null) {
      io.say(sentence);
      return 1;
    }
    if (!(error instanceof CliError)) throw error;
    io.say(error instanceof Mistyped ? `${error.message}\n\n${usageOf(name)}` : error.message);
    return error.exitCode;
  }
}
