import type { LocalUnit } from '../types.ts';
import { isStored } from '../unit/records/indexeddb-store.ts';
import { documentsOfUnit } from '../unit/records/unit-pages.ts';
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
  putBack,
  readRemoved,
  readRemovedFile,
  readTask,
} from './conflicts/index.ts';
import { insideOf } from './core/inside.ts';
import { compactUnit, measureUnit } from './core/local-size.ts';

/** What a unit needs for conflicts, removed records, its size and reports, and not for its list. */
export function syncCallsOf(unit: LocalUnit) {
  return {
    inside: insideOf(unit),
    choose,
    compactUnit,
    confirmRemoval,
    countLoss,
    documentsOfUnit,
    isStored,
    keep,
    measureUnit,
    overRemovals: { documentBeforeRemoval, recordsBeforeRemoval, writeBeside },
    putBack,
    readRemoved,
    readRemovedFile,
    readTask,
  };
}
