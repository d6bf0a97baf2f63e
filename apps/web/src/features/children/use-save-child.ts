import {
  answeredConsent,
  type CHILD_TABLE,
  type Child,
  type ChildFields,
  findDuplicates,
  type TypedTexts,
  withoutUndefined,
} from '@crece/domain';
import type { MessageKey } from '@crece/messages';
import { type Author, StorageError } from '@crece/storage';
import type { ReactNode } from 'react';
import { useConfig } from '../../data/config.tsx';
import { useSetting } from '../../data/device.tsx';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useNavigateHere } from '../../data/navigate-here.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { useOverwriteQuestion } from '../../shared/forms/overwrite-question.ts';
import { childPath, newScreeningPath } from '../../shared/navigation/paths.ts';
import { useAuthor } from '../../shared/people/author.tsx';
import { useSaySavedOutside } from '../../shared/records/saved-outside.ts';
import type { DayBy } from '../../shared/screenings/clock-question.tsx';
import { useFault, useFaultSentence } from '../../shared/words/fault.ts';
import { useAsk } from '../../ui/ask.tsx';
import { useNotices } from '../../ui/notices.tsx';
import type { SaveChild } from './child-form.tsx';
import { useDuplicateQuestion } from './duplicates-dialog.tsx';

/** "Child does not qualify": asked once more before saving; the person can always continue. */
function useQualifyingQuestion(): () => Promise<boolean> {
  const { t } = useMessages();
  const { confirm } = useAsk();
  return () =>
    confirm({
      title: t('children.not-qualify-title'),
      body: t('children.not-qualify-text'),
      yes: t('children.not-qualify-go-on'),
      no: t('errors.go-back'),
    });
}

/**
 * Saves a new child after its questions are answered; opens the first screening, which leads back to
 * the screening day if the form was opened there.
 */
export function useSaveNew(
  unit: OpenUnit,
  isFromDay: boolean,
  { today, dayBy }: { today: string; dayBy: DayBy | null },
): { save: SaveChild; dialog: ReactNode } {
  const navigate = useNavigateHere();
  const { children } = useUnitSnapshot(unit.local);
  const { askAuthor } = useAuthor();
  const sayFault = useFault();
  const goesOnUnqualified = useQualifyingQuestion();
  const saySavedOutside = useSaySavedOutside(unit);
  const { ask, dialog } = useDuplicateQuestion(today, unit);

  const [, keepLast] = useSetting('lastNewChild');
  const screeningOf = (childId: string) =>
    newScreeningPath(childId, unit.stakeDB, isFromDay ? { from: 'day' } : {});

  const save: SaveChild = async (fields, notices, done, { ageBy, consent, mayMessage }) => {
    const isOver = notices.some(({ code }) => code === 'over-qualifying-age');
    if (isOver && !(await goesOnUnqualified())) return;
    const choice = await ask(findDuplicates(fields, children, today));
    if (choice === null) return;
    if (choice !== 'new') {
      void navigate(screeningOf(choice.existing.id), { replace: true });
      done();
      return;
    }
    const author = await askAuthor();
    if (author === null) return;
    let child: Child;
    try {
      const now = { day: today, who: author.name };
      const said = withoutUndefined({
        ...fields,
        consent: answeredConsent(consent, undefined, now),
        mayMessage: answeredConsent(mayMessage, undefined, now),
      });
      child = await unit.local.createChild(said, author, new Date());
    } catch (cause) {
      sayFault(cause);
      return;
    }
    const { memberStatus } = fields;
    keepLast({ ageBy: ageBy === 'months' ? 'months' : 'date', memberStatus });
    saySavedOutside(child.firstName);
    // Whoever has just typed a child's age goes on typing: the first figure has the focus.
    // The form with the child's name is proof enough: a notice would cover its fields.
    // Replaces the address, so that "back" from the screening does not show an empty form.
    void navigate(screeningOf(child._id), { replace: true, state: { isNewChild: true, dayBy } });
    done();
  };
  return { save, dialog };
}

