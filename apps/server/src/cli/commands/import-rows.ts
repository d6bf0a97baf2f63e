import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { type ImportResultBody, MAX_UPLOAD_BYTES } from '@crece/contract';
import { findUnit } from '@crece/domain';
import { isLanguage, type Language } from '@crece/messages';
import { createImportWords } from '@crece/messages/import-words';
import { systemCode } from '../../base/start-error.ts';
import { openCatalogue } from '../../catalogue/catalogue-store.ts';
import { answersSchema, mappingSchema } from '../../imports/answers.ts';
import { findingsCsv } from '../../imports/findings-file.ts';
import { dropWork, fileDigestOf, importFile, takeBackImport } from '../../imports/import-file.ts';
import { openJournal } from '../../imports/journal.ts';
import { CliError } from '../cli-error.ts';
import type { Console } from '../console.ts';
import { mistyped, readTyped } from '../typed-options.ts';
import { withStores } from '../with-stores.ts';

const OPTIONS = {
  unit: { type: 'string', default: '' },
  csv: { type: 'string', default: '' },
  undo: { type: 'string', default: '' },
  'dry-run': { type: 'boolean', default: false },
  language: { type: 'string', default: 'en' },
  map: { type: 'string', multiple: true },
  encoding: { type: 'string' },
  'date-order': { type: 'string' },
  'muac-unit': { type: 'string' },
  'weight-unit': { type: 'string' },
  'height-unit': { type: 'string' },
  'letter-m': { type: 'string' },
  'same-day': { type: 'string' },
  sheet: { type: 'string' },
  'first-row': { type: 'string' },
} as const;

/** Options that answer a question, by the name of the answer. */
const ANSWERS = {
  encoding: 'encoding',
  dateOrder: 'date-order',
  muacUnit: 'muac-unit',
  weightUnit: 'weight-unit',
  heightUnit: 'height-unit',
  letterM: 'letter-m',
  sameDay: 'same-day',
  sheet: 'sheet',
  firstRow: 'first-row',
} as const;

/** The author of records, since nobody is signed in. */
const COMMAND_LINE = 'command line';

function readOptions(args: readonly string[]) {
  return readTyped(args, OPTIONS);
}

type Options = ReturnType<typeof readOptions>;

function answersOf(options: Options) {
  const typed = Object.entries(ANSWERS).flatMap(([answer, option]) => {
    const text = options[option];
    return text === undefined ? [] : [[answer, text] as const];
  });
  const read = answersSchema.safeParse(Object.fromEntries(typed));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const option = Object.entries(ANSWERS).find(([answer]) => answer === issue?.path[0])?.[1];
  throw mistyped(`--${option}: ${issue?.message ?? 'not an answer'}.`);
}

/** `--map "Fecha de toma=surveyDate"`; with nothing after the sign the column is ignored. */
function mappingOf({ map = [] }: Options) {
  const pairs = map.map((text) => {
    const at = text.lastIndexOf('=');
    if (at < 1) throw mistyped('--map is "HEADER=FIELD".');
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
  return mappingSchema.parse(Object.fromEntries(pairs));
}

function languageOf({ language }: Options): Language {
  if (isLanguage(language)) return language;
  throw mistyped('--language is en or es.');
}

async function checkFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    throw new CliError(`${path} cannot be read (${systemCode(error)}).`, 1);
  });
  if (found.isDirectory()) throw new CliError(`${path} cannot be read: it is a folder.`, 1);
  if (found.size > MAX_UPLOAD_BYTES)
    throw new CliError(createImportWords('en').refusal('file-too-large'), 1);
}

function problemSentences({ problems, questions }: ImportResultBody): string[] {
  return [
    ...problems.map(({ code, field, headers }) =>
      [code, field, headers?.join(' | ')].filter((part) => part !== undefined).join(': '),
    ),
    ...questions.map(({ code, options, count, examples }) => {
      const option = ANSWERS[code as keyof typeof ANSWERS];
      const seen = examples.map(({ text }) => text).join(' | ');
      return `--${option} ${options.join('|')} is to be said: ${count} cells, such as ${seen}`;
    }),
  ];
}

