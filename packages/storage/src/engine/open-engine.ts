import type { UnitParts } from '../unit/open/unit-parts.ts';
import { documentsOfUnit } from '../unit/records/unit-pages.ts';
import type { UnitWrites } from '../unit/writes/writes.ts';
import { countLoss } from './backup/unsent.ts';
import {
  documentBeforeRemoval,
  recordsBeforeRemoval,
  writeBeside,
} from './conflicts/before-removal.ts';
import {
  choose,
  confirmRemoval,
  keep,
  movedTo,
  putBack,
  readRemoved,
  readRemovedFile,
  readRemovedMother,
  readTask,
} from './conflicts/index.ts';
import { createEngineParts, type Engine } from './core/engine.ts';
import { compactUnit, measureUnit } from './core/local-size.ts';

/** Creates the engine of one open unit. */
export function openEngine(unit: UnitParts, writes: UnitWrites): Engine {
  const parts = createEngineParts(unit, writes);
  const { ledger, store } = parts;
  return {
    ...parts,
    calls: {
      overRemovals: { documentBeforeRemoval, recordsBeforeRemoval, writeBeside },
      readTask: (id) => readTask(parts, id),
      choose: (task, choice, act) => choose(parts, task, choice, act),
      keep: (task, choice, act) => keep(parts, task, choice, act),
      confirmRemoval: (task, act) => confirmRemoval(parts, task, act),
      putBack: (id, act) => putBack(parts, id, act),
      readRemoved: (id) => readRemoved(parts, id),
      movedTo: (id) => movedTo(parts, id),
      async removedRecords(fromServer) {
        const { removedRecords } = await import('./removed/removed-records.ts');
        return removedRecords(parts, fromServer);
      },
      async movedRecords(kind) {
        const { movedRecords } = await import('./removed/moved-records.ts');
        return movedRecords(parts, kind);
      },
      readRemovedFile: (childId, screeningId) => readRemovedFile(parts, childId, screeningId),
      readRemovedMother: (id) => readRemovedMother(parts, id),
      documents: () => documentsOfUnit(unit.database),
      measure: () => measureUnit(unit.database),
      async countLoss() {
        const state = await ledger.load();
        await unit.catchUp();
        return countLoss({ ledger: state, store, pending: parts.pendingIds().length });
      },
      compact: () => compactUnit(parts),
      endRefusals: () => ledger.waitingToOffer(),
      noteWhole: () => ledger.note({ isWhole: true }),
      noteLoss: () => ledger.noteLoss((id) => unit.feed.projection?.ownerOf(id), unit.clock()),
    },
  };
}
