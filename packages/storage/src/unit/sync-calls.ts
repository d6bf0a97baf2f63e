import { countLoss } from '../backup/unsent.ts';
import {
  documentBeforeRemoval,
  recordsBeforeRemoval,
  writeBeside,
} from '../conflicts/before-removal.ts';
import {
  choose,
  confirmRemoval,
  keep,
  putBack,
  readRemoved,
  readRemovedFile,
  readTask,
} from '../conflicts/index.ts';
import { isStored } from '../records/indexeddb-store.ts';
import type { LocalUnit } from '../types.ts';
import { insideOf } from './inside.ts';
import { compactUnit, measureUnit } from './local-size.ts';
import { documentsOfUnit } from './unit-pages.ts';

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
