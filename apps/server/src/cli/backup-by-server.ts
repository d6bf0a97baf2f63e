import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { API_PATHS, type BackupCounts, type LocalBackupBody } from '@crece/contract';
import { localBackupLine } from '@crece/contract/schemas';
import { BackupRefused } from '../backup/backup-refused.ts';
import { folderOf } from '../backup/backup-route.ts';
import type { Encryption } from '../backup/encryption.ts';
import { dropUnfinished } from '../backup/make-backup.ts';
import { LOCAL_WORD_HEADER, localWord } from '../http/local-word.ts';
import type { RunningNote } from '../start/running-note.ts';

export interface AskedOfServer {
  /** Absolute path. */
  readonly file: string;
  readonly encryption: Encryption | null;
  readonly withSecret: boolean;
}

function bodyOf(asked: AskedOfServer, folder: LocalBackupBody['folder']): LocalBackupBody {
  const { file, withSecret, encryption } = asked;
  const isKey = encryption !== null && 'recipients' in encryption;
  return {
    ...{ file, folder, withSecret },
    recipients: isKey ? [...encryption.recipients] : [],
    passphrase: encryption !== null && !isKey ? encryption.passphrase : null,
  };
}

/** Has no limit of time: the next line comes when the next unit is copied. */
async function answerOf(
  { address, localSecret }: RunningNote,
  body: LocalBackupBody,
): Promise<IncomingMessage> {
  const sent = request(new URL(API_PATHS.localBackup, address), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [LOCAL_WORD_HEADER]: localWord(localSecret, 'backup'),
    },
  });
  sent.end(JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

async function* linesOf(answer: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  answer.setEncoding('utf8');
  for await (const piece of answer) {
    const lines = `${rest}${String(piece)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function followed(
  answer: IncomingMessage,
  onProgress: (progress: { done: number; of: number }) => void,
): Promise<BackupCounts | null> {
  for await (const text of linesOf(answer)) {
    const line = localBackupLine.parse(JSON.parse(text));
    if (line.said === 'copied') onProgress(line);
    else if (line.said === 'made') return line.counts;
    else if (line.said === 'out-of-reach') return null;
    else throw new BackupRefused(line.reason);
  }
  throw new Error('its answer was cut off');
}

/**
 * Lets the running server make a backup. `null`: it cannot, because it is of an earlier build or does not
 * reach the place (a service in a sandbox). Throws `BackupRefused` with its reason, also when it ended
 * meanwhile; nothing is left behind then.
 */
export async function backupByServer(
  server: RunningNote,
  asked: AskedOfServer,
  onProgress: (progress: { done: number; of: number }) => void,
): Promise<BackupCounts | null> {
  const folder = await folderOf(asked.file);
  // The copying here says it: there is no such folder.
  if (folder === null) return null;
  try {
    const answer = await answerOf(server, bodyOf(asked, folder));
    if (answer.statusCode === 404) return null;
    if (answer.statusCode !== 200) throw new Error(`the answer was ${answer.statusCode}`);
    return await followed(answer, onProgress);
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    await dropUnfinished(asked.file);
    const why = error instanceof Error ? error.message : String(error);
    throw new BackupRefused(`The server at ${server.address} did not finish the backup (${why}).`, {
      cause: error,
    });
  }
}
