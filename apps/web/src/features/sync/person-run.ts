import type { Translator } from '@crece/messages';
import { StorageError } from '@crece/storage';
import type { SyncFault, SyncOutcome, UnitSync } from '@crece/storage/sync';
import { personRuns } from '../../data/open-sync.ts';
import { ABOUT_SESSION, NOTICE_DELAYS, type useNotices } from '../../ui/notices.tsx';
import { faultText } from './sync-words.ts';

/** How a run that a person started reports: the notices remain after the page is left. */
export interface RunVoice extends ReturnType<typeof useNotices> {
  t: Translator['t'];
  /** Support contact for the person. */
  contact: string;
}

/** Runs that were cancelled only to start again at once: no notice for those. */
const retried = new WeakSet<UnitSync>();

/** Reports each step once, by a short notice. */
function tellSteps(sync: UnitSync, { t, notify }: RunVoice): () => void {
  const told = new Set<string>();
  const tell = (key: 'step-up' | 'step-up-done' | 'step-down' | 'down-change' | 'down-paused') => {
    if (told.has(key)) return;
    told.add(key);
    const isStep = key.startsWith('step');
    notify({ text: t(`sync.${key}`) }, isStep ? NOTICE_DELAYS.step : NOTICE_DELAYS.event);
  };
  return sync.subscribe(() => {
    const { phase, receiving, received } = sync.snapshot();
    if (phase === 'sending' && receiving === null) tell('step-up');
    if (phase === 'downloading' || phase === 'receiving') {
      tell('step-up-done');
      tell('step-down');
    }
    if (received > 0) tell('down-change');
    if (phase === 'waiting' && receiving !== null) tell('down-paused');
  });
}

/** The person opened another unit: that ends the run and needs no notice. */
const isLeft = (outcome: SyncOutcome): boolean =>
  outcome.kind === 'failed' &&
  outcome.fault.cause instanceof StorageError &&
  outcome.fault.cause.code === 'closed';

/** Whoever has signed in again reads no longer that the session has ended. */
const aboutOf = ({ reason }: SyncFault) =>
  reason === 'session-ended' || reason === 'unauthorized' ? { about: ABOUT_SESSION } : {};

/** Reports how a run ended, in the words of the specification. */
function tellOutcome(outcome: SyncOutcome, { t, notify, complain, contact }: RunVoice): void {
  if (outcome.kind === 'complete') {
    const { sent, received, refused, tasks } = outcome;
    notify({ text: t('sync.down-complete') }, NOTICE_DELAYS.event);
    notify(
      {
        title: t('sync.complete'),
        text: t('sync.complete-counts', { sent, received, refused, tasks }),
      },
      NOTICE_DELAYS.completion,
    );
  } else if (outcome.kind === 'cancelled') {
    notify({ text: t('sync.paused') }, NOTICE_DELAYS.event);
  } else if (outcome.kind === 'busy') {
    notify({ text: t('sync.busy') });
  } else if (outcome.step !== 'credentials') {
    const message = faultText({ t }, outcome.fault);
    const isUp = outcome.step === 'up';
    complain({
      ...aboutOf(outcome.fault),
      title: t(isUp ? 'sync.up-error' : 'sync.down-error'),
      text: t(isUp ? 'sync.up-error-text' : 'sync.down-error-text', { message, contact }),
    });
  }
}

/**
 * Reports that the run could not begin, for a person who has left the page; the page itself goes to
 * the page of sync errors.
 */
export function tellNotBegun(outcome: SyncOutcome, { t, complain, contact }: RunVoice): void {
  if (outcome.kind !== 'failed' || outcome.step !== 'credentials' || isLeft(outcome)) return;
  const message = faultText({ t }, outcome.fault);
  const text = t('sync.failed-text', { message, contact });
  complain({ ...aboutOf(outcome.fault), title: t('sync.error-title'), text });
}

/** Synchronises at a person's request and reports the progress. */
export function runForPerson(sync: UnitSync, voice: RunVoice): Promise<SyncOutcome> {
  const known = personRuns.get(sync);
  if (known !== undefined) return known;
  const stop = tellSteps(sync, voice);
  const run = sync.run().then((outcome) => {
    stop();
    personRuns.delete(sync);
    if (!isLeft(outcome) && !retried.delete(sync)) tellOutcome(outcome, voice);
    return outcome;
  });
  personRuns.set(sync, run);
  return run;
}

/** Retries at once instead of waiting for the next automatic retry; completed work is kept. */
export async function retryForPerson(sync: UnitSync, voice: RunVoice): Promise<SyncOutcome> {
  if (personRuns.has(sync)) retried.add(sync);
  // The waiting run, whether a person or the background started it.
  const ended = sync.run();
  sync.cancel();
  await ended;
  await personRuns.get(sync);
  return runForPerson(sync, voice);
}
