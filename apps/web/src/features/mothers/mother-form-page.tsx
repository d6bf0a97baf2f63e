import {
  draftOfMother,
  EMPTY_MOTHER_DRAFT,
  type IsoDate,
  type Mother,
  type MotherKind,
  motherKind,
  motherWindow,
} from '@crece/domain';
import type { LocalUnit } from '@crece/storage';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useNavigateHere } from '../../data/navigate-here.ts';
import { useCan } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { familyDataPath } from '../../shared/navigation/family-path.ts';
import { NoSuchPage } from '../../shared/navigation/not-found.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { motherPath, mothersPath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { choosePath } from '../../shared/navigation/waiting-paths.ts';
import { useAuthor } from '../../shared/people/author.tsx';
import { useRemovalNotice } from '../../shared/records/removal-notice.ts';
import { RecordMark } from '../../shared/screenings/record-mark.tsx';
import { recordState } from '../../shared/screenings/record-state.ts';
import { useFault, useFaultSentence } from '../../shared/words/fault.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { GoneMother } from './gone-mother.tsx';
import { motherFormKeys, useKeptMother } from './kept-mother.ts';
import type { OfferedDay } from './mother-fields.tsx';
import { MotherForm } from './mother-form.tsx';
import { MovedMother } from './moved-mother.tsx';
import { NewbornLinks } from './newborn-links.tsx';
import { newbornsHere } from './newborn-of.ts';
import { useSaveMother } from './use-save-mother.ts';

type MotherState =
  | { state: 'loading' }
  | { state: 'absent' }
  | { state: 'failed'; fault: unknown }
  | { state: 'here'; mother: Mother };

/**
 * Reads a mother once, for editing: the person edits the loaded version, and changes made elsewhere
 * meanwhile are reported on saving.
 */
function useMother(unit: LocalUnit, motherId: string): MotherState {
  const [result, setResult] = useState<{
    motherId: string;
    found: MotherState;
  } | null>(null);
  useEffect(() => {
    let current = true;
    const show = (found: MotherState) => {
      if (current) setResult({ motherId, found });
    };
    unit.readMother(motherId).then(
      (mother) => show(mother === null ? { state: 'absent' } : { state: 'here', mother }),
      (fault: unknown) => {
        console.error('The mother could not be read.', fault);
        show({ state: 'failed', fault });
      },
    );
    return () => {
      current = false;
    };
  }, [unit, motherId]);
  return result?.motherId === motherId ? result.found : { state: 'loading' };
}

function kindOf(screenType: string | undefined): MotherKind | null {
  return screenType === 'pregnant' || screenType === 'nursing' ? screenType : null;
}

/** Page that enters a pregnant woman or a nursing mother; saving opens the list of her kind. */
export function NewMotherPage() {
  const { stakeDB = '', screenType } = useParams();
  const kind = kindOf(screenType);
  if (kind === null) return <NoSuchPage />;
  return (
    <UnitRoute stakeDB={stakeDB}>
      {(unit) => <NewMother key={kind} unit={unit} kind={kind} />}
    </UnitRoute>
  );
}

function NewMother({ unit, kind }: { unit: OpenUnit; kind: MotherKind }) {
  const { t } = useMessages();
  const save = useSaveMother(unit, kind);
  return (
    <MotherForm
      unit={unit}
      kind={kind}
      title={t(`mothers.new-title.${kind}`)}
      subtitle={unit.stakeName}
      back={mothersPath(unit, kind)}
      formKey={`mother:new:${kind}:${unit.stakeDB}`}
      defaults={EMPTY_MOTHER_DRAFT}
      saveLabel={t('common.save')}
      save={save}
    />
  );
}

/**
 * Page that edits a mother. The address of a pregnant woman with `nursing` means "has delivered":
 * the same form asks for the child's birth date, and saving makes her a nursing mother.
 */
export function EditMotherPage() {
  const { stakeDB = '', motherId = '', screenType } = useParams();
  const kind = kindOf(screenType);
  if (kind === null) return <NoSuchPage />;
  return (
    <UnitRoute stakeDB={stakeDB}>
      {(unit) => <StoredMother key={`${motherId} ${kind}`} unit={unit} kind={kind} id={motherId} />}
    </UnitRoute>
  );
}

