/// <reference path="../../testing/pouchdb-memory.d.ts" />
import memoryAdapter from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import { describe, onTestFinished } from 'vitest';
import { freshName } from '../../testing/open-test-unit.ts';
import { digestUtf8 } from '../../testing/utf8-md5.ts';
import { describeUnitRecords } from './testing/contract.ts';
import { openInMemory, SMALL_BLOCKS } from './testing/open-stored.ts';
import { PouchRecords } from './testing/pouch-records.ts';

PouchDB.plugin(memoryAdapter);
digestUtf8();

describe('StoredRecords in memory', () => {
  describeUnitRecords(async () => openInMemory());
});

describe('StoredRecords in memory, with blocks of two to four rows', () => {
  describeUnitRecords(async () => openInMemory({ blockSize: SMALL_BLOCKS }));
});

describe('PouchDB in memory (the reference)', () => {
  describeUnitRecords(async () => {
    const records = new PouchRecords(freshName('pouch'), { adapter: 'memory' });
    onTestFinished(() => records.close());
    return records;
  });
});
