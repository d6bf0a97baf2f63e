import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Outcome } from './step.ts';

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function count(fields: Fields, name: string): number {
  const value = fields[name];
  return typeof value === 'number' ? value : 0;
}

/** The JSON report of a test runner, or null without one. */
export function readReport(file: string): Fields | null {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isFields(report) ? report : null;
  } catch {
    return null;
  }
}

/**
 * A runner that fails without a failed test (e.g. by an error outside any) counts as one failure,
 * and so does one that ran no test: `{ passed: 0, failed: 0 }` becomes one failure.
 */
function outcome(
  passed: number,
  failed: number,
  exitCode: number,
  { notes, failures }: { notes: string[]; failures: string[] },
): Outcome {
  const note = notes.length === 0 ? {} : { note: notes.join(', ') };
  if (failed > 0)
    return { passed, failed, ...note, ...(failures.length === 0 ? {} : { failures }) };
  if (exitCode !== 0)
    return { passed, failed: 1, note: [...notes, `exit code ${exitCode}`].join(', ') };
  if (passed === 0) return { passed, failed: 1, note: [...notes, 'no test ran'].join(', ') };
  return { passed, failed, ...note };
}

function list(fields: Fields, name: string): Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** The first lines of a message tell what failed; its place is in the log above. */
const MESSAGE_LINES = 6;
/** The page snapshot's lines: enough for its header and whatever covers the page. */
const PAGE_LINES = 60;

function failure(title: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MESSAGE_LINES)
    .map((line) => `    ${line}`);
  return [title, ...lines].join('\n');
}

/** Test files that failed without a failed test: they did not load, or a hook threw. */
function brokenFiles(report: Fields): number {
  return list(report, 'testResults').filter(
    (file) =>
      file['status'] === 'failed' &&
      !list(file, 'assertionResults').some((test) => test['status'] === 'failed'),
  ).length;
}

function vitestFailures(report: Fields): string[] {
  return list(report, 'testResults').flatMap((file) => {
    if (file['status'] !== 'failed') return [];
    const name = text(file, 'name');
    const tests = list(file, 'assertionResults').filter((test) => test['status'] === 'failed');
    if (tests.length === 0) return [failure(name, text(file, 'message'))];
    return tests.map((test) => {
      const messages = test['failureMessages'];
      const message = Array.isArray(messages) ? messages.join('\n') : '';
      return failure(`${name} > ${text(test, 'fullName')}`, message);
    });
  });
}

/** The runner's page snapshot at the failure, which cannot be made later. */
function pageOf(result: Fields): string[] {
  return list(result, 'attachments').flatMap((attachment) => {
    const path = text(attachment, 'path');
    if (text(attachment, 'name') !== 'error-context' || !existsSync(path)) return [];
    const [, page = ''] = readFileSync(path, 'utf8').split('# Page snapshot');
    return page === '' ? [] : [page.split('\n').slice(0, PAGE_LINES).join('\n')];
  });
}

function playwrightFailures(suite: Fields): string[] {
  const own = list(suite, 'specs')
    .filter((spec) => spec['ok'] === false)
    .map((spec) => {
      const results = list(spec, 'tests').flatMap((test) => list(test, 'results'));
      const errors = results.flatMap((result) => list(result, 'errors'));
      const title = `${text(spec, 'file')}:${count(spec, 'line')} > ${text(spec, 'title')}`;
      const message = errors.map((error) => text(error, 'message')).join('\n');
      return [failure(title, message), ...results.flatMap(pageOf)].join('\n');
    });
  return [...own, ...list(suite, 'suites').flatMap(playwrightFailures)];
}

/** Counts from Vitest's JSON report; a test file that did not load counts as one failure. */
export function vitestOutcome(report: Fields | null, exitCode: number): Outcome {
  const fields = report ?? {};
  const skipped = count(fields, 'numPendingTests') + count(fields, 'numTodoTests');
  return outcome(
    count(fields, 'numPassedTests'),
    count(fields, 'numFailedTests') + brokenFiles(fields),
    exitCode,
    {
      notes: skipped === 0 ? [] : [`${skipped} skipped`],
      failures: vitestFailures(fields),
    },
  );
}

/** Counts from Playwright's JSON report; the note names tests that passed only on a retry. */
export function playwrightOutcome(report: Fields | null, exitCode: number): Outcome {
  const stats = isFields(report?.['stats']) ? report['stats'] : {};
  const flaky = count(stats, 'flaky');
  const skipped = count(stats, 'skipped');
  return outcome(count(stats, 'expected') + flaky, count(stats, 'unexpected'), exitCode, {
    notes: [
      ...(flaky === 0 ? [] : [`${flaky} only on a second try`]),
      ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    ],
    failures: playwrightFailures(report ?? {}),
  });
}
