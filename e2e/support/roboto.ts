import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CDPSession } from '@playwright/test';

/** The families in which the page draws the first element that a selector finds. */
export async function facesOf(cdp: CDPSession, selector: string): Promise<string[]> {
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  const { root } = await cdp.send('DOM.getDocument');
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName);
}

/**
 * Android draws an application in Roboto, whose letters are narrower than those of a Linux desktop.
 * Writes a configuration that gives Roboto to the tests' Chromium alone, and returns its file for
 * `FONTCONFIG_FILE`. The product carries no font.
 */
export function robotoConfig(): string {
  const require = createRequire(import.meta.url);
  const fonts = dirname(require.resolve('@expo-google-fonts/roboto'));
  const folder = join(tmpdir(), 'crece-roboto');
  const file = join(folder, 'fonts.conf');
  mkdirSync(folder, { recursive: true });
  const alias = (family: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>Roboto</family></prefer></alias>`;
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <cachedir>${join(folder, 'cache')}</cachedir>
  ${['system-ui', 'sans-serif', 'BlinkMacSystemFont'].map(alias).join('\n  ')}
</fontconfig>
`,
  );
  return file;
}
