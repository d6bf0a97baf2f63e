import type { RefusedRecord, SyncState, TaskRef } from '@crece/storage';
import { describe, expect, it } from 'vitest';
import { recordState, rowAlerts, waitingCount } from './record-state.ts';

const STAMP = { completedAt: '2026-03-14T12:00:00.000Z', serverSequence: '9', epoch: 'e' };

const task = (id: string, kind: TaskRef['kind'], childId?: string): TaskRef => ({
  id,
  kind,
  title: '',
  fields: [],
  ...(childId === undefined ? {} : { childId }),
});
const refusal = (id: string, childId?: string): RefusedRecord => ({
  id,
  rev: '1-a',
  reason: 'unreadable',
  details: [],
  removal: false,
  refusedAt: '2026-03-14T12:00:00.000Z',
  title: '',
  ...(childId === undefined ? {} : { childId }),
});
const state = (different: Partial<SyncState> = {}): SyncState => ({
  stamp: STAMP,
  isIncomplete: false,
  arrival: 'whole',
  madeHere: [],
  refused: [],
  tasks: [],
  vanished: null,
  ...different,
});

describe('recordState', () => {
  it('only a complete sync makes a record "on the server"', () => {
    expect(recordState(state(), { _id: 'a' }, false)).toBe('server');
    expect(recordState(state({ stamp: null }), { _id: 'a' }, false)).toBeNull();
    expect(recordState(state({ stamp: null, arrival: 'whole' }), { _id: 'a' }, false)).toBeNull();
  });

  it('a pending record is "only here", synchronised or not', () => {
    expect(recordState(state(), { _id: 'a' }, true)).toBe('here');
    expect(recordState(state({ stamp: null }), { _id: 'a' }, true)).toBe('here');
  });

  it('an invented record is never "on the server"', () => {
    const invented = { _id: 'a', device: 'demo' };
    expect(recordState(state(), invented, false)).toBe('invented');
    expect(recordState(state({ stamp: null }), invented, false)).toBe('invented');
    // Edited by a person: it belongs to that person now, and will be sent.
    expect(recordState(state(), { _id: 'a', device: 'dev_1' }, true)).toBe('here');
    expect(recordState(state(), { _id: 'a', device: 'dev_1' }, false)).toBe('server');
  });

  it('gives priority to states that need a person', () => {
    const refused = [refusal('a')];
    expect(recordState(state({ refused }), { _id: 'a' }, true)).toBe('refused');
    expect(recordState(state({ refused }), { _id: 'b' }, true)).toBe('here');
    const tasks = [task('a', 'values'), task('c', 'removed')];
    expect(recordState(state({ refused, tasks }), { _id: 'a' }, true)).toBe('task');
    expect(recordState(state({ refused, tasks }), { _id: 'c' }, false)).toBe('removed');
  });
});

describe('rowAlerts', () => {
  it('marks a child for its own record and its screenings, a conflict before a refusal', () => {
    const alerts = rowAlerts(
      state({
        refused: [refusal('scr_1', 'chld_a'), refusal('chld_b'), refusal('scr_2', 'chld_c')],
        tasks: [task('scr_3', 'values', 'chld_c'), task('chld_d', 'removed')],
      }),
      [{ id: 'chld_e' }, { id: 'scr_4', childId: 'chld_f' }, { id: 'scr_5', childId: 'chld_c' }],
    );
    expect([...alerts].sort()).toEqual([
      ['chld_a', 'refused'],
      ['chld_b', 'refused'],
      ['chld_c', 'task'],
      ['chld_d', 'removed'],
      ['chld_e', 'unread'],
      ['chld_f', 'unread'],
    ]);
  });
});

describe('waitingCount', () => {
  it('counts each record once, whatever its states', () => {
    const sync = state({
      refused: [refusal('a'), refusal('b')],
      tasks: [task('a', 'values')],
    });
    const orphans = [{ _id: 'c' }];
    const unreadable = [{ id: 'd' }, { id: 'b' }];
    expect(waitingCount({ sync, orphans, unreadable })).toBe(4);
    expect(waitingCount({ sync: state(), orphans: [], unreadable: [] })).toBe(0);
    const withRemovals = { ...sync, removalsInFiles: 3 };
    expect(waitingCount({ sync: withRemovals, orphans, unreadable })).toBe(7);
  });
});
