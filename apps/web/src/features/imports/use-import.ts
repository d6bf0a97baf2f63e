import { type ImportBody, socketRoomOf, type UploadQuery } from '@crece/contract';
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react';
import { HttpError } from '../../api/http.ts';
import { type UploadSource, undoImport, uploadFile } from '../../api/imports.ts';
import { useMessages } from '../../data/messages.tsx';
import { useSignIn } from '../../data/session.tsx';
import { useIsHere } from '../../data/use-is-here.ts';
import { useLatest } from '../../data/use-latest.ts';
import { ABOUT_SESSION, NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import type { ChosenColumns } from './column-memory.ts';
import {
  isOfAnother,
  jobOf,
  LOADING,
  roomOf,
  type Stage,
  stageOf,
  withProgress,
} from './import-stage.ts';
import { uploadFailure } from './import-words.ts';
import { importOfCheck, isUnanswered, useLostImport } from './lost-import.ts';
import { type ChoiceChange, type GivenAnswers, queryOf, useChosen } from './use-chosen.ts';
import { useJobInAddress } from './use-job-in-address.ts';
import { useJobNews } from './use-job-news.ts';

export interface ImportRun {
  readonly stage: Stage;
  readonly answers: GivenAnswers;
  readonly columns: ChosenColumns;
  /** Those of `columns` that were chosen for an earlier file with the same headings. */
  readonly remembered: ChosenColumns;
  /** Starts with a file: checks it. */
  choose(file: File): void;
  /** Checks the same file with other answers or columns. */
  checkAgain(change: ChoiceChange): void;
  importIt(): void;
  undo(): void;
  /** Cancels the upload. */
  stop(): void;
  /** Back to the choice of a file. */
  again(): void;
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
 * Says what an answer of the server means: whether it is to be shown, which is told, or the file, just
 * chosen, is checked once more with what was chosen for an earlier one with the same headings.
 */
function useAnswers(
  chosen: ReturnType<typeof useChosen>,
  isNew: RefObject<boolean>,
  checkAs: (upload: string, columns: ChosenColumns) => void,
) {
  const say = useSayEnd();
  const checkedAsBefore = ({ result, upload, dryRun }: ImportBody): boolean => {
    const found = result?.columns ?? [];
    if (!isNew.current || !dryRun || upload === undefined || found.length === 0) return false;
    isNew.current = false;
    const columns = chosen.recall(found);
    if (columns === null) return false;
    checkAs(upload, columns);
    return true;
  };
  // What was chosen is that of the last drawing, also when the answer comes long after the press.
  const onAnswer = useLatest(checkedAsBefore);
  return (job: ImportBody, isNews = true): boolean => {
    if (job.state === 'running') return true;
    if (onAnswer.current(job)) return false;
    if (isNews) say.ended(job);
    return true;
  };
}

type IsAnswered = ReturnType<typeof useAnswers>;

/** Follows the job that is shown, and finds the one whose answer was lost. */
function useFollowed(
  { stage, setStage, show, asked, isOpening }: ReturnType<typeof useStage>,
  isAnswered: IsAnswered,
  giveUp: (before: Stage, cause: unknown) => void,
): void {
  const { t } = useMessages();
  const say = useSayEnd();
  const isHere = useIsHere();
  const lost = stage.at === 'sending' ? stage.lost : undefined;
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
}

/**
 * One upload from the choice of the file to its undoing. The job is in the address: after a reload,
 * and from the list of one's imports, the page shows its state.
 */
export function useImport(stakeDB: string): ImportRun {
  const { t, language } = useMessages();
  const say = useSayEnd();
  const chosen = useChosen();
  const current = useStage();
  const { stage, setStage, show } = current;
  const isNew = useRef(false);
  const file = useRef<File | null>(null);
  const { sendFile, stop } = useUpload(stakeDB, setStage);
  const isHere = useIsHere();
  const isAnswered = useAnswers(chosen, isNew, (upload, columns) => {
    const query = queryOf({ answers: chosen.answers, columns }, language, true);
    void send({ source: { upload }, name: file.current?.name ?? '' }, query);
  });
  const giveUp = (before: Stage, cause: unknown) => {
    setStage(before);
    say.failed(t('imports.failed'), cause);
  };
  useFollowed(current, isAnswered, giveUp);

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
  const known = jobOf(stage);
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
    stage: current.shown,
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
