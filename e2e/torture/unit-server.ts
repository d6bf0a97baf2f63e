import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { API_PATHS, type ErasuresBody, type SyncCredentials, type UserBody } from '@crece/contract';
import type { Role } from '@crece/domain';
import {
  answerOf,
  makeFirstAdmin,
  type Person,
  signInByCall,
  signUpByCall,
  somebody,
} from '../support/account-server.ts';
import { fillUnit } from '../support/fill-unit.ts';
import { freePort, type ServerProcess, startServer } from '../support/server-process.ts';
import { UNIT } from './scene.ts';

const LOOK_AGAIN_MS = 20;

/** A person with an account, signed in. */
export interface Member {
  person: Person;
  user: UserBody;
  token: string;
}

/** A real server process that can be killed, restarted and restored to an older state. */
export interface UnitServer {
  readonly url: string;
  /** Creates an account with these roles. */
  member(firstName: string, roles: readonly Role[]): Promise<Member>;
  /** Changes the roles, which ends the sessions; signs in again if a role is left. */
  grant(member: Member, roles: readonly Role[]): Promise<void>;
  /** An administrator erases a child for good; resolves when that has ended. */
  erase(id: string): Promise<void>;
  /** An administrator moves a child to another unit. */
  move(id: string, from: string, to: string): Promise<void>;
  /** Kills it like a power cut and restarts it with the data on disk. */
  killAndRestart(): Promise<void>;
  /** Copies the data on disk; the server is stopped for it. */
  backup(): Promise<string>;
  /** Replaces a unit's database by a copy, like restoring a backup. */
  restoreUnit(backup: string, stakeDB: string): Promise<void>;
  stop(): Promise<void>;
}

/** `records`: number of invented records in the unit at the start. */
export async function startUnitServer({ records = 0 } = {}): Promise<UnitServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-torture-'));
  if (records > 0) await fillUnit(dataDir, UNIT, records);
  const backups: string[] = [];
  const port = String(await freePort());
  const start = (): Promise<ServerProcess> =>
    startServer({
      CRECE_DATA_DIR: dataDir,
      PORT: port,
      CRECE_SECRET: 'a secret of torture, which nobody keeps',
    });
  let server = await start();
  const admin = somebody('Julia');
  let adminToken = await makeFirstAdmin(server, admin);

  async function setRoles(user: UserBody, roles: readonly Role[]): Promise<void> {
    const { id, firstName, lastName } = user;
    await answerOf(server, 'PUT', API_PATHS.user.replace(':userId', id), {
      token: adminToken,
      body: { firstName, lastName, roles, scope: null },
    });
  }

  return {
    get url() {
      return server.url;
    },
    async member(firstName, roles) {
      const person = somebody(firstName);
      const { user } = await signUpByCall(server, person);
      await setRoles(user, roles);
      const { token } = await signInByCall(server, person);
      return { person, user, token };
    },
    async grant(member, roles) {
      await setRoles(member.user, roles);
      member.token = (await signInByCall(server, member.person)).token;
    },
    async erase(id) {
      await answerOf(server, 'POST', API_PATHS.erase.replace(':stakeDB', UNIT), {
        token: adminToken,
        body: { id, why: 'asked' },
      });
      for (;;) {
        const { erasures } = await answerOf<ErasuresBody>(server, 'GET', API_PATHS.erasures, {
          token: adminToken,
        });
        if (erasures.every(({ isDone }) => isDone)) return;
        await pause(LOOK_AGAIN_MS);
      }
    },
    async move(id, from, to) {
      const path = API_PATHS.moveChild.replace(':childId', id);
      await answerOf(server, 'POST', `${path}?${new URLSearchParams({ stakeDB: from })}`, {
        token: adminToken,
        body: { to },
      });
    },
    async killAndRestart() {
      await server.kill();
      server = await start();
    },
    async backup() {
      await server.kill();
      const copy = mkdtempSync(join(tmpdir(), 'crece-torture-backup-'));
      backups.push(copy);
      cpSync(dataDir, copy, { recursive: true });
      server = await start();
      return copy;
    },
    async restoreUnit(backup, stakeDB) {
      await server.kill();
      const files = ['', '-wal', '-shm'].map(
        (suffix) => `databases/units/${stakeDB}.sqlite${suffix}`,
      );
      for (const file of files) rmSync(join(dataDir, file), { force: true });
      for (const file of files) {
        cpSync(join(backup, file), join(dataDir, file), { recursive: true, force: true });
      }
      server = await start();
      ({ token: adminToken } = await signInByCall(server, admin));
    },
    async stop() {
      await server.stop();
      for (const folder of [dataDir, ...backups]) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/**
 * The credentials that a phone requests before it synchronises, for the person signed in at that
 * moment.
 */
export async function credentialsOf(
  server: { url: string },
  member: Member,
): Promise<SyncCredentials> {
  return answerOf<SyncCredentials>(server, 'GET', API_PATHS.sync, { token: member.token });
}
