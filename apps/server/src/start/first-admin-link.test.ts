import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../testing/test-app.ts';
import { firstAdminLines } from './first-admin-link.ts';

const LINK = 'https://crece.example.org/authentication/first-admin#secret';

describe('the link of the first administrator', () => {
  it.each([
    ['127.0.0.1', false],
    ['0.0.0.0', true],
  ])('is shown at a terminal, on %s with a warning: %s', async (host, isWarned) => {
    const dataDir = aFolder();
    const lines = (await firstAdminLines(LINK, { dataDir, host, isTerminal: true })).join('\n');
    expect(lines).toContain(`\n  ${LINK}`);
    expect(lines.includes('Whoever reads this link owns the system')).toBe(isWarned);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('lies in a file for the server alone where what is printed is kept, and goes when it is used', async () => {
    const dataDir = aFolder();
    const place = { dataDir, host: '127.0.0.1', isTerminal: false };
    const lines = (await firstAdminLines(LINK, place)).join('\n');
    const path = join(dataDir, 'first-admin-link');
    expect(lines).toContain(`\n  ${path}\n  Whoever reads this link owns the system`);
    expect(lines).not.toContain('secret');
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([`${LINK}\n`, 0o600]);
    await firstAdminLines(`${LINK}2`, place);
    expect(readFileSync(path, 'utf8')).toBe(`${LINK}2\n`);
    expect(await firstAdminLines(null, place)).toEqual([]);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
