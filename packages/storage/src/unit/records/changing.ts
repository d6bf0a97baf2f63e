// All that changes records: lists and files are shown without it, so it comes in a chunk of its own.
export { forgetLost, readLost, setAsideStillDamaged } from './damage.ts';
export { carriedRevision } from './incoming.ts';
export { grouped, takeRevisions } from './taking.ts';
export { tidyStretch } from './tidying.ts';
export { draftOf, writeDrafts } from './writing.ts';
