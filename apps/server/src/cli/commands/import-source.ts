import type { Console } from '../console.ts';

type Command = (args: readonly string[], io: Console) => Promise<void>;

/** Options that only the import of rows has: the others read documents of an older system. */
const OF_ROWS = ['--csv', '--undo'];

const isOfRows = (word: string) =>
  OF_ROWS.some((name) => word === name || word.startsWith(`${name}=`));

/** `crece import`, from a table or from documents; what is not asked for is not loaded. */
export const runImport: Command = async (args, io) => {
  const run: Command = args.some(isOfRows)
    ? (await import('./import-rows.ts')).runImportRows
    : (await import('./import.ts')).runImport;
  await run(args, io);
};
