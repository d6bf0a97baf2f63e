// A stranger's walk: the operator's guide alone, word by word, from a fresh clone to a server with a
// certificate, nightly backups, a restore that was tried, a new version and another machine.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Block, blocksOf } from './blocks.ts';
import { Machine } from './machine.ts';
import { Person } from './person.ts';

const OPERATE = resolve(import.meta.dirname, '../../../docs/operate');
const guide = (name: string) => blocksOf(readFileSync(join(OPERATE, name), 'utf8'));
const INSTALL = guide('README.md');
const UPGRADE = guide('upgrade.md');
/** The first backup is made a minute after the start. */
const FIRST_BACKUP_MS = 120_000;
/** What is left to see to on a machine of the walk: it has no mail server and one administrator. */
const LEFT_TO_SEE_TO = new Set(['mail server', 'administrators', 'room on the disk']);

const isDrill = (line: string) => line.includes('PORT=3999');
const isDoctor = (line: string) => line === 'crece doctor';

/** The walk's own steps between the lines of the guide. */
class Walk {
  readonly machine: Machine;
  readonly person: Person;
  #recipient = '';

  constructor(machine: Machine) {
    this.machine = machine;
    this.person = new Person(machine.certificate);
  }

  async follow(block: Block): Promise<void> {
    const { machine } = this;
    if (block.kind === 'env') {
      machine.set(block.lines.map((line) => line.replace('age1…', this.#recipient)));
      return;
    }
    for (const line of block.lines) {
      if (isDrill(line)) await this.#drill(line);
      // 1: there is something to see to, which the walk looks at itself.
      else this.#hear(await machine.type(line, { mostExitCode: isDoctor(line) ? 1 : 0 }));
      if (line === 'systemctl restart crece') await this.#firstBackup();
    }
  }

  #hear(text: string): void {
    this.#recipient = /public key: (age1\w+)/i.exec(text)?.[1] ?? this.#recipient;
  }

  backups(): string[] {
    return readdirSync(this.machine.path('var/backups/crece'));
  }

  /** Waits for the backup that the server makes by itself. */
  async #firstBackup(): Promise<void> {
    const end = Date.now() + FIRST_BACKUP_MS;
    const isMade = () => this.backups().some((name) => /^crece-.*\.backup\.age$/.test(name));
    while (!isMade()) {
      if (Date.now() > end)
        throw new Error(`no backup was made:\n${this.machine.service.journal()}`);
      await wait(500);
    }
  }

  /** A second server on what was restored: the person signs in and finds what was sent before. */
  async #drill(line: string): Promise<void> {
    await this.machine.typeAndLeave(line);
    const origin = `http://127.0.0.1:${this.machine.places.ports.drill}`;
    const visitor = new Person(this.machine.certificate);
    await visitor.signIn(origin);
    expect(await visitor.childrenAt(origin)).toBe(1);
    await this.machine.interrupt();
  }
}

describe('the operator’s guide', () => {
  it('says of every block what it is, and leaves out by hand what needs an older version', () => {
    const kinds = [...INSTALL, ...UPGRADE].map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['sh', 'env', 'sh by hand']));
    const left = [...INSTALL, ...UPGRADE].filter(({ kind }) => kind === 'sh by hand');
    expect(left.map(({ heading }) => heading)).toEqual([
      'Back to the version before',
      'Back to the version before',
    ]);
    expect(left.every(({ lines }) => lines.some((line) => line.includes('rollback')))).toBe(true);
  });
});

describe.runIf(process.env['CRECE_DEEP'] === '1')('a stranger with the operator’s guide', () => {
  it('comes from a fresh clone to a server with a certificate, backups and a tried restore', {
    timeout: 900_000,
  }, async () => {
    const machine = await Machine.make();
    onTestFinished(() => machine.remove());
    const walk = new Walk(machine);
    const { person } = walk;
    const of = (number: number) =>
      INSTALL.filter(({ heading }) => heading.startsWith(`${number}. `));
    const follow = async (blocks: readonly Block[]): Promise<void> => {
      expect(blocks.length).toBeGreaterThan(0);
      for (const block of blocks) await walk.follow(block);
    };

    const [copy, settings, start] = of(2);
    await follow([copy, settings].flatMap((block) => block ?? []));
    machine.set([`PORT=${machine.places.ports.crece}`]);
    await follow(start === undefined ? [] : [start]);
    await follow(of(3));
    expect(machine.said.find(({ line }) => line.endsWith('/ready'))?.text).toContain('"ready"');

    await follow(of(4));
    await person.useLink(machine.said.at(-1)?.text.trim() ?? '');
    expect(machine.service.journal()).not.toContain('first-admin#');
    await person.sendChild(machine.origin, 1);
    await follow(of(5));
    expect(machine.said.find(({ line }) => line.startsWith('crece restore'))?.text).toContain(
      '1 units, 1 children, 1 accounts',
    );

    await person.sendChild(machine.origin, 2);
    await follow(UPGRADE.filter(({ kind }) => kind === 'sh'));
    expect(await person.childrenAt(machine.origin)).toBe(2);
    const told = JSON.parse(await machine.type('crece doctor --json', { mostExitCode: 1 })) as {
      findings: { check: string; level: string; says: string }[];
    };
    const unexpected = told.findings.filter(({ check }) => !LEFT_TO_SEE_TO.has(check));
    expect(unexpected).toEqual([]);
    await follow(of(7));
    // Whoever was signed in still is, at the same address.
    await person.sendChild(machine.origin, 3);
    expect(await person.childrenAt(machine.origin)).toBe(3);

    const followed = machine.said.map(({ line }) => line);
    const commands = [...INSTALL, ...UPGRADE]
      .filter(({ kind }) => kind === 'sh')
      .flatMap(({ lines }) => lines)
      .filter((line) => !isDrill(line));
    expect(commands.filter((line) => !followed.includes(line))).toEqual([]);
  });
});
