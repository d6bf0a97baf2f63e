// All code that changes records. Lists and child files are shown without it, so it has its own
// chunk.
export { forgetLost, readLost, readUnread, setAsideStillDamaged } from './damage.ts';
export { followed } from './followed-blocks.ts';
export { carriedRevision } from './incoming.ts';
export { inspected, makeHead, repair } from './making-head.ts';
export { grouped, takeRevisions } from './taking.ts';
export { tidyStretch } from './tidying.ts';
export { draftOf, writeDrafts } from './writing.ts';
