import { type CsvProgress, type ImportBody, socketRoomOf, type UploadQuery } from '@crece/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { HttpError } from '../../api/http.ts';
import { fetchImport, type UploadSource, undoImport, uploadFile } from '../../api/imports.ts';
import { useSetting } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useSignIn } from '../../data/session.tsx';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { type Columns, rememberedColumns, remembering } from './column-memory.ts';
import { uploadFailure } from './import-words.ts';
import { useChannel } from './use-channel.ts';

/** Answers that are given once per file, by the code of the question. */
export type Answers = Readonly<Record<string, string>>;

/** Number of rows done by the server, and of all rows. */
export type RowCounts = Pick<ImportBody, 'count' | 'maxCount'>;

/**
 * An upload in progress; once the server has the file, the request waits for the end of the job for
 * a limited time.
 */
interface Sending {
  readonly at: 'sending';
  readonly name: string;
  readonly share: number;
  readonly dryRun: boolean;
  /** The channel's room for this job. */
  readonly room: string | null;
  /** The counts from that room; null: none yet. */
  readonly counts: RowCounts | null;
}

/** The state of an upload. `job` is the server's last answer. */
export type Stage =
  | { readonly at: 'choose' }
  | Sending
  | { readonly at: 'working'; readonly job: ImportBody }
  | { readonly at: 'answered'; readonly job: ImportBody };

export interface ImportRun {
  readonly stage: Stage;
  readonly answers: Answers;
  readonly columns: Columns;
  /** Those of `columns` that were chosen for an earlier file with the same headings. */
  readonly remembered: Columns;
  /** Starts with a file: checks it. */
  choose(file: File): void;
  /** Checks the same file with other answers or columns. */
  checkAgain(change: { answers?: Answers; columns?: Columns }): void;
  importIt(): void;
  undo(): void;
  /** Cancels the upload. */
  stop(): void;
  /** Back to the choice of a file. */
  again(): void;
}

/** Poll interval of a job without a channel. */
const ASK_EVERY_MS = 700;
/** Poll interval beside a channel, which may have missed an event. */
const ASK_BESIDE_MS = 5_000;
const JOB = 'job';

/** The jobs of addresses that are on their way: the last one written, and those before it. */
interface Replacing {
  readonly to: string | null;
  readonly from: readonly (string | null)[];
}

/** The answers that this request supports; others belong to a newer server and cannot be sent. */
function queryOf(answers: Answers, columns: Columns, language: string): UploadQuery {
  return {
    language,
    ...answers,
    ...(Object.keys(columns).length === 0 ? {} : { mapping: JSON.stringify(columns) }),
  };
}

/**
 * The larger of the known and the reported counts; a late report of an earlier count changes
 * nothing.
 */
function furthest({ count, maxCount }: RowCounts, progress: CsvProgress): RowCounts {
  return 'maxCount' in progress
    ? { count, maxCount: Math.max(maxCount, progress.maxCount) }
    : { count: Math.max(count, progress.count), maxCount };
}

function withProgress(stage: Stage, progress: CsvProgress): Stage {
  if (stage.at === 'sending') {
    return { ...stage, counts: furthest(stage.counts ?? { count: 0, maxCount: 0 }, progress) };
  }
  if (stage.at !== 'working') return stage;
  return { ...stage, job: { ...stage.job, ...furthest(stage.job, progress) } };
}

/** The channel's room for the job of a stage. */
function roomOf(stage: Stage): string | null {
  if (stage.at === 'sending') return stage.room;
  return stage.at === 'working' ? (stage.job.room ?? null) : null;
}

/**
 * One upload from the choice of the file to its undoing. The job is in the address: after a reload,
 * and from the list of one's imports, the page shows its state.
 */
