import type { KeptLongBody } from '@crece/contract';
import { findUnit, isIsoDate } from '@crece/domain';
import { useState } from 'react';
import { eraseKeptLong, fetchKeptLong } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { usePlaces } from '../../data/places.ts';
import { useProgramme } from '../../data/programme.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card, Fold } from '../../ui/surfaces.tsx';
import { useSayRefusal } from './use-refusal.ts';

type Found = KeptLongBody & { readonly years: number };

/**
 * Who was kept for the programme's term: looked at first, by unit and name, and erased by one
 * confirmation of these numbers. Nothing of it happens by itself.
 */
export function KeptLongCard({ onErased }: { onErased: () => void }) {
  const { t } = useMessages();
  const online = useOnline();
  const sayRefusal = useSayRefusal();
  const { graduatesKeptYears: years } = useProgramme();
  const [found, setFound] = useState<Found | null>(null);
  const [isBusy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    try {
      const answer = await fetchKeptLong();
      setFound(answer.years === null ? null : { ...answer, years: answer.years });
    } catch (cause) {
      sayRefusal(cause, t('erasures.term-looked-not'));
    }
    setBusy(false);
  };
  return (
    <Card title={t('erasures.term-title')} className="stack">
      <p>{years === null ? t('erasures.term-none') : t('erasures.term', { years })}</p>
      {years === null ? null : (
        <p>
          <Button
            kind="second"
            icon="search"
            disabled={isBusy || !online}
            onClick={() => void look()}
          >
            {t(isBusy ? 'erasures.term-looking' : 'erasures.term-look')}
          </Button>
        </p>
      )}
      {found === null ? null : (
        <FoundChildren
          found={found}
          onErased={() => {
            setFound(null);
            onErased();
          }}
        />
      )}
    </Card>
  );
}

function FoundChildren({ found, onErased }: { found: Found; onErased: () => void }) {
  const { t, date, list } = useMessages();
  const { confirm } = useAsk();
  const { notify } = useNotices();
  const sayRefusal = useSayRefusal();
  const online = useOnline();
  const places = usePlaces();
  const [isErasing, setErasing] = useState(false);
  const { units, failedUnits, years } = found;
  const count = units.reduce((sum, { children }) => sum + children.length, 0);
  const nameOf = (stakeDB: string) =>
    (places === null ? null : findUnit(places, stakeDB)?.unit.stakeName) ?? stakeDB;
  const erase = async () => {
    const sure = await confirm({
      title: t('erasures.term-sure', { count, units: units.length }),
      body: t('erasures.term-what'),
      yes: t('erasures.yes'),
      danger: true,
    });
    if (!sure) return;
    setErasing(true);
    const seen = Object.fromEntries(
      units.map(({ stakeDB, children }) => [stakeDB, children.length]),
    );
    try {
      await eraseKeptLong({ years, seen });
      notify({ text: t('erasures.term-begun', { count }) });
      onErased();
    } catch (cause) {
      sayRefusal(cause, t('erasures.failed'));
      setErasing(false);
    }
  };
  return (
    <div className="stack" role="status">
      {failedUnits.length === 0 ? null : (
        <p>{t('erasures.term-failed', { units: list(failedUnits.map(nameOf)) })}</p>
      )}
      {count === 0 ? <p>{t('erasures.term-nobody')}</p> : null}
      {units.map(({ stakeDB, children }) => (
        <Fold
          key={stakeDB}
          title={t('erasures.term-unit', { unit: nameOf(stakeDB), count: children.length })}
          icon="child"
        >
          <ul>
            {children.map(({ id, firstName, lastName, birthDate }) => (
              <li key={id}>
                {t('erasures.term-child', {
                  name: `${firstName} ${lastName}`,
                  date: isIsoDate(birthDate) ? date(birthDate) : birthDate,
                })}
              </li>
            ))}
          </ul>
        </Fold>
      ))}
      {count === 0 ? null : (
        <p>
          <Button
            kind="danger"
            icon="remove"
            disabled={isErasing || !online}
            onClick={() => void erase()}
          >
            {t('erasures.term-erase', { count })}
          </Button>
        </p>
      )}
    </div>
  );
}
