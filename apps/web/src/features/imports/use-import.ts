import {
  type CsvProgress,
  type ImportBody,
  type ImportColumnBody,
  socketRoomOf,
  type UploadQuery,
} from '@crece/contract';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { fetchImport, type UploadSource, undoImport, uploadFile } from '../../api/imports.ts';
import { useSetting } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useSignIn } from '../../data/session.tsx';
import { useIsHere } from '../../data/use-is-here.ts';
import { useLatest } from '../../data/use-latest.ts';
import { ABOUT_SESSION, NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { type ChosenColumns, rememberedColumns, withChosenColumns } from './column-memory.ts';
import { uploadFailure } from './import-words.ts';
import { importOfCheck, isUnanswered, useLostImport } from './lost-import.ts';
import { useChannel } from './use-channel.ts';
import { useJobInAddress } from './use-job-in-address.ts';

/** Answers that are given once per file, by the code of the question. */
export type GivenAnswers = Readonly<Record<string, string>>;

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
  /** The answer to the import was lost: what to go back to, if the server has no such import. */
  readonly lost?: { readonly before: Stage; readonly cause: HttpError };
}

/** The state of an upload. `job` is the server's last answer. */
export type Stage =
  | { readonly at: 'choose' }
  | Sending
  | { readonly at: 'working'; readonly job: ImportBody }
  | { readonly at: 'answered'; readonly job: ImportBody };

