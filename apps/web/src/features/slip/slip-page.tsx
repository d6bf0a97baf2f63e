import { addDays, CLINIC_ANSWER_DAYS, outcomeTarget, type Screening } from '@crece/domain';
import { LANGUAGE_NAMES } from '@crece/messages';
import type { ChildFile } from '@crece/storage';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import { childPath } from '../../shared/navigation/paths.ts';
import { PrintedAlone } from '../../shared/paper/printed-alone.tsx';
import { SPEECHES, useVoices } from '../../shared/paper/voices.ts';
import { ChildFileRoute } from '../../shared/records/child-file-route.tsx';
import { useClinicWrites } from '../../shared/referrals/use-clinic-writes.ts';
import { childFacts, openVersionsOf } from '../../shared/screenings/screening-facts.ts';
import { Waiting } from '../../ui/blank.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { Button } from '../../ui/controls.tsx';
import { SLIP_PAPERS, useSlipChoice } from './slip-choice.ts';
import { clinicText, slipLink } from './slip-code.ts';
import { SlipPaper, type SlipProps } from './slip-paper.tsx';
import './slip.css';

/** /children/slip/:childId: what a referred child takes to the clinic, for printing. */
export function SlipPage() {
  const { childId = '' } = useParams();
  return (
    <ChildFileRoute childId={childId}>
      {(unit, file) => <SlipOfChild unit={unit} file={file} />}
    </ChildFileRoute>
  );
}

type Act = (screening: Screening) => void;

/** Does something with a slip, once one that a screening of an older build lacks is written and drawn. */
function useWithSlip(unit: OpenUnit, screening: Screening | null) {
  const { giveSlip } = useClinicWrites(unit);
  const [asked, setAsked] = useState<{ act: Act } | null>(null);
  useEffect(() => {
    if (asked === null || screening?.slip === undefined) return;
    setAsked(null);
    asked.act(screening);
  }, [asked, screening]);
  return async (act: Act) => {
    if (screening === null) return;
    if (screening.slip !== undefined) act(screening);
    else if (await giveSlip(screening)) setAsked({ act });
  };
}

/** Printing, and a text to the clinic where the unit has its number. */
function SlipDock({ slip }: { slip: SlipProps }) {
  const { t } = useMessages();
  const { unit, referral, screening, voices } = slip;
  const { clinicPhone } = unit;
  const withSlip = useWithSlip(unit, screening);
  const text = (phone: string) => (given: Screening) => {
    const link = slipLink(referral, given);
    if (link !== null) location.assign(clinicText(voices[0], phone, location.origin, link));
  };
  return (
    <Dock>
      {clinicPhone === undefined ? null : (
        <Button kind="second" icon="phone" onClick={() => void withSlip(text(clinicPhone))}>
          {t('slip.send')}
        </Button>
      )}
      <Button kind="primary" icon="paper" onClick={() => void withSlip(() => window.print())}>
        {t('slip.print')}
      </Button>
    </Dock>
  );
}

/** Paper and language of what is printed. */
function Choices({
  choice,
  choose,
}: Record<'choice', ReturnType<typeof useSlipChoice>[0]> & {
  choose: ReturnType<typeof useSlipChoice>[1];
}) {
  const { t } = useMessages();
  return (
    <div className="slip-choices">
      <SegmentedControl
        label={t('slip.language')}
        value={choice.speech}
        options={SPEECHES.map((value) => ({
          value,
          label: value === 'both' ? t('slip.language.both') : LANGUAGE_NAMES[value],
        }))}
        onChange={({ target }) =>
          choose({ speech: SPEECHES.find((each) => each === target.value) ?? choice.speech })
        }
      />
      <SegmentedControl
        label={t('slip.paper')}
        value={choice.paper}
        options={SLIP_PAPERS.map((value) => ({ value, label: t(`slip.paper.${value}`) }))}
        onChange={({ target }) =>
          choose({ paper: SLIP_PAPERS.find((each) => each === target.value) ?? choice.paper })
        }
      />
    </div>
  );
}

function SlipOfChild({ unit, file }: { unit: OpenUnit; file: ChildFile }) {
  const { t, date, language } = useMessages();
  const today = useToday(unit.timeZone);
  const facts = childFacts(file, today, useProgramme());
  const [choice, choose] = useSlipChoice(language);
  const voices = useVoices(choice.speech, language);
  const { child, standing } = facts;
  const { referral } = standing;
  const versions = openVersionsOf(file);
  const target = outcomeTarget(file.child, file.screenings, standing, today, versions);
  const screening = referral !== null && target.kind === 'screening' ? target.screening : null;
  // No clinic could answer its slip any more.
  const isTooOld = screening !== null && today > addDays(screening.surveyDate, CLINIC_ANSWER_DAYS);
  const slip =
    referral === null || screening === null || isTooOld || !voices
      ? null
      : { unit, file, facts, referral, screening, voices };
  return (
    <Page
      title={t('slip.page')}
      subtitle={`${child.firstName} ${child.lastName}`}
      back={childPath(child._id, unit.stakeDB)}
      unit={unit}
      section="children"
      dock={slip === null ? undefined : <SlipDock slip={slip} />}
    >
      {screening === null ? (
        <p className="note-bar">{t('slip.none', { name: child.firstName })}</p>
      ) : isTooOld ? (
        <p className="note-bar">
          {t('slip.too-old', { name: child.firstName, date: date(screening.surveyDate) })}
        </p>
      ) : (
        <Choices choice={choice} choose={choose} />
      )}
      {screening !== null && voices === undefined ? <Waiting /> : null}
      {screening !== null && voices === null ? (
        <p className="note-bar">{t('slip.no-sentences')}</p>
      ) : null}
      {slip === null ? null : (
        <section className={`slip-preview slip-${choice.paper}`} aria-label={t('slip.preview')}>
          <SlipPaper {...slip} />
        </section>
      )}
      <PrintedAlone>
        {slip === null ? null : (
          <div className={`slip-sheet slip-${choice.paper}`}>
            <SlipPaper {...slip} isPaper />
            {choice.paper === 'a5' ? <SlipPaper {...slip} isPaper /> : null}
          </div>
        )}
      </PrintedAlone>
    </Page>
  );
}
