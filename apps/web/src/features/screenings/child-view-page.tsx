import type { ChildFile } from '@crece/storage';
import { useParams, useSearchParams } from 'react-router';
import { useProgramme } from '../../data/programme.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { ChildFileRoute } from '../../shared/records/child-file-route.tsx';
import { ANSWER_PARAM } from '../../shared/referrals/slip-paths.ts';
import { childFacts, screeningFacts } from '../../shared/screenings/screening-facts.ts';
import { Later } from '../../ui/later.tsx';
import { ChildView } from './child-view.tsx';
import { ResultCard } from './result-card.tsx';
import { FROM_PARAM, originOf, SAVED_PARAM } from './saved-path.ts';
import { useWhoRules } from './use-who-rules.ts';

/** A clinic's code in the address, which is seldom. */
const loadTaking = async () => (await import('./take-answer.tsx')).TakeAnswer;

/** /children/view/:childId; after a save the result card is at the top until it is closed. */
export function ChildViewPage() {
  const { childId = '' } = useParams();
  // WHO's tables load while the child is read: their text must not move the page later.
  useWhoRules();
  return (
    <ChildFileRoute childId={childId}>
      {(unit, file) => <Child unit={unit} file={file} />}
    </ChildFileRoute>
  );
}

function Child({ unit, file }: { unit: OpenUnit; file: ChildFile }) {
  const today = useToday(unit.timeZone);
  const [query, setQuery] = useSearchParams();
  const savedId = query.get(SAVED_PARAM);
  const saved = file.screenings.find(({ _id }) => _id === savedId);
  const programme = useProgramme();
  const facts = childFacts(file, today, programme);
  const without = (...names: readonly string[]) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of names) after.delete(name);
        return after;
      },
      { replace: true },
    );
  if (saved !== undefined) {
    const close = () => {
      without(SAVED_PARAM, FROM_PARAM);
      window.scrollTo(0, 0);
    };
    return (
      <ResultCard
        unit={unit}
        facts={facts}
        entry={
          facts.newest?.screening._id === savedId
            ? facts.newest
            : screeningFacts(file, saved, today, programme)
        }
        file={file}
        origin={originOf(query)}
        onClose={close}
      />
    );
  }
  const code = query.get(ANSWER_PARAM);
  return (
    <>
      <ChildView unit={unit} file={file} facts={facts} />
      {code === null ? null : (
        <Later
          key={code}
          load={loadTaking}
          props={{ unit, file, code, onDone: () => without(ANSWER_PARAM) }}
          onMissing={() => without(ANSWER_PARAM)}
        />
      )}
    </>
  );
}
