import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findChromium } from './find-chromium.ts';

describe.runIf(process.platform !== 'win32')('findChromium', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'crece-chromium-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function program(name: string, mode = 0o755): string {
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '');
    chmodSync(file, mode);
    return file;
  }

  it('uses the one in CRECE_CHROMIUM, whatever is on PATH', () => {
    const stated = program('elsewhere/my-browser');
    program('chromium');
    expect(findChromium({ CRECE_CHROMIUM: stated, PATH: folder })).toBe(stated);
  });

  it('another browser does not replace a missing one in CRECE_CHROMIUM', () => {
    program('chromium');
    expect(findChromium({ CRECE_CHROMIUM: join(folder, 'no-such'), PATH: folder })).toBeNull();
  });

  it('prefers the headless shell to chromium, and that to google-chrome, in any folder of PATH', () => {
    program('a/google-chrome');
    const chromium = program('b/chromium');
    const shell = program('b/chromium-headless-shell');
    const PATH = ['a', 'b'].map((name) => join(folder, name)).join(delimiter);
    expect(findChromium({ PATH })).toBe(shell);
    rmSync(shell);
    expect(findChromium({ PATH })).toBe(chromium);
    rmSync(chromium);
    expect(findChromium({ CRECE_CHROMIUM: '', PATH })).toBe(join(folder, 'a/google-chrome'));
  });

  it('skips a folder and a file that is not executable', () => {
    program('a/chromium', 0o644);
    mkdirSync(join(folder, 'b/chromium'), { recursive: true });
    const PATH = ['a', 'b'].map((name) => join(folder, name)).join(delimiter);
    expect(findChromium({ PATH })).toBeNull();
    expect(findChromium({})).toBeNull();
  });
});
