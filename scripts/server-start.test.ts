import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import serverStart from './bootstrap/server-start.json' with { type: 'json' };

const CONTAINER = readFileSync(new URL('../deploy/Containerfile', import.meta.url), 'utf8');

describe('how the server is started', () => {
  it('a container starts the server in the same way', () => {
    const command = /^CMD (\[.*\])$/m.exec(CONTAINER)?.[1] ?? '[]';
    expect(JSON.parse(command)).toEqual(['node', ...serverStart.flags, serverStart.entry]);
  });

  it('lets it give memory back after a rush (start/return-memory.ts)', () => {
    expect(serverStart.flags).toContain('--expose-gc');
  });
});