function StoredMother({ unit, kind, id }: { unit: OpenUnit; kind: MotherKind; id: string }) {
  const { t } = useMessages();
  const found = useMother(unit.local, id);
  const back = mothersPath(unit, kind);
  const kept = useKeptMother(unit, id, found.state === 'absent');
  // What was typed here and not saved is offered first.
  const mother = found.state === 'here' ? found.mother : kept?.mother;
  if (mother !== undefined) {
    // A nursing mother has no expected delivery: her entry is only under "nursing".
    if (kind === 'pregnant' && motherKind(mother) === 'nursing') {
      return <Navigate to={motherPath(unit, id, 'nursing')} replace />;
    }
    if (found.state === 'here' || kept?.kinds.includes(kind)) {
      const isKept = found.state !== 'here';
      return <EditMother unit={unit} kind={kind} mother={mother} isKept={isKept} />;
    }
  }
  const notHere = (
    <NotHere fault={found.state === 'failed' ? found.fault : null} to={back}>
      {kept?.kinds.map((each) => (
        <ButtonLink key={each} kind="second" to={motherPath(unit, id, each)}>
          {t('screenings.gone-open', { form: t(titleOf(kept.mother, each)) })}
        </ButtonLink>
      ))}
    </NotHere>
  );
  return (
    <Page
      title={t('mothers.edit-title')}
      back={back}
      unit={unit}
      section="mothers"
      screenType={kind}
    >
      {found.state === 'loading' || (found.state === 'absent' && kept === undefined) ? (
        <Waiting />
      ) : kept ? (
        notHere
      ) : (
        <MovedMother {...{ unit, id, kind }} otherwise={notHere} />
      )}
    </Page>
  );
}

/** Her record is not in the unit, or it cannot be read. */
function NotHere({
  fault,
  to,
  children,
}: {
  fault: unknown;
  to: string;
  /** Links to what was typed about her. */
  children: ReactNode;
}) {
  const { t } = useMessages();
  const faultSentence = useFaultSentence();
  const isAbsent = fault === null;
  return (
    <Blank
      picture={isAbsent ? 'lost' : 'refused'}
      title={t(isAbsent ? 'mothers.not-found-title' : 'mothers.failed-title')}
      actions={
        <>
          <ButtonLink kind="primary" to={to}>
            {t('mothers.to-list')}
          </ButtonLink>
          {children}
        </>
      }
    >
      {isAbsent ? t('mothers.not-found-text') : faultSentence(fault)}
    </Blank>
  );
}

interface EditProps {
  unit: OpenUnit;
  kind: MotherKind;
  mother: Mother;
}

/**
 * The days offered as birth date of a woman who has delivered: today, and the expected day when it is
 * possible. None is filled in: a guess would be saved unread.
 */
function offeredDays(
  mother: Mother,
  today: IsoDate,
  { t, date }: Pick<ReturnType<typeof useMessages>, 't' | 'date'>,
): OfferedDay[] {
  const { from, to } = motherWindow('nursing', today);
  const expected = mother.deliveryDate ?? '';
  const isPossible = expected >= from && expected <= to && expected !== today;
  return [
    { day: today, label: t('mothers.born-today') },
    ...(isPossible
      ? [{ day: expected, label: t('mothers.born-expected', { date: date(expected) }) }]
      : []),
  ];
}

/** Whether the form of this kind enters the delivery of a pregnant woman. */
const isDelivery = (mother: Mother, kind: MotherKind): boolean =>
  kind === 'nursing' && motherKind(mother) === 'pregnant';

const titleOf = (mother: Mother, kind: MotherKind) =>
  isDelivery(mother, kind) ? 'mothers.delivered-title' : (`mothers.edit-title.${kind}` as const);

