import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lastRestore } from '../base/last-backup.ts';
import { openEpoch } from '../gateway/epoch.ts';
import { openDataStores } from '../start/data-folder.ts';
import { all } from '../store/testing/support.ts';
import { aFolder } from '../testing/test-app.ts';
import { countsOf } from './backup-format.ts';
import { rebuildUnit } from './damaged-unit.ts';
import { type BackupAsked, makeBackup } from './make-backup.ts';
import { PACKED_AT_ONCE } from './packing.ts';
import { verifyBackup } from './read-backup.ts';
import { restoreBackup, restoreUnit } from './restore-backup.ts';
import {
  aDataFolder,
  childOf,
  contentOf,
  filesIn,
  textIn,
  UNITS,
} from './testing/a-data-folder.ts';

const clock = () => new Date('2026-06-10T12:00:00.000Z');
const [COBAN, PETEN] = UNITS;
/** What zlib begins a part with: no name, no date, packed fast. */
const GZIP_START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4]);

async function aBackup(different: Partial<BackupAsked> = {}) {
  const dataDir = different.dataDir ?? (await aDataFolder());
  const file = join(aFolder(), 'crece.backup');
  const asked = { dataDir, file, encryption: null, withSecret: true, clock, ...different };
  return { dataDir, file: asked.file, manifest: await makeBackup(asked) };
}

const emptyFolder = () => join(aFolder(), 'restored');
const asked = (file: string, dir: string) =>
  ({ file, dir, key: null, keepSessions: false, clock }) as const;

async function epochIn(dataDir: string): Promise<string> {
  const stores = await openDataStores(dataDir);
  const store = await stores.open('sys_accounts');
  const epoch = await openEpoch({ store, stores, clock, log: { warn: () => undefined } });
  const name = epoch.current();
  await epoch.close();
  await stores.close();
  return name;
}

