import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { CSV_STATUS, type CsvClientEvents, type CsvServerEvents } from '@crece/contract';
import { csvHandshake, roomRequest } from '@crece/contract/schemas';
import { can } from '@crece/domain';
import { jobSentence } from '@crece/messages/job-words';
import type { FastifyInstance } from 'fastify';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { AccountParts } from '../accounts/account-parts.ts';
import { createCounter, type LimitRule } from '../accounts/rate-limits.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { accountOf } from '../accounts/stored-account.ts';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import type { Job } from '../jobs/job.ts';
import { endText } from '../jobs/job-text.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { isOwnRoom } from '../jobs/rooms.ts';

export type CsvStatusServices = Pick<
  AccountParts,
  'sessions' | 'accountStore' | 'clock' | 'log'
> & { jobs: Jobs; catalogue: CatalogueStore; config: { publicUrl: string | null } };

interface SocketData {
  token: string;
  accountId: string;
}

type CsvSocket = Socket<CsvClientEvents, CsvServerEvents, DefaultEventsMap, SocketData>;
type CsvServer = Server<CsvClientEvents, CsvServerEvents, DefaultEventsMap, SocketData>;

/** Enough for a token and a room's name. */
const MAX_PAYLOAD_BYTES = 8 * 1024;
/** A client that opens no namespace is disconnected after this time. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Interval of the checks for ended sessions and for changes written by another process. */
const LOOK_MS = 5_000;
/** Tabs of one person that follow a report at the same time. */
const MOST_SOCKETS_OF_ACCOUNT = 20;
const ROOMS_OF_ACCOUNT: LimitRule = { most: 60, windowMs: 60_000 };

/** The account is part of the key, so two accounts never share a room, whatever their names. */
function roomKey(accountId: string, room: string): string {
  return `${accountId} ${room}`;
}

/** Browsers send the origin of the page; only our own pages may open the channel. */
function isSameOrigin({ headers }: IncomingMessage, publicUrl: string | null): boolean {
  const { origin, host } = headers;
  return origin === undefined || origin === publicUrl || URL.parse(origin)?.host === host;
}

/**
 * The realtime channel `/csvStatus`: the progress of a person's reports, imports and conversions.
 */
class CsvStatus {
  readonly #services: CsvStatusServices;
  readonly #server: CsvServer;
  readonly #asked: ReturnType<typeof createCounter>;
  /** The `maxCount` last sent to a job's room. */
  readonly #told = new Map<string, number>();
  #isClosing = false;
  #isLooking = false;
  #looksAgain = false;

