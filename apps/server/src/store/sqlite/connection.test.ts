import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { aFolder } from '../../testing/test-app.ts';
import { openWriter } from './connection.ts';

it('the writing connection waits at each commit until the data is on the disk', () => {
  const database = openWriter(join(aFolder(), 'unit.sqlite'), null);
  onTestFinished(() => database.close());
  const FULL = 2;
  expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: FULL });
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
});