describe('a backup that is put back', () => {
  it('holds every document with its history, pictures and secret, and a new history of its own', async () => {
    const { dataDir, file, manifest } = await aBackup();
    expect(countsOf(manifest)).toEqual({ units: 2, children: 80, accounts: 1 });
    expect(manifest.files.at(-1)?.name).toBe('databases/system.sqlite');
    const dir = emptyFolder();
    expect(await restoreBackup(asked(file, dir))).toEqual(manifest);
    for (const stakeDB of UNITS) {
      const name = `unit_${stakeDB}`;
      expect(await contentOf(dir, name)).toEqual(await contentOf(dataDir, name));
    }
    expect(textIn(dir, 'pictures/ab12/small.webp')).toBe('a picture');
    expect(textIn(dir, 'secret')).toBe(textIn(dataDir, 'secret'));
    expect(filesIn(dir).filter((name) => !/\.sqlite(-wal|-shm)?$/.test(name))).toEqual([
      'pictures/ab12/small.webp',
      'restored.json',
      'secret',
    ]);
    expect(await lastRestore(dir)).toEqual({ at: clock(), backupOf: clock() });
    expect(await epochIn(dir)).not.toBe(await epochIn(dataDir));
  });

  it('a restore ends sessions and one-use links, and drops mails on their way, unless they are kept', async () => {
    const { file } = await aBackup();
    const locals = async (keepSessions: boolean) => {
      const dir = emptyFolder();
      await restoreBackup({ ...asked(file, dir), keepSessions });
      const stores = await openDataStores(dir);
      const found = await all((await stores.open('sys_accounts')).listLocal('once_'));
      await stores.close();
      return [found.length, existsSync(join(dir, 'outbox/0001.json'))];
    };
    expect(await locals(false)).toEqual([0, false]);
    expect(await locals(true)).toEqual([1, true]);
  });

  it('a backup is of one moment while others write', async () => {
    const dataDir = await aDataFolder();
    const stores = await openDataStores(dataDir);
    const store = await stores.open(`unit_${COBAN}`);
    const file = join(aFolder(), 'crece.backup');
    let isDone = false;
    const made = makeBackup({ dataDir, file, encryption: null, withSecret: true, clock }).finally(
      () => {
        isDone = true;
      },
    );
    let written = 0;
    for (; !isDone; written += 1) await store.write([childOf(COBAN, 100 + written)]);
    const manifest = await made;
    await stores.close();
    const unit = manifest.files.find(({ name }) => name.includes(COBAN))?.unit;
    expect(written).toBeGreaterThan(0);
    const dir = emptyFolder();
    await restoreBackup(asked(file, dir));
    expect(await contentOf(dir, `unit_${COBAN}`)).toHaveLength(unit?.children ?? 0);
    expect(unit?.sequence).toBe(unit?.children);
  });

  it('one unit of a backup can be put back: the others stay, and the history is a new one', async () => {
    const { dataDir, file } = await aBackup();
    const before = await contentOf(dataDir, `unit_${COBAN}`);
    const stores = await openDataStores(dataDir);
    for (const stakeDB of UNITS) {
      await (await stores.open(`unit_${stakeDB}`)).write([childOf(stakeDB, 900)]);
    }
    await stores.close();
    const epoch = await epochIn(dataDir);
    const present = await contentOf(dataDir, `unit_${COBAN}`);
    const place = { stakeDB: COBAN, dataDir, clock };
    const { aside } = await restoreUnit({ file, key: null, ...place });
    expect(await contentOf(dataDir, `unit_${COBAN}`)).toEqual(before);
    expect(await contentOf(dataDir, `unit_${PETEN}`)).toHaveLength(41);
    expect(await epochIn(dataDir)).not.toBe(epoch);
    // What came after the backup is not lost with the file that was there.
    expect(await rebuildUnit(place)).toEqual({ from: aside, records: present.length });
    expect(await contentOf(dataDir, `unit_${COBAN}`)).toEqual(present);
    await expect(
      restoreUnit({ file, key: null, stakeDB: 'esteli_district_nic', dataDir, clock }),
    ).rejects.toThrow('holds no unit "esteli_district_nic"');
  });

  it('who moved to a unit after it was copied is there again, with one unit and with the whole backup', async () => {
    const dataDir = await aDataFolder();
    const { file: before } = await aBackup({ dataDir });
    const moved = childOf(PETEN, 7);
    const home = {
      stakeDB: COBAN,
      id: moved._id.replace(PETEN, COBAN).replace('_00000a', '_00000b'),
    };
    const stores = await openDataStores(dataDir);
    const peten = await stores.open(`unit_${PETEN}`);
    const known = await peten.read(moved._id);
    await peten.write([{ ...known, ...moved, _deleted: true, why: 'moved', movedTo: home }]);
    await stores.close();
    const onBrought = vi.fn();
    const told = { records: new Map([[COBAN, 1]]), unread: new Map() };
    const isThere = async (folder: string) => {
      const stored = await contentOf(folder, `unit_${COBAN}`);
      const documents = stored.map((each) => (JSON.parse(each) as [{ _id: string }])[0]);
      const found = documents.filter(({ _id }) => _id === home.id);
      expect(found).toMatchObject([{ firstName: 'Marisol 7', movedFrom: [{ stakeDB: PETEN }] }]);
    };
    // Peten was copied after the child had left, Coban before it came.
    const { file } = await aBackup({ dataDir });
    const dir = emptyFolder();
    await restoreBackup({ ...asked(file, dir), onBrought });
    expect(onBrought.mock.lastCall).toEqual([told]);
    await isThere(dir);
    const place = { stakeDB: COBAN, dataDir, clock };
    await restoreUnit({ file: before, key: null, ...place, onBrought });
    expect(onBrought.mock.calls).toEqual([[told], [told]]);
    await isThere(dataDir);
    await rebuildUnit(place, onBrought);
    expect(onBrought).toHaveBeenCalledTimes(2);
  });

  it('a backup has no secret when that was asked', async () => {
    const { file, manifest } = await aBackup({ withSecret: false });
    expect(manifest.hasSecret).toBe(false);
    const dir = emptyFolder();
    await restoreBackup(asked(file, dir));
    expect(existsSync(join(dir, 'secret'))).toBe(false);
  });
});

