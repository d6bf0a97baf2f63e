import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import serverStart from './bootstrap/server-start.json' with { type: 'json' };

const CONTAINER = readFileSync(new URL('../deploy/Containerfile', import.meta.url), 'utf8');

const SERVICE = readFileSync(new URL('../deploy/crece.service', import.meta.url), 'utf8');

describe('how the server is started', () => {
  it('a container starts the server in the same way', () => {
    const command = /^CMD (\[.*\])$/m.exec(CONTAINER)?.[1] ?? '[]';
    expect(JSON.parse(command)).toEqual(['node', ...serverStart.flags, serverStart.entry]);
  });

  it('a service of systemd starts the server in the same way, with its memory settings', () => {
    const command = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(SERVICE)?.[1] ?? '';
    expect(command.split(' ')).toEqual([...serverStart.flags, serverStart.entry]);
    for (const [name, value] of Object.entries(serverStart.environment)) {
      expect(SERVICE).toContain(`${name}=${value}`);
    }
  });

  it.each([
    'User=crece',
    'StateDirectoryMode=0700',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    // A stop ends in at most ten seconds what is under way.
    'TimeoutStopSec=30',
  ])('a service of systemd has %s', (line) => {
    expect(SERVICE.split('\n')).toContain(line);
  });

  it('lets it give memory back after a rush (start/return-memory.ts)', () => {
    expect(serverStart.flags).toContain('--expose-gc');
  });
});
