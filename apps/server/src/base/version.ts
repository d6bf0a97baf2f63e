import about from '../../package.json' with { type: 'json' };
import { ownCommit } from './commit.ts';

/** Version of this server. */
export const VERSION: string = about.version;
/** The commit that it was made from, in twelve letters; `unknown` where nothing tells. */
export const COMMIT: string = ownCommit();