describe('an encrypted backup', () => {
  const passphrase = 'correct horse battery staple';

  /** age makes guessing a passphrase cost 2^18 steps, which is a second for each key here. */
  const COST = /^-> scrypt \S+ 18$/m;

  it('costs a guesser of its passphrase a second each time', { timeout: 120_000 }, async () => {
    const { file } = await aBackup({ encryption: { passphrase } });
    expect(readFileSync(file, 'latin1').slice(0, 200)).toMatch(COST);
  });

  it('opens with its passphrase alone', async () => {
    const { setPassphrase } = Encrypter.prototype;
    vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (
      this: Encrypter,
      word,
    ) {
      setPassphrase.call(this, word);
      this.setScryptWorkFactor(10);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const { file } = await aBackup({ encryption: { passphrase } });
    expect(readFileSync(file).includes('Marisol')).toBe(false);
    const dir = emptyFolder();
    await expect(restoreBackup(asked(file, dir))).rejects.toThrow('is encrypted');
    const wrong = { ...asked(file, dir), key: { passphrases: ['another long passphrase'] } };
    await expect(restoreBackup(wrong)).rejects.toThrow('does not open with this key');
    expect(existsSync(dir)).toBe(false);
    await restoreBackup({
      ...asked(file, dir),
      key: { passphrases: ['with a line end\n', passphrase] },
    });
    expect(await contentOf(dir, `unit_${COBAN}`)).toHaveLength(40);
  });

  it('opens with the key of any of its recipients', async () => {
    const keys = [await generateIdentity(), await generateIdentity()];
    const recipients = await Promise.all(keys.map((key) => identityToRecipient(key)));
    const { file, manifest } = await aBackup({ encryption: { recipients } });
    for (const key of keys) {
      expect(await verifyBackup(file, { identities: [key] })).toEqual(manifest);
    }
    const other = { identities: [await generateIdentity()] };
    await expect(verifyBackup(file, other)).rejects.toThrow('does not open with this key');
  });

  it.each([
    ['a short passphrase', { passphrase: 'twelve char' }, 'at least 12 characters'],
    ['a recipient that is none', { recipients: ['age1nobody'] }, '"age1nobody" is no recipient'],
  ])('an encrypted backup is refused for %s', async (_what, encryption, sentence) => {
    const dataDir = await aDataFolder();
    const folder = aFolder();
    const file = join(folder, 'crece.backup');
    await expect(aBackup({ dataDir, file, encryption })).rejects.toThrow(sentence);
    expect(filesIn(folder)).toEqual([]);
  });
});

/** Where each part ends that was packed by itself, the last one with the file. */
function endsOfParts(file: Buffer): number[] {
  const ends: number[] = [];
  for (let from = 0; from < file.length; from = ends.at(-1) ?? file.length) {
    const next = file.indexOf(GZIP_START, from + 1);
    ends.push(next < 0 ? file.length : next);
  }
  return ends;
}

describe('a file that is no whole backup', () => {
  it('a backup is refused at every length to which it may be cut, and leaves nothing behind', async () => {
    const { file } = await aBackup();
    const bytes = readFileSync(file);
    const cut = join(aFolder(), 'cut.backup');
    const dir = emptyFolder();
    for (const left of [0, 0.001, 0.1, 0.5, 0.9]
      .map((share) => Math.floor(share * bytes.length))
      .concat([1, 3, 9, 40].map((cutOff) => bytes.length - cutOff))) {
      writeFileSync(cut, bytes.subarray(0, left));
      await expect(restoreBackup(asked(cut, dir))).rejects.toThrow(/no backup of Crece|damaged/);
      expect(existsSync(dir)).toBe(false);
    }
  });

  it('a backup of several packed parts is whole, and refused when it ends with any but the last', async () => {
    const dataDir = await aDataFolder();
    const picture = randomBytes(3 * PACKED_AT_ONCE);
    writeFileSync(join(dataDir, 'pictures/ab12/large.webp'), picture);
    const { file, manifest } = await aBackup({ dataDir });
    const dir = emptyFolder();
    expect(await restoreBackup(asked(file, dir))).toEqual(manifest);
    expect(readFileSync(join(dir, 'pictures/ab12/large.webp')).equals(picture)).toBe(true);

    const bytes = readFileSync(file);
    const ends = endsOfParts(bytes);
    expect(ends.length).toBeGreaterThan(3);
    const cut = join(aFolder(), 'cut.backup');
    for (const end of ends.slice(0, -1)) {
      writeFileSync(cut, bytes.subarray(0, end));
      await expect(verifyBackup(cut, null)).rejects.toThrow(/damaged/);
    }
  });

  it('a backup is refused when any byte of it was altered', async () => {
    const { file, manifest } = await aBackup();
    const bytes = readFileSync(file);
    const altered = join(aFolder(), 'altered.backup');
    for (let place = 4; place < bytes.length; place += Math.ceil(bytes.length / 60)) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 0x10;
      writeFileSync(altered, changed);
      // A byte that nothing depends on may differ; what comes out never does.
      const found = await verifyBackup(altered, null).catch((error: Error) => error.name);
      expect(found === 'BackupRefused' ? manifest : found).toEqual(manifest);
    }
  });

  it('a file that is something else is refused as a backup', async () => {
    const other = join(aFolder(), 'photo.jpg');
    writeFileSync(other, 'a photo of a church hall');
    const dir = emptyFolder();
    await expect(restoreBackup(asked(other, dir))).rejects.toThrow('is no backup of Crece');
    await expect(restoreBackup(asked(`${other}.none`, dir))).rejects.toThrow(
      `There is no file ${other}.none.`,
    );
    const folder = aFolder();
    await expect(restoreBackup(asked(folder, dir))).rejects.toThrow(
      `${folder} is a folder: name one of the files in it.`,
    );
  });
});