export interface ImportRun {
  readonly stage: Stage;
  readonly answers: GivenAnswers;
  readonly columns: ChosenColumns;
  /** Those of `columns` that were chosen for an earlier file with the same headings. */
  readonly remembered: ChosenColumns;
  /** Starts with a file: checks it. */
  choose(file: File): void;
  /** Checks the same file with other answers or columns. */
  checkAgain(change: { answers?: GivenAnswers; columns?: ChosenColumns }): void;
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

/** The answers that this request supports; others belong to a newer server and cannot be sent. */
function queryOf(
  { answers, columns }: { answers: GivenAnswers; columns: ChosenColumns },
  language: string,
  isDryRun: boolean,
): UploadQuery {
  return {
    language,
    ...answers,
    dryRun: isDryRun ? 'true' : 'false',
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

const stageOf = (job: ImportBody): Stage => ({
  at: job.state === 'running' ? 'working' : 'answered',
  job,
});

const jobOf = (stage: Stage): ImportBody | null =>
  stage.at === 'working' || stage.at === 'answered' ? stage.job : null;

/** Whether an address is not about the job that is shown. */
const isOfAnother = (stage: Stage, jobId: string): boolean =>
  stage.at !== 'sending' && jobId !== jobOf(stage)?.id;

interface JobListener {
  progress(progress: CsvProgress): void;
  found(job: ImportBody): void;
  /** The job is gone, or cannot be asked for. */
  lost(cause: unknown): void;
}

/** Asks for a job until it has ended, and listens to its channel if it has one. */
function useJobNews(asked: string | null, room: string | null, listener: JobListener): void {
  const latest = useLatest(listener);
  // Counts ends reported by the channel: each one fetches the job at once.
  const [ends, setEnds] = useState(0);
  useChannel(room, (event) => {
    if (event.is === 'progress') listener.progress(event.progress);
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
        if (!stop.signal.aborted) latest.current.found(job);
      } catch (cause) {
        if (stop.signal.aborted) return;
        // A short break of the connection ends nothing; a deleted job does.
        const isBreak = cause instanceof HttpError && cause.status === null;
        if (!isBreak) latest.current.lost(cause);
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), isTold ? ASK_BESIDE_MS : ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [asked, isTold, ends, latest]);
}

/** Says how a job has ended, or why it could not be asked for. */
function useSayEnd() {
  const { t } = useMessages();
  const { notify, complain } = useNotices();
  return {
    failed: (title: string, cause: unknown) => {
      if (!(cause instanceof HttpError)) throw cause;
      if (cause.code === 'given-up') return;
      const about = cause.code === 'unauthorized' ? { about: ABOUT_SESSION } : {};
      complain({ ...about, title, text: uploadFailure(t, cause) });
    },
    ended: ({ result, state }: ImportBody) => {
      if (state === 'failed')
        complain({ title: t('imports.failed'), text: t('imports.failed-text') });
      else if (result?.status === 'imported')
        notify({ text: t('imports.success') }, NOTICE_DELAYS.completion);
    },
    gone: () => complain({ title: t('imports.failed'), text: t('imports.gone') }),
  };
}

/** What a person chose for the file: answers and columns, some of them for an earlier file. */
function useChosen() {
  const [kept = [], keep] = useSetting('importColumnSets');
  const [answers, setAnswers] = useState<GivenAnswers>({});
  const [columns, setColumns] = useState<ChosenColumns>({});
  const [remembered, setRemembered] = useState<ChosenColumns>({});
  return {
    answers,
    columns,
    remembered,
    setAnswers,
    forget: () => {
      setAnswers({});
      setColumns({});
      setRemembered({});
    },
    /** Takes over what was chosen for an earlier file with these headings; null: there was none. */
    recall: (found: readonly ImportColumnBody[]): ChosenColumns | null => {
      const before = rememberedColumns(kept, found);
      if (before === null) return null;
      setColumns(before);
      setRemembered(before);
      return before;
    },
    change: (
      {
        answers: nextAnswers = answers,
        columns: nextColumns,
      }: Parameters<ImportRun['checkAgain']>[0],
      found: readonly ImportColumnBody[],
    ) => {
      const next = { answers: nextAnswers, columns: nextColumns ?? columns };
      setAnswers(next.answers);
      setColumns(next.columns);
      if (nextColumns !== undefined) keep(withChosenColumns(kept, found, nextColumns));
      return next;
    },
  };
}

type Sent = { source: UploadSource; name: string };

/** The file on the server, otherwise the one chosen here. */
function sentOf(known: ImportBody | null, file: File | null): Sent | null {
  const name = file?.name ?? '';
  if (known?.upload !== undefined) return { source: { upload: known.upload }, name };
  return file === null ? null : { source: { file }, name };
}

/** Sends a file, and shows how far it is; leaving the page stops it. */
function useUpload(stakeDB: string, setStage: Dispatch<SetStateAction<Stage>>) {
  const { user, isServerSession } = useSignIn();
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const sendFile = ({ source, name }: Sent, query: UploadQuery): Promise<ImportBody> => {
    const stop = new AbortController();
    sending.current = stop;
    const room = user === null || !isServerSession ? null : socketRoomOf(user, new Date());
    const share = 'file' in source ? 0 : 1;
    setStage({ at: 'sending', name, share, dryRun: query.dryRun === 'true', room, counts: null });
    return uploadFile(stakeDB, source, {
      query: { ...query, ...(room === null ? {} : { socketRoomId: room }) },
      onSent: (sent) => setStage((now) => (now.at === 'sending' ? { ...now, share: sent } : now)),
      signal: stop.signal,
    });
  };
  return { sendFile, stop: () => sending.current?.abort() };
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

/** The state of the upload, whose job is in the address: another one there is asked for. */
function useStage() {
  const { jobId, isOwn, replaceBy } = useJobInAddress();
  const [stage, setStage] = useState<Stage>({ at: 'choose' });
  const isElsewhere = jobId !== null && isOfAnother(stage, jobId) && !isOwn(jobId);
  const working = stage.at === 'working' ? stage.job.id : null;
  return {
    stage,
    setStage,
    show: (job: ImportBody | null) => {
      replaceBy(job?.id ?? null);
      setStage(job === null ? { at: 'choose' } : stageOf(job));
    },
    shown: isElsewhere && stage.at === 'choose' ? LOADING : stage,
    /** The id of the job whose state is asked for. */
    asked: isElsewhere ? jobId : working,
    /** A job that the address names is being opened: how it ended is no news. */
    isOpening: isElsewhere,
  };
}

/**
 * One upload from the choice of the file to its undoing. The job is in the address: after a reload,
 * and from the list of one's imports, the page shows its state.
 */
export function useImport(stakeDB: string): ImportRun {
  const { t, language } = useMessages();
  const say = useSayEnd();
  const chosen = useChosen();
  const { stage, setStage, show, shown, asked, isOpening } = useStage();
  // Whether the file was just chosen: once its headings are known, what was chosen for an earlier
  // file with the same ones is applied, and said.
  const isNew = useRef(false);
  const file = useRef<File | null>(null);
  const { sendFile, stop } = useUpload(stakeDB, setStage);
  const isHere = useIsHere();

  /** Checks a new file again as an earlier one with the same headings; false: there was none. */
  const checkedAsBefore = ({ result, upload, dryRun }: ImportBody): boolean => {
    const found = result?.columns ?? [];
    if (!isNew.current || !dryRun || upload === undefined || found.length === 0) return false;
    isNew.current = false;
    const columns = chosen.recall(found);
    if (columns === null) return false;
    const query = queryOf({ answers: chosen.answers, columns }, language, true);
    void send({ source: { upload }, name: file.current?.name ?? '' }, query);
    return true;
  };
  // What was chosen is that of the last drawing, also when the answer comes long after the press.
  const onAnswer = useLatest(checkedAsBefore);
  /** Whether the job has an end to be shown, which is said; else the file is checked once more. */
  const isAnswered = (job: ImportBody, isNews = true): boolean => {
    if (job.state === 'running') return true;
    if (onAnswer.current(job)) return false;
    if (isNews) say.ended(job);
    return true;
  };

  const known = jobOf(stage);
  const lost = stage.at === 'sending' ? stage.lost : undefined;
  const giveUp = (before: Stage, cause: unknown) => {
    setStage(before);
    say.failed(t('imports.failed'), cause);
  };
  useLostImport(lost === undefined ? null : roomOf(stage), {
    found: (job) => {
      if (job === null) giveUp(lost?.before ?? { at: 'choose' }, lost?.cause);
      else if (isAnswered(job)) show(job);
    },
    lost: (cause) => giveUp(lost?.before ?? { at: 'choose' }, cause),
  });
  /** A check that an address names: once its file was imported, the import is what is shown. */
  const openCheck = async (check: ImportBody) => {
    const begun = await importOfCheck(check, new AbortController().signal).catch(() => undefined);
    if (!isHere.current) return;
    if (begun === undefined) setStage(stageOf(check));
    else show(begun);
  };
  useJobNews(asked, roomOf(stage), {
    progress: (progress) => setStage((now) => withProgress(now, progress)),
    found: (job) => {
      if (!isAnswered(job, !isOpening)) return;
      if (isOpening && job.dryRun && job.state === 'finished') void openCheck(job);
      else setStage(stageOf(job));
    },
    lost: (cause) => {
      show(null);
      say.failed(t('imports.failed'), cause);
    },
  });

  const send = async (what: Sent, query: UploadQuery): Promise<void> => {
    const before = stage;
    try {
      const job = await sendFile(what, query);
      if (isAnswered(job)) show(job);
    } catch (cause) {
      const isGone = cause instanceof HttpError && cause.code === 'not-found';
      // The server no longer has the file that was checked: it is sent once more.
      if (isGone && 'upload' in what.source && file.current !== null) {
        await send({ source: { file: file.current }, name: what.name }, query);
        return;
      }
      // The server may be importing already: only it knows.
      if (query.dryRun === 'false' && isUnanswered(cause) && isHere.current) {
        setStage((now) =>
          now.at === 'sending' && now.room !== null ? { ...now, lost: { before, cause } } : before,
        );
        return;
      }
      giveUp(before, cause);
    }
  };
  const sendAgain = (
    given: { answers: GivenAnswers; columns: ChosenColumns },
    isDryRun: boolean,
  ) => {
    const what = sentOf(known, file.current);
    if (what !== null) return void send(what, queryOf(given, language, isDryRun));
    say.gone();
    return show(null);
  };

  return {
    stage: shown,
    answers: chosen.answers,
    columns: chosen.columns,
    remembered: chosen.remembered,
    choose: (picked) => {
      file.current = picked;
      isNew.current = true;
      chosen.forget();
      const query = queryOf({ answers: {}, columns: {} }, language, true);
      void send({ source: { file: picked }, name: picked.name }, query);
    },
    checkAgain: (change) => sendAgain(chosen.change(change, known?.result?.columns ?? []), true),
    importIt: () => sendAgain(chosen, false),
    undo: () => {
      if (known === null) return;
      const onFault = (cause: unknown) => say.failed(t('imports.undo-failed'), cause);
      // A page that was left has no address to change.
      undoImport(known.id).then((job) => isHere.current && show(job), onFault);
    },
    stop,
    again: () => {
      file.current = null;
      chosen.setAnswers({});
      show(null);
    },
  };
}
