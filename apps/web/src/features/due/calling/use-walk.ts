import {
  calledEntries,
  type DueEntry,
  dueList,
  endsSoon,
  FAMILY_LANGUAGES,
  type FamilyLanguage,
  type FamilyMessage,
  type FamilyText,
  familyMessage,
  type IsoDate,
  type MessageDetails,
  type MessageStep,
  type MessageWalk,
  messageWalk,
  NO_DETAILS,
  type Placeholder,
  type RefusedMessage,
  refusedMessage,
} from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { useMemo, useRef, useState } from 'react';
import { useDevice } from '../../../data/device.tsx';
import { useUnitSnapshot } from '../../../data/live.ts';
import { useMessages } from '../../../data/messages.tsx';
import { useProgramme, useProgrammeRules } from '../../../data/programme.ts';
import { rowStanding, speakable } from '../../../data/row-standing.ts';
import { useToday } from '../../../data/today.ts';
import type { OpenUnit } from '../../../data/units.tsx';
import { useWard, wardChoices } from '../../../shared/places/wards.ts';
import { type DueChoice, listOfWard } from '../due-choice.ts';

/** The entries that the due list shows with this choice. */
function shownEntries(
  entries: readonly DueEntry<ChildRow>[],
  section: DueChoice | null,
  today: IsoDate,
): readonly DueEntry<ChildRow>[] {
  if (section === null) return entries;
  return entries.filter(({ visit, standing }) =>
    section === 'supplement' ? endsSoon(standing.supplement, today) : visit.section === section,
  );
}

/** The families to call: of the due list as it was shown, or of one child; null: it is not here. */
export function useWalk(
  unit: OpenUnit,
  section: DueChoice | null,
  childId: string | null,
): MessageWalk<ChildRow> | null {
  const { children, wards: found } = useUnitSnapshot(unit.local);
  const today = useToday(unit.timeZone);
  const rules = useProgrammeRules();
  const wards = useMemo(() => wardChoices(unit.wards, found), [unit.wards, found]);
  const [ward] = useWard(unit.stakeDB, wards);
  const { countryCode, sync } = unit;
  return useMemo(() => {
    if (childId !== null) {
      const child = children.find(({ id }) => id === childId);
      if (child === undefined) return null;
      const entry = { child, standing: rowStanding(child, today, rules) };
      if (speakable([child], sync).length === 0) {
        return { steps: [], without: [{ entry, none: 'arriving' }] };
      }
      return messageWalk([entry], countryCode, children);
    }
    const { list } = listOfWard(dueList(speakable(children, sync), today, rules), ward);
    const entries = shownEntries(calledEntries(list), section, today);
    return messageWalk(entries, countryCode, children);
  }, [childId, children, countryCode, rules, section, sync, today, ward]);
}

type Details = Partial<Record<FamilyText, MessageDetails>>;

/** The texts of the programme, filled with what was asked once and is kept on this device. */
export function useFamilyMessages(unit: OpenUnit) {
  const { language: own } = useMessages();
  const { familyTexts } = useProgramme();
  const today = useToday(unit.timeZone);
  const device = useDevice();
  const [details, setDetails] = useState<Details>(
    () => device.getSetting('messageDetails')?.[unit.stakeDB] ?? {},
  );
  // Two fields may change before the page is drawn again: each change goes on from the one before.
  const latest = useRef(details);
  const detailsOf = (kind: FamilyText): MessageDetails => ({ ...NO_DETAILS, ...details[kind] });
  return {
    texts: familyTexts,
    today,
    detailsOf,
    /** Shown at once, and kept on this device. */
    keepDetail: (kind: FamilyText, name: Placeholder, value: string) => {
      const now = { ...NO_DETAILS, ...latest.current[kind], [name]: value };
      latest.current = { ...latest.current, [kind]: now };
      setDetails(latest.current);
      const all = device.getSetting('messageDetails');
      device
        .setSetting('messageDetails', { ...all, [unit.stakeDB]: latest.current })
        .catch((cause: unknown) => {
          console.warn('What fills the messages could not be kept.', cause);
        });
    },
    /** The family's; where the record says none, that of whoever writes, if there are texts in it. */
    languageOf: (step: Pick<MessageStep, 'language'>): FamilyLanguage =>
      step.language ?? FAMILY_LANGUAGES.find((each) => each === own) ?? 'en',
    messageOf: (kind: FamilyText, language: FamilyLanguage): FamilyMessage | null =>
      familyMessage(familyTexts, kind, language, detailsOf(kind), today),
    refusedOf: (kind: FamilyText, language: FamilyLanguage): RefusedMessage | null =>
      refusedMessage(familyTexts, kind, language, detailsOf(kind), today),
  };
}

export type FamilyMessages = ReturnType<typeof useFamilyMessages>;
