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
 * Runs one of this folder's scripts in the page's origin, bundled with the product's storage
 * package, so that a test can store records like another program. The page's context needs
 * `bypassCSP`, because the product's policy blocks such scripts.
 */
export async function runInOrigin(page: Page, entry: string): Promise<void> {
  const code = bundles.get(entry) ?? bundle(entry);
  bundles.set(entry, code);
  await page.addScriptTag({ content: await code });
}