  constructor(server: HttpServer, services: CsvStatusServices) {
    this.#services = services;
    this.#asked = createCounter(ROOMS_OF_ACCOUNT, services.clock);
    this.#server = new Server(server, {
      serveClient: false,
      maxHttpBufferSize: MAX_PAYLOAD_BYTES,
      connectTimeout: CONNECT_TIMEOUT_MS,
      httpCompression: false,
      allowRequest: (request, answer) => {
        const isOurs = isSameOrigin(request, services.config.publicUrl);
        answer(this.#isClosing ? 'closing' : null, isOurs && !this.#isClosing);
      },
    });
    this.#server.engine.on('headers', (headers: Record<string, string>) => {
      headers['cache-control'] = 'no-store';
      headers['x-content-type-options'] = 'nosniff';
    });
    // Nobody may use the namespace `/`.
    this.#server.use((_socket, next) => next(new Error('forbidden')));
    this.#rooms.use((socket, next) => {
      this.#admit(socket).then(
        (refusal) => next(refusal === null ? undefined : new Error(refusal)),
        () => next(new Error('unavailable')),
      );
    });
    this.#rooms.on('connection', (socket) => this.#welcome(socket));
  }

  get #rooms() {
    return this.#server.of(CSV_STATUS);
  }

  /** Sends a job's room its progress or its end. */
  tell(job: Job): void {
    if (job.room === null) return;
    const room = this.#rooms.to(roomKey(job.owner, job.room));
    if (job.state === 'running') {
      if (this.#told.get(job.id) !== job.maxCount) {
        this.#told.set(job.id, job.maxCount);
        room.emit('CSV_progress', { maxCount: job.maxCount });
      }
      room.emit('CSV_progress', { count: job.count, text: job.text });
      return;
    }
    this.#told.delete(job.id);
    this.#unlessFault(this.#tellEnd(job, room));
  }

  /** Disconnects clients whose session, role or account has ended. */
  look(): void {
    // One check at a time; a change during a check starts another one.
    if (this.#isLooking) this.#looksAgain = true;
    else this.#unlessFault(this.#lookAtAll());
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#rooms.disconnectSockets(true);
    this.#server.engine.close();
  }

  async #signedIn(token: string): Promise<SignedIn | null> {
    const signedIn = await this.#services.sessions.authenticate(token);
    if (signedIn === null || !can(accountOf(signedIn.account), 'download-file')) return null;
    return signedIn;
  }

  /** Returns why a socket is refused; `null`: it is accepted. */
  async #admit(socket: CsvSocket): Promise<string | null> {
    const auth = csvHandshake.safeParse(socket.handshake.auth);
    const signedIn = auth.success ? await this.#signedIn(auth.data.token) : null;
    if (!auth.success || signedIn === null) return 'unauthorized';
    const accountId = signedIn.account.id;
    const own = [...this.#rooms.sockets.values()].filter((one) => one.data.accountId === accountId);
    if (own.length >= MOST_SOCKETS_OF_ACCOUNT) return 'too-many';
    socket.data = { token: auth.data.token, accountId };
    return null;
  }

  #welcome(socket: CsvSocket): void {
    socket.on('room', (request: unknown) => this.#unlessFault(this.#enter(socket, request)));
  }

  async #enter(socket: CsvSocket, raw: unknown): Promise<void> {
    const request = roomRequest.safeParse(raw);
    const signedIn = await this.#signedIn(socket.data.token);
    if (!request.success || signedIn === null) {
      socket.disconnect(true);
      return;
    }
    const { account } = signedIn;
    const { room } = request.data;
    const refuse = (key: 'jobs.room-of-another' | 'jobs.too-many-rooms'): void =>
      void socket.emit('CSV_error', { text: jobSentence(account.language, key) });
    if (this.#asked.wait(account.id) > 0) return refuse('jobs.too-many-rooms');
    this.#asked.add(account.id);
    if (!isOwnRoom(account, room)) return refuse('jobs.room-of-another');
    await socket.join(roomKey(account.id, room));
    socket.emit('Client_ready');
    // A late listener gets the present state at once.
    const job = await this.#services.jobs.byRoom(account.id, room);
    if (job === null) return undefined;
    if (job.state !== 'running') return this.#tellEnd(job, socket);
    if (job.maxCount > 0) socket.emit('CSV_progress', { maxCount: job.maxCount });
    socket.emit('CSV_progress', { count: job.count, text: job.text });
    return undefined;
  }

  async #tellEnd(job: Job, to: Pick<CsvSocket, 'emit'>): Promise<void> {
    const { jobs, catalogue } = this.#services;
    const text = endText(job, jobs.kindOf(job), (await catalogue.current()).catalogue);
    if (job.state === 'failed') to.emit('CSV_error', { text });
    else to.emit('CSV_complete', { fileName: job.fileName ?? '', text });
  }

  async #lookAtAll(): Promise<void> {
    this.#isLooking = true;
    try {
      do {
        this.#looksAgain = false;
        for (const socket of [...this.#rooms.sockets.values()]) {
          if ((await this.#signedIn(socket.data.token)) === null) socket.disconnect(true);
        }
      } while (this.#looksAgain);
    } finally {
      this.#isLooking = false;
    }
  }

  #unlessFault(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#services.log.error({ err: error }, 'the channel of reports has a fault');
    });
  }
}

/** Opens the channel on the server's port, until the server stops. */
export function csvStatus(app: FastifyInstance, services: CsvStatusServices): void {
  const channel = new CsvStatus(app.server, services);
  const stops = [
    services.jobs.watch((job) => channel.tell(job)),
    services.accountStore.onChange(() => channel.look()),
  ];
  const timer = setInterval(() => channel.look(), LOOK_MS);
  timer.unref();
  app.addHook('preClose', async () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    await channel.close();
  });
}
