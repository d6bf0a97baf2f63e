import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Outbox } from './outbox.ts';

function anOutbox() {
  const folder = mkdtempSync(join(tmpdir(), 'crece-outbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, outbox: new Outbox(folder) };
}

const to = (address: string) => JSON.stringify({ sent: 1, mail: { to: address } });
const forget = (outbox: Outbox) => outbox.forget((address) => address === 'eva@example.org');

it('forgetting mails to somebody takes those away that a full disk left half stored', async () => {
  const { folder, outbox } = anOutbox();
  writeFileSync(join(folder, '1.json'), to('eva@example.org'));
  writeFileSync(join(folder, '2.json.part'), to('eva@example.org'));
  writeFileSync(join(folder, '3.json'), to('leo@example.org'));
  await forget(outbox);
  expect(readdirSync(folder)).toEqual(['3.json']);
});

it('a mail to somebody else that is being stored meanwhile is not deleted', async () => {
  const { folder, outbox } = anOutbox();
  writeFileSync(join(folder, '1.json.part'), '');
  writeFileSync(join(folder, '2.json.part'), to('leo@example.org'));
  await forget(outbox);
  expect(readdirSync(folder)).toEqual(['1.json.part', '2.json.part']);
});
