import { resolve } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../apps/web');

/** The worker of a build whose page has `more` at its end. */
async function workerWith(more: string): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: resolve(ROOT, 'vite.clinic.config.ts'),
    logLevel: 'silent',
    build: { write: false },
    plugins: [{ name: 'changed-page', transformIndexHtml: (page: string) => page + more }],
  });
  const { output } = built as { output: readonly { fileName: string; code?: string }[] };
  return output.find(({ fileName }) => fileName === 'referral-sw.js')?.code ?? '';
}

it('gives the clinic’s worker another version where its page alone differs', async () => {
  const before = await workerWith('');
  expect(before).not.toBe('');
  expect(await workerWith('')).toBe(before);
  expect(await workerWith('<!-- changed -->')).not.toBe(before);
}, 60_000);
