import type { Console } from '../console.ts';

type Command = (args: readonly string[], io: Console) => Promise<void>;

/** Options of the import of rows only; other imports read documents of an older system. */
const OF_ROWS = ['--csv', '--undo'];

const isOfRows = (word: string) =>
  OF_ROWS.some((name) => word === name || word.startsWith(`${name}=`));

/** `crece import`, of a table or of documents; imports only the module that is needed. */
export const runImportSource: Command = async (args, io) => {
  const run: Command = args.some(isOfRows)
    ? (await import('./import-rows.ts')).runImportRows
    : (await import('./import.ts')).runImportDocuments;
  await run(args, io);
};
