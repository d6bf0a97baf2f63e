import type { IsoDate } from '@crece/domain';
import type { Choice } from '@crece/storage';
import type { SideContext } from './read-side.ts';
import type { TaskInPlace } from './use-task.ts';

/** A task with the answers so far, and the context in which its values are read. */
export interface TaskStep extends TaskInPlace {
  readonly choice: Choice;
  readonly context: SideContext & { readonly today: IsoDate };
}