function EditMother({
  unit,
  kind,
  mother,
  isKept,
}: EditProps & {
  /** She is not here any more: nothing is left to do but to save what was typed about her. */
  isKept: boolean;
}) {
  const messages = useMessages();
  const { t, date } = messages;
  const save = useSaveMother(unit, kind, mother);
  const hasDelivered = isDelivery(mother, kind);
  const [formKey, ...otherKeys] = motherFormKeys(mother, kind);
  const [defaults] = useState(() => draftOfMother(mother));
  const isGone = !useUnitSnapshot(unit.local).mothers.some(({ id }) => id === mother._id);
  const name = `${mother.firstName} ${mother.lastName}`;
  return (
    <MotherForm
      unit={unit}
      kind={kind}
      title={t(titleOf(mother, kind))}
      subtitle={name}
      back={mothersPath(unit, hasDelivered ? 'pregnant' : kind)}
      formKey={formKey}
      otherKeys={otherKeys}
      defaults={defaults}
      saveLabel={t(hasDelivered ? 'mothers.save-delivered' : 'children.save-changes')}
      base={mother}
      {...(hasDelivered && mother.deliveryDate !== undefined
        ? {
            dateHint: t('mothers.was-expected', {
              date: date(mother.deliveryDate),
            }),
          }
        : {})}
      {...(hasDelivered
        ? { offered: (today: IsoDate) => offeredDays(mother, today, messages) }
        : {})}
      save={save}
      before={
        <>
          <div role="status">{isGone ? <GoneMother unit={unit} mother={mother} /> : null}</div>
          {hasDelivered ? <p className="mother-note">{t('mothers.delivered-text')}</p> : null}
        </>
      }
      after={hasDelivered || isKept ? null : <OtherActs unit={unit} kind={kind} mother={mother} />}
    />
  );
}

/** Below the form: other actions for an entry. */
function OtherActs({ unit, kind, mother }: EditProps) {
  const { t } = useMessages();
  const { mothers, children } = useUnitSnapshot(unit.local);
  const mayErase = useCan('manage-users', unit.place);
  const isPending = mothers.some(({ id, pending }) => id === mother._id && pending);
  const state = recordState(unit.sync, mother, isPending);
  return (
    <div className="mother-other">
      <RecordMark state={state} />
      {state === 'task' || state === 'removed' ? (
        <ButtonLink kind="second" icon="split" to={choosePath(unit, mother._id)}>
          {t('children.choose-now')}
        </ButtonLink>
      ) : null}
      {kind === 'pregnant' ? (
        <ButtonLink kind="second" icon="nursing" to={motherPath(unit, mother._id, 'nursing')}>
          {t('mothers.delivered')}
        </ButtonLink>
      ) : null}
      {kind === 'nursing' ? (
        <NewbornLinks unit={unit} mother={mother} here={newbornsHere(mother, children)} />
      ) : null}
      {mayErase ? (
        <ButtonLink kind="quiet" icon="key" to={familyDataPath(mother._id, unit.stakeDB)}>
          {t('screenings.family-data')}
        </ButtonLink>
      ) : null}
      <RemoveButton unit={unit} kind={kind} mother={mother} />
    </div>
  );
}

function RemoveButton({ unit, kind, mother }: EditProps) {
  const { t } = useMessages();
  const navigate = useNavigateHere();
  const { confirm } = useAsk();
  const { askAuthor } = useAuthor();
  const sayRemoved = useRemovalNotice(unit);
  const sayFault = useFault();
  const [isRemoving, setIsRemoving] = useState(false);
  const name = `${mother.firstName} ${mother.lastName}`;

  const remove = async () => {
    const isSure = await confirm({
      title: t('mothers.remove-question', { name }),
      body: t('mothers.remove-text'),
      yes: t('common.remove'),
      no: t('mothers.remove-no'),
      danger: true,
    });
    if (!isSure) return;
    const author = await askAuthor();
    if (author === null) return;
    setIsRemoving(true);
    try {
      await unit.local.removeMother(mother._id, author, new Date(), { hold: true });
      const text = t('mothers.removed', { name });
      sayRemoved({ id: mother._id, text, undone: t('mothers.removed-undone', { name }), author });
      void navigate(mothersPath(unit, kind), { replace: true });
    } catch (cause) {
      sayFault(cause);
      setIsRemoving(false);
    }
  };

  return (
    <Button kind="danger" icon="remove" disabled={isRemoving} onClick={() => void remove()}>
      {t('common.remove')}
    </Button>
  );
}