/** Field names as the person sees them, for "changed meanwhile". */
const FIELD_LABELS: Readonly<Record<string, MessageKey>> = {
  firstName: 'children.first-name',
  lastName: 'children.last-name',
  gender: 'children.gender',
  birthDate: 'children.birth-date',
  memberStatus: 'children.member-status',
  mother: 'children.mother-name',
  father: 'children.father-name',
  address: 'children.address',
  city: 'children.city',
  idGroup: 'children.id-group',
  ward: 'children.ward',
  phone: 'children.phone',
  cardNumber: 'children.card-number',
  landmark: 'children.landmark',
  comments: 'children.comments',
  language: 'children.language',
} satisfies Record<keyof TypedTexts<typeof CHILD_TABLE> | 'language', MessageKey>;

/** Saves an edited child; asks about fields that another person changed meanwhile. */
export function useSaveEdited(unit: OpenUnit, base: Child): SaveChild {
  const { t, list } = useMessages();
  const navigate = useNavigateHere();
  const today = useToday(unit.timeZone);
  const { children } = useUnitSnapshot(unit.local);
  const { askAuthor } = useAuthor();
  const { confirm } = useAsk();
  const { notify, complain } = useNotices();
  const { supportContact } = useConfig();
  const faultSentence = useFaultSentence();
  const goesOnUnqualified = useQualifyingQuestion();

  const keepsName = async (fields: ChildFields): Promise<boolean> => {
    const isRenamed = fields.firstName !== base.firstName || fields.lastName !== base.lastName;
    const others = isRenamed ? findDuplicates({ id: base._id, ...fields }, children, today) : [];
    if (others.length === 0) return true;
    return confirm({
      title: t('children.duplicate-edit-title'),
      body: list(others.slice(0, 5).map(({ firstName, lastName }) => `${firstName} ${lastName}`)),
      yes: t('screenings.save-anyway'),
      no: t('errors.go-back'),
    });
  };
  const overwrites = useOverwriteQuestion(FIELD_LABELS);

  const complainOf = (cause: unknown) => {
    console.error('A child could not be updated.', cause);
    const contact = supportContact ?? t('errors.your-administrator');
    const message = faultSentence(cause);
    complain({
      title: t('children.update-error-title'),
      text: message.includes(contact)
        ? message
        : t('children.update-error-text', { message, contact }),
    });
  };

  const write = async (over: Child, fields: ChildFields, author: Author): Promise<boolean> => {
    try {
      await unit.local.editChild(over, fields, author, new Date());
      return true;
    } catch (cause) {
      const isChanged = cause instanceof StorageError && cause.code === 'changed-meanwhile';
      if (!isChanged) {
        complainOf(cause);
        return false;
      }
      if (!(await overwrites(cause))) return false;
    }
    try {
      await unit.local.editChild(over, fields, author, new Date(), { overwrite: true });
      return true;
    } catch (cause) {
      complainOf(cause);
      return false;
    }
  };

  return async (
    { monthAge: _atRegistration, ...typed },
    notices,
    done,
    { consent, mayMessage },
    over = base,
  ) => {
    const isOver = notices.some(({ code }) => code === 'over-qualifying-age');
    if (isOver && !(await goesOnUnqualified())) return;
    if (!(await keepsName(typed))) return;
    const author = await askAuthor();
    if (author === null) return;
    const now = { day: today, who: author.name };
    const fields = withoutUndefined({
      ...typed,
      consent: answeredConsent(consent, base.consent, now),
      mayMessage: answeredConsent(mayMessage, base.mayMessage, now),
    });
    if (!(await write(over, fields, author))) return;
    notify({ text: t('children.saved', { name: `${fields.firstName} ${fields.lastName}` }) });
    void navigate(childPath(base._id, unit.stakeDB), { replace: true });
    done();
  };
}
