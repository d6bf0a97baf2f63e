import { DEFAULT_PROGRAMME_SETTINGS } from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { useState } from 'react';
import { GrowthCharts } from '../charts/growth-charts.tsx';
import { useMessages } from '../data/messages.tsx';
import type { OpenUnit } from '../data/units.tsx';
import { ChildRowLink } from '../features/children/child-row.tsx';
import { Button } from '../ui/controls.tsx';
import '../features/children/child-rows.css';
import { MotherItem } from '../features/mothers/mother-row.tsx';
import '../features/mothers/mothers.css';
import { MeasuresCard } from '../features/screenings/measures-card.tsx';
import { ResultCard } from '../features/screenings/result-card.tsx';
import { WhyCard } from '../features/screenings/screening-cards.tsx';
import { DoNowCard, NextVisitCard } from '../features/screenings/today-cards.tsx';
import { VerdictHero } from '../features/screenings/verdict-hero.tsx';
import { usePressedLink } from '../shared/navigation/pressed-link.ts';
import { type ChildFacts, childFacts } from '../shared/screenings/screening-facts.ts';
import { rowOf } from '../testing/rows.ts';
import { useWide } from '../ui/use-wide.ts';
import { GALLERY_DAY, GALLERY_FILES } from './gallery-data.ts';
import { Part, Specimen } from './specimen.tsx';

function nameOf({ child }: ChildFile): string {
  return `${child.firstName} ${child.lastName}`;
}

export function RowsPart() {
  const openLink = usePressedLink();
  const isWide = useWide();
  return (
    <Part id="rows" title="Children in the list">
      <ul className="gallery-rows table">
        {GALLERY_FILES.map(({ child, screenings }, index) => (
          <li key={child._id}>
            <ChildRowLink
              row={rowOf(child, screenings, GALLERY_DAY, index % 5 === 0)}
              today={GALLERY_DAY}
              stakeDB="test_stake_gtm"
              isWide={isWide}
              hasMother={false}
              isTabStop
              onPress={openLink}
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Verdict({ facts }: { facts: ChildFacts }) {
  const { newest } = facts;
  return (
    <>
      <VerdictHero facts={facts} />
      {newest === null ? null : (
        <div className="visit-cards">
          <DoNowCard facts={facts} hasSupplement />
          <WhyCard entry={newest} />
          <MeasuresCard entry={newest} headline={facts.hero.colour} />
          <NextVisitCard facts={facts} />
        </div>
      )}
    </>
  );
}

export function VerdictsPart() {
  return (
    <Part id="verdicts" title="Verdicts">
      {GALLERY_FILES.map((file) => (
        <Specimen key={file.child._id} name={nameOf(file)} flush>
          <Verdict facts={childFacts(file, GALLERY_DAY, DEFAULT_PROGRAMME_SETTINGS)} />
        </Specimen>
      ))}
    </Part>
  );
}

/** The whole result page, one child at a time: it includes its own header and dock. */
export function ResultPart({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const [at, setAt] = useState<number | null>(null);
  const seen = GALLERY_FILES.flatMap((file) => {
    const facts = childFacts(file, GALLERY_DAY, DEFAULT_PROGRAMME_SETTINGS);
    return facts.newest === null ? [] : [{ file, facts, entry: facts.newest }];
  });
  const shown = at === null ? undefined : seen[at % seen.length];
  return (
    <Part id="result" title="Result after saving">
      <Button onClick={() => setAt((before) => (before === null ? 0 : before + 1))}>
        {t('screenings.next-child')}
      </Button>
      {shown === undefined ? null : (
        <Specimen name={nameOf(shown.file)} flush>
          <ResultCard
            unit={unit}
            facts={shown.facts}
            entry={shown.entry}
            file={shown.file}
            origin={null}
            onClose={() => setAt(null)}
          />
        </Specimen>
      )}
    </Part>
  );
}

export function ChartsPart() {
  return (
    <Part id="charts" title="Charts">
      {GALLERY_FILES.filter(({ screenings }) => screenings.length !== 1).map((file) => (
        <Specimen key={file.child._id} name={nameOf(file)} flush>
          <GrowthCharts file={file} today={GALLERY_DAY} />
        </Specimen>
      ))}
    </Part>
  );
}

export function MothersPart({ unit }: { unit: OpenUnit }) {
  return (
    <Part id="mothers" title="Mothers in the list">
      <ul className="mothers-list">
        {unit.local.snapshot().mothers.map((row) => (
          <MotherItem
            key={row.id}
            row={row}
            kind={row.childsBirthDate === undefined ? 'pregnant' : 'nursing'}
            unit={unit}
            today={GALLERY_DAY}
          />
        ))}
      </ul>
    </Part>
  );
}
