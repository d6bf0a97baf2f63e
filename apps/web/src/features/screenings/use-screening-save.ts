import {
  type AssessedScreening,
  assessScreening,
  type Screening,
  type ScreeningIssue,
} from '@crece/domain';
import { StorageError, type WriteOptions } from '@crece/storage';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useNavigateHere } from '../../data/navigate-here.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { useAuthor } from '../../shared/people/author.tsx';
import { useSaySavedOutside } from '../../shared/records/saved-outside.ts';
import { zText } from '../../shared/screenings/verdict-words.ts';
import { useAsk } from '../../ui/ask.tsx';
import {
  type FormSubject,
  type GeoPosition,
  type Savable,
  type ScreeningValues,
  screeningDraftOf,
} from './form-values.ts';
import { originOf, savedPath } from './saved-path.ts';

interface SaveOptions {
  unit: OpenUnit;
  childId: string;
  /** The child's, for what is said of the save. */
  firstName: string;
  subject: FormSubject;
  /** The version of the edited screening that was typed over, if not the subject's. */
  over: Screening | undefined;
  position: () => GeoPosition | null;
  /** Called after the write: the draft is no longer needed. */
  forgetDraft: () => Promise<void>;
  /** Called when the person accepts the values that another person saved meanwhile. */
  onTakeTheirs: () => Promise<void>;
}

interface ScreeningSave {
  /** Why the last attempt failed; the form does not change. */
  fault: unknown;
  save: (savable: Savable, values: ScreeningValues) => Promise<void>;
}

/** Asks whether figures with a z-score beyond ±5 are right; false: back to the form. */
function useImplausibleQuestion() {
  const translator = useMessages();
  const { t } = translator;
  const { choose } = useAsk();
  return async (issues: readonly ScreeningIssue[]): Promise<boolean> => {
    const figures = issues.flatMap(({ params }) => {
      const index = params?.['index'];
      if (index !== 'ha' && index !== 'wa') return [];
      const value = zText(translator, Number(params?.['z']));
      return [t('assessment.why.fact', { index: t(`assessment.index.${index}`), value })];
    });
    const answer = await choose({
      title: t('screenings.issue.z-title'),
      body: [`${t('screenings.issue.z-text')}.`, ...figures].join(' '),
      options: [
        // The default answer is first: a dialog gives the focus to its first button.
        { value: 'back', label: t('screenings.go-back'), kind: 'primary' },
        { value: 'save', label: t('screenings.save-anyway'), kind: 'quiet' },
      ],
    });
    return answer === 'save';
  };
}

/** Saves a checked screening once: ±5 question, screener's name, durable write, result card. */
export function useScreeningSave(options: SaveOptions): ScreeningSave {
  const { unit, childId, firstName, subject, over, position, forgetDraft, onTakeTheirs } = options;
  const { t } = useMessages();
  const { choose } = useAsk();
  const isConfirmed = useImplausibleQuestion();
  const { askAuthor } = useAuthor();
  const navigate = useNavigateHere();
  const saySavedOutside = useSaySavedOutside(unit);
  const [query] = useSearchParams();
  const [fault, setFault] = useState<unknown>(null);
  // A second tap can arrive before the button is rendered as disabled.
  const isBusy = useRef(false);

  /**
   * The assessed screening after "save anyway", which the check does not return before the ±5
   * question is answered.
   */
  function confirmed(values: ScreeningValues): AssessedScreening | null {
    const draft = { ...screeningDraftOf(values, subject.base), zScoreConfirmed: true };
    const checked = assessScreening(draft, subject.child, subject.others, subject.today);
    return checked.ok ? checked.value : null;
  }

  async function write(
    { fields, assessment }: Pick<AssessedScreening, 'fields' | 'assessment'>,
    author: { name: string },
    writeOptions?: WriteOptions,
  ): Promise<Screening | null> {
    const { base } = subject;
    // The position does not affect the assessment, and may have been found after the check.
    const screening =
      base === null
        ? { fields: { ...fields, ...position() }, assessment }
        : { base: over ?? base, fields, assessment };
    try {
      return await unit.local.saveScreening(childId, screening, author, new Date(), writeOptions);
    } catch (cause) {
      if (!(cause instanceof StorageError) || cause.code !== 'changed-meanwhile') throw cause;
    }
    const answer = await choose({
      title: t('screenings.changed-meanwhile-title'),
      body: t('screenings.changed-meanwhile-text'),
      column: true,
      options: [
        { value: 'stay', label: t('common.keep-typing'), kind: 'primary' },
        { value: 'mine', label: t('screenings.use-mine'), kind: 'second' },
        { value: 'theirs', label: t('screenings.use-theirs'), kind: 'second' },
      ],
    });
    if (answer === 'theirs') await onTakeTheirs();
    if (answer !== 'mine') return null;
    return write({ fields, assessment }, author, { overwrite: true });
  }

  /** Ends only when nothing was saved. */
  async function saveOnce(savable: Savable, values: ScreeningValues): Promise<void> {
    if (savable.kind === 'implausible' && !(await isConfirmed(savable.issues))) return;
    const author = await askAuthor();
    if (author === null) return;
    const value = savable.kind === 'assessed' ? savable.assessed : confirmed(values);
    if (value === null) return;
    const screening = await write(value, author);
    if (screening === null) return;
    // It is saved: the result need not wait until the device has deleted the draft.
    void forgetDraft();
    saySavedOutside(firstName);
    const path = savedPath(childId, screening._id, unit.stakeDB, originOf(query));
    await navigate(path, { replace: true });
    // The form stays "saving" until the result takes its place: a late tap must not save it again,
    // and it need not be drawn anew with what it has saved itself.
    await new Promise(() => undefined);
  }

  async function save(savable: Savable, values: ScreeningValues): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setFault(null);
    try {
      await saveOnce(savable, values);
    } catch (cause) {
      console.error('The screening could not be saved.', cause);
      setFault(cause);
    } finally {
      isBusy.current = false;
    }
  }

  return { fault, save };
}