/** What of the file is not read, so that nothing is missed silently. */
function unreadSentences(result: ImportResultBody) {
  const { columns, sheet, otherSheets = [], above = [], hiddenRows = 0 } = result;
  const unread = columns.flatMap(({ header, field, by, examples = [] }, place) =>
    field !== null || by === 'derived' || (header === '' && examples.length === 0)
      ? []
      : [header === '' ? `#${place + 1}` : header],
  );
  const formulas = columns.flatMap(({ header, field, formulas: count = 0 }) =>
    field === null || count === 0 ? [] : [`${header} (${count})`],
  );
  return [
    ...(hiddenRows === 0 ? [] : [`Rows that are hidden in the sheet, and read: ${hiddenRows}.`]),
    ...(formulas.length === 0
      ? []
      : [`Formulas without a result in the file, read as blank: ${formulas.join(' | ')}.`]),
    ...(sheet === undefined || otherSheets.length === 0
      ? []
      : [`The sheet "${sheet}" is read; not read: ${otherSheets.join(' | ')}.`]),
    ...(above.length === 0 ? [] : [`Above the headings, not read: ${above.join(' | ')}.`]),
    ...(unread.length === 0 ? [] : [`Columns that are not read: ${unread.join(' | ')}.`]),
  ];
}

/** Prints the result; throws if the command failed. */
function tell(result: ImportResultBody, importId: string, language: Language, io: Console): void {
  const { status, refusal, created, updated, duplicate, rejected } = result;
  if (status === 'refused') {
    throw new CliError(createImportWords(language).refusal(refusal ?? ''), 1);
  }
  for (const sentence of unreadSentences(result)) io.say(sentence);
  if (status === 'columns' || status === 'questions') {
    throw new CliError(['Nothing was written.', ...problemSentences(result)].join('\n'), 1);
  }
  io.say(
    `Rows: ${created} created, ${updated} updated, ${duplicate} duplicate, ${rejected} rejected.`,
  );
  if (status === 'checked') io.say('This was a dry run: nothing was written.');
  else io.say(`Import ${importId}; "crece import --undo ${importId}" takes it back.`);
  if (rejected > 0) throw new CliError('Rows were rejected: look for them among the findings.', 1);
}

async function importRows(options: Options, io: Console): Promise<void> {
  const { unit: stakeDB, csv: path, 'dry-run': isDryRun } = options;
  if (stakeDB === '') throw mistyped('import needs --unit DB, the database of the unit.');
  const answers = answersOf(options);
  const mapping = mappingOf(options);
  const language = languageOf(options);
  await checkFile(path);
  const importId = randomBytes(8).toString('hex');
  await withStores({ mayBeNew: true }, async (stores, { dataDir }) => {
    const { catalogue } = await (await openCatalogue(stores, dataDir)).current();
    if (findUnit(catalogue, stakeDB) === null) {
      throw new CliError(`There is no unit "${stakeDB}" among the places of this server.`, 1);
    }
    try {
      const result = await importFile(
        {
          importId,
          path,
          fileDigest: await fileDigestOf(path),
          stakeDB,
          isDryRun,
          answers,
          mapping,
          accountId: COMMAND_LINE,
          username: COMMAND_LINE,
          author: COMMAND_LINE,
          now: new Date(),
        },
        {
          stores,
          dataDir,
          signal: new AbortController().signal,
          progress: () => undefined,
          onFault: (error) => io.say(`Who pushed could not be noted: ${String(error)}`),
        },
        async (scan, work) => {
          for (const piece of findingsCsv(work, scan, language)) await io.write(piece);
        },
      );
      tell(result, importId, language, io);
    } finally {
      // The work file is not reused: a second run recognises what this one has written.
      await dropWork(dataDir, importId);
    }
  });
}

async function undo({ undo: importId }: Options, io: Console): Promise<void> {
  await withStores({ mayBeNew: false }, async (stores) => {
    const record = await (await openJournal(stores)).record(importId);
    if (record === null) throw new CliError(`There is no import "${importId}".`, 1);
    const { children, kept } = await takeBackImport(
      {
        importId,
        accountId: COMMAND_LINE,
        username: COMMAND_LINE,
        author: COMMAND_LINE,
        now: new Date(),
      },
      {
        stores,
        signal: new AbortController().signal,
        progress: () => undefined,
        onFault: (error) => io.say(`Who pushed could not be noted: ${String(error)}`),
      },
    );
    for (const childId of kept) await io.write(`${childId}\n`);
    io.say(`${children} children of ${record.stakeDB} are as they were before the import.`);
    if (kept.length > 0)
      io.say(`${kept.length} were changed since and stay as they are (see above).`);
  });
}

/**
 * `crece import --csv FILE`: imports the rows of a table (CSV or workbook) into one unit and prints
 * the outcome of each row; `crece import --undo ID` undoes such an import.
 */
export async function runImportRows(args: readonly string[], io: Console): Promise<void> {
  const options = readOptions(args);
  if ((options.csv === '') === (options.undo === '')) {
    throw mistyped('import needs --csv FILE or --undo ID.');
  }
  await (options.csv === '' ? undo(options, io) : importRows(options, io));
}
