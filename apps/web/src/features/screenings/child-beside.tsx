import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useLive } from '../../data/live.ts';
import { useMessages, useSentences } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { childPath, growthCardPath, newScreeningPath } from '../../shared/navigation/paths.ts';
import { sexAndAge } from '../../shared/screenings/child-words.ts';
import { childFacts } from '../../shared/screenings/screening-facts.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { ChildBody } from './child-view.tsx';
import { useWhoRules } from './use-who-rules.ts';
import './child-beside.css';

/** Who walks or types through a list looks at a child only after this pause. */
const REST_MS = 150;

/** The chosen child at the last pause; the first one at once. */
function useChosen(childId: string): string {
  const [chosen, setChosen] = useState(childId);
  useEffect(() => {
    const timer = setTimeout(() => setChosen(childId), REST_MS);
    return () => clearTimeout(timer);
  }, [childId]);
  return chosen;
}

/** Moves the focus to the row of the shown child, or to the list's first where that is not drawn. */
function backToRow(): void {
  const find = (row: string) => document.querySelector<HTMLElement>(`#content ${row}`);
  (find('a[aria-current]') ?? find('[data-key-row]'))?.focus();
}

/** The child of the list's chosen row, beside the list: what its own page shows. */
export function ChildBesideList({ unit, childId }: { unit: OpenUnit; childId: string }) {
  const translator = useMessages();
  const { t } = translator;
  const areWordsHere = useSentences('later') === 'ready';
  // WHO's tables load while the child is read: their text must not move the rest later.
  useWhoRules();
  const chosen = useChosen(childId);
  const file = useLive(unit.local.childFile(chosen));
  const today = useToday(unit.timeZone);
  const programme = useProgramme();
  const place = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another child begins at its top
  useEffect(() => {
    if (place.current !== null) place.current.scrollTop = 0;
  }, [chosen]);
  if (!areWordsHere || !file) return <div className="beside" />;
  const { child } = file;
  const facts = childFacts(file, today, programme);
  const name = `${child.firstName} ${child.lastName}`;
  const who = sexAndAge(translator, file, facts.newest?.screening, today);
  const of = [who, child.mother, child.ward].filter((each) => each !== undefined);
  return (
    <section
      className="beside"
      ref={place}
      tabIndex={-1}
      aria-label={name}
      onKeyDown={({ key, target, defaultPrevented }) => {
        const isElsewhere = target instanceof Element && target.closest('dialog') !== null;
        if (key === 'Escape' && !defaultPrevented && !isElsewhere) backToRow();
      }}
    >
      <header className="beside-head">
        <div className="grow">
          <h2 className="beside-name">
            <Link to={childPath(child._id, unit.stakeDB)}>{name}</Link>
          </h2>
          <p className="small muted">{of.join(' · ')}</p>
        </div>
        <ButtonLink small icon="paper" to={growthCardPath(child._id, unit.stakeDB)}>
          {t('screenings.growth-card')}
        </ButtonLink>
        {facts.standing.isGraduate || unit.retired ? null : (
          <ButtonLink
            kind="primary"
            small
            icon="add"
            to={newScreeningPath(child._id, unit.stakeDB)}
          >
            {t('screenings.new-title')}
          </ButtonLink>
        )}
        <p className="beside-keys">{t('beside.keys')}</p>
      </header>
      <ChildBody key={child._id} unit={unit} file={file} facts={facts} />
    </section>
  );
}