export function useImport(stakeDB: string): ImportRun {
  const { t, language } = useMessages();
  const { notify, complain } = useNotices();
  const { user, isServerSession } = useSignIn();
  const [kept = [], keep] = useSetting('importColumnSets');
  const [search, setSearch] = useSearchParams();
  const jobId = search.get(JOB);
  const [stage, setStage] = useState<Stage>({ at: 'choose' });
  // A new address arrives after the new stage, on a slow device even after the next one: until the
  // last arrives, those before it are no address that somebody opened.
  const [replacing, setReplacing] = useState<Replacing | null>(null);
  // A press before the address of the check arrived would remember the address before it.
  const jobNow = useRef(jobId);
  useEffect(() => {
    jobNow.current = jobId;
  }, [jobId]);
  if (replacing !== null && replacing.to === jobId) setReplacing(null);
  const [answers, setAnswers] = useState<Answers>({});
  const [columns, setColumns] = useState<Columns>({});
  const [remembered, setRemembered] = useState<Columns>({});
  // Whether the file was just chosen: once its headings are known, what was chosen for an earlier
  // file with the same ones is applied, and said.
  const isNew = useRef(false);
  const file = useRef<File | null>(null);
  const sending = useRef<AbortController | null>(null);

  const show = useCallback(
    (job: ImportBody | null) => {
      const to = job?.id ?? null;
      setReplacing((now) => ({
        to,
        from: [jobNow.current, ...(now === null ? [] : [now.to, ...now.from])],
      }));
      setSearch(job === null ? {} : { [JOB]: job.id }, { replace: true });
      if (job === null) setStage({ at: 'choose' });
      else setStage({ at: job.state === 'running' ? 'working' : 'answered', job });
    },
    [setSearch],
  );

  const failed = (title: string, cause: unknown) => {
    if (!(cause instanceof HttpError)) throw cause;
    if (cause.code !== 'given-up') complain({ title, text: uploadFailure(t, cause) });
  };

  const finished = (job: ImportBody) => {
    const { result, state } = job;
    if (state === 'failed')
      complain({ title: t('imports.failed'), text: t('imports.failed-text') });
    else if (result?.status === 'imported')
      notify({ text: t('imports.success') }, NOTICE_DELAYS.completion);
  };
  /** Checks a new file again as an earlier one with the same headings; false: there was none. */
  const checkedAsBefore = ({ result, upload, dryRun }: ImportBody): boolean => {
    const found = result?.columns ?? [];
    if (!isNew.current || !dryRun || upload === undefined || found.length === 0) return false;
    isNew.current = false;
    const before = rememberedColumns(kept, found);
    if (before === null) return false;
    setColumns(before);
    setRemembered(before);
    const query = { ...queryOf(answers, before, language), dryRun: 'true' } as const;
    void send({ source: { upload }, name: file.current?.name ?? '' }, query);
    return true;
  };
  const onFinished = useRef(finished);
  const onFailed = useRef(failed);
  const onChecked = useRef(checkedAsBefore);
  useEffect(() => {
    onFinished.current = finished;
    onFailed.current = failed;
    onChecked.current = checkedAsBefore;
  });

  const known = stage.at === 'working' || stage.at === 'answered' ? stage.job : null;
  const isElsewhere =
    stage.at !== 'sending' &&
    jobId !== null &&
    jobId !== known?.id &&
    replacing?.from.includes(jobId) !== true;
  const working = stage.at === 'working' ? stage.job.id : null;
  const asked = isElsewhere ? jobId : working;
  const room = roomOf(stage);
  // Counts ends reported by the channel: each one fetches the job at once.
  const [ends, setEnds] = useState(0);
  useChannel(room, (event) => {
    if (event.is === 'progress') setStage((now) => withProgress(now, event.progress));
    else if (event.is !== 'ready') setEnds((before) => before + 1);
  });
  const isTold = room !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an end that was told asks anew
  useEffect(() => {
    if (asked === null) return;
    const stop = new AbortController();
    const ask = async () => {
      try {
        const job = await fetchImport(asked, stop.signal);
        if (stop.signal.aborted) return;
        if (job.state !== 'running') {
          if (onChecked.current(job)) return;
          onFinished.current(job);
        }
        setStage({ at: job.state === 'running' ? 'working' : 'answered', job });
      } catch (cause) {
        if (stop.signal.aborted) return;
        // A short break of the connection ends nothing; a deleted job does.
        if (!(cause instanceof HttpError) || cause.status !== null) {
          show(null);
          onFailed.current(t('imports.failed'), cause);
        }
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), isTold ? ASK_BESIDE_MS : ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [asked, isTold, ends, show, t]);

  useEffect(() => () => sending.current?.abort(), []);

  const send = async (
    { source, name }: { source: UploadSource; name: string },
    query: UploadQuery,
  ): Promise<void> => {
    const stop = new AbortController();
    sending.current = stop;
    const before = stage;
    const room = user === null || !isServerSession ? null : socketRoomOf(user, new Date());
    setStage({
      at: 'sending',
      name,
      share: 'file' in source ? 0 : 1,
      dryRun: query.dryRun === 'true',
      room,
      counts: null,
    });
    try {
      const job = await uploadFile(stakeDB, source, {
        query: { ...query, ...(room === null ? {} : { socketRoomId: room }) },
        onSent: (share) => setStage((now) => (now.at === 'sending' ? { ...now, share } : now)),
        signal: stop.signal,
      });
      if (job.state !== 'running') {
        if (onChecked.current(job)) return;
        finished(job);
      }
      show(job);
    } catch (cause) {
      const isGone = cause instanceof HttpError && cause.code === 'not-found';
      // The server no longer has the file that was checked: it is sent once more.
      if (isGone && 'upload' in source && file.current !== null) {
        await send({ source: { file: file.current }, name }, query);
        return;
      }
      setStage(before);
      failed(t('imports.failed'), cause);
    }
  };

  /** The file on the server, otherwise the one chosen here. */
  const source = (): { source: UploadSource; name: string } | null => {
    const name = file.current?.name ?? '';
    if (known?.upload !== undefined) return { source: { upload: known.upload }, name };
    return file.current === null ? null : { source: { file: file.current }, name };
  };

  const sendAgain = (with_: { answers: Answers; columns: Columns; dryRun: boolean }) => {
    const what = source();
    if (what === null) {
      complain({ title: t('imports.failed'), text: t('imports.gone') });
      show(null);
      return;
    }
    const query = queryOf(with_.answers, with_.columns, language);
    void send(what, { ...query, dryRun: with_.dryRun ? 'true' : 'false' });
  };

  return {
    stage: isElsewhere && stage.at === 'choose' ? LOADING : stage,
    answers,
    columns,
    remembered,
    choose: (chosen) => {
      file.current = chosen;
      isNew.current = true;
      setAnswers({});
      setColumns({});
      setRemembered({});
      const query = queryOf({}, {}, language);
      void send({ source: { file: chosen }, name: chosen.name }, { ...query, dryRun: 'true' });
    },
    checkAgain: (change) => {
      const next = { answers: change.answers ?? answers, columns: change.columns ?? columns };
      setAnswers(next.answers);
      setColumns(next.columns);
      const found = known?.result?.columns ?? [];
      if (change.columns !== undefined) keep(remembering(kept, found, change.columns));
      sendAgain({ ...next, dryRun: true });
    },
    importIt: () => sendAgain({ answers, columns, dryRun: false }),
    undo: () => {
      if (known === null) return;
      undoImport(known.id).then(show, (cause: unknown) => failed(t('imports.undo-failed'), cause));
    },
    stop: () => sending.current?.abort(),
    again: () => {
      file.current = null;
      setAnswers({});
      show(null);
    },
  };
}

/** While the job of an address is loading. */
const LOADING: Stage = {
  at: 'sending',
  name: '',
  share: 1,
  dryRun: true,
  room: null,
  counts: null,
};
