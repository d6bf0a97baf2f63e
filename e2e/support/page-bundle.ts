import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';

const bundles = new Map<string, Promise<string>>();

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      rollupOptions: {
        input: fileURLToPath(new URL(entry, import.meta.url)),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const chunk = outputs[0]?.output.find((part) => part.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error(`${entry} gave no script`);
  return chunk.code;
}

/**
 * Runs one of this folder's scripts inside the page's origin, with the product's own storage
 * package bundled in, so that a test can plant records as another program would have left them.
 * The page must belong to a context with `bypassCSP`: the product itself admits no such script.
 */
export async function runInOrigin(page: Page, entry: string): Promise<void> {
  const code = bundles.get(entry) ?? bundle(entry);
  bundles.set(entry, code);
  await page.addScriptTag({ content: await code });
}
