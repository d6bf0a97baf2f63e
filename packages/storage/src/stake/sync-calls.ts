import {
  choose,
  confirmRemoval,
  keep,
  putBack,
  readRemoved,
  readTask,
} from '../conflicts/index.ts';
import type { LocalStake } from '../types.ts';
import { insideOf } from './inside.ts';
import { compactUnit, measureUnit } from './local-size.ts';

/** What a unit needs for conflicts, removed records and its size, and not for its list. */
export function syncCallsOf(stake: LocalStake) {
  return {
    inside: insideOf(stake),
    choose,
    compactUnit,
    confirmRemoval,
    keep,
    measureUnit,
    putBack,
    readRemoved,
    readTask,
  };
}
