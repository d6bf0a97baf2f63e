import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyDatabase } from './copy-database.ts';
import { aDataFolder } from './testing/a-data-folder.ts';

// `/dev/full` takes nothing, as a disk without a byte free.
it.runIf(process.platform === 'linux')(
  'a copy on a full disk says that there is no room, and not that the database cannot be read',
  async () => {
    const path = join(await aDataFolder(), 'databases', 'system.sqlite');
    expect(() => copyDatabase(path, '/dev/full', 'databases/system.sqlite')).toThrow(
      /^The copy of databases\/system\.sqlite has no room left on its disk: make room/,
    );
  },
);