describe('a backup is not made', () => {
  it('into the data folder, nor over a file that is there', async () => {
    const dataDir = await aDataFolder();
    const inside = join(dataDir, 'pictures', 'crece.backup');
    await expect(aBackup({ dataDir, file: inside })).rejects.toThrow('lies in the data folder');
    const there = join(aFolder(), 'there.backup');
    writeFileSync(there, 'the last one');
    await expect(aBackup({ dataDir, file: there })).rejects.toThrow('is there already');
    expect(readFileSync(there, 'utf8')).toBe('the last one');
  });

  it('of a folder without databases', async () => {
    await expect(aBackup({ dataDir: aFolder() })).rejects.toThrow('holds no databases');
  });

  it.each([
    ['the first unit', `databases/units/${COBAN}.sqlite`],
    ['the last unit', `databases/units/${PETEN}.sqlite`],
    ["the server's own", 'databases/system.sqlite'],
  ])('of a damaged database (%s), and nothing of it stays', async (_which, name) => {
    const dataDir = await aDataFolder();
    const path = join(dataDir, name);
    const bytes = readFileSync(path);
    bytes.fill(0x55, Math.floor(bytes.length / 2));
    writeFileSync(path, bytes);
    const folder = aFolder();
    const file = join(folder, 'crece.backup');
    await expect(aBackup({ dataDir, file })).rejects.toThrow(name);
    expect(filesIn(folder)).toEqual([]);
  });

  it('while another one of the same name is under way, which keeps its files', async () => {
    const folder = aFolder();
    const file = join(folder, 'crece.backup');
    const others = ['part', 'copy', 'copy2'].map((kind) => `${file}.${kind}`);
    for (const other of others) writeFileSync(other, "the other's");
    await expect(aBackup({ file })).rejects.toThrow('another backup is under way');
    expect(others.map((other) => readFileSync(other, 'utf8'))).toEqual(
      others.map(() => "the other's"),
    );
  });
});

describe('a backup is not put back', () => {
  it('by half: ended in its middle it leaves the folder as it was', async () => {
    const { file } = await aBackup();
    for (const dir of [aFolder(), emptyFolder()]) {
      const before = existsSync(dir);
      const controller = new AbortController();
      const ending = () => {
        // The databases are written by then.
        expect(existsSync(join(dir, 'databases/system.sqlite'))).toBe(true);
        controller.abort();
        return new Date();
      };
      const { signal } = controller;
      await expect(restoreBackup({ ...asked(file, dir), clock: ending, signal })).rejects.toThrow();
      expect(signal.aborted).toBe(true);
      expect(existsSync(dir)).toBe(before);
      if (before) expect(filesIn(dir)).toEqual([]);
    }
    const signal = AbortSignal.abort();
    await expect(restoreBackup({ ...asked(file, emptyFolder()), signal })).rejects.toThrow();
  });

  it('into a folder that holds something', async () => {
    const { file } = await aBackup();
    const dir = aFolder();
    writeFileSync(join(dir, 'letter.txt'), 'keep me');
    await expect(restoreBackup(asked(file, dir))).rejects.toThrow('is not empty');
    expect(filesIn(dir)).toEqual(['letter.txt']);
  });

  it('when its tables are of a newer version', async () => {
    const dataDir = await aDataFolder();
    const database = new DatabaseSync(join(dataDir, 'databases/system.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    await expect(aBackup({ dataDir })).rejects.toThrow('newer version of Crece');
  });
});
