import {
  actionPlaceOf,
  type Country,
  dateFromInstant,
  findUnit,
  isTestUnit,
  timeZoneOfUnit,
  type Unit,
} from '@crece/domain';
import { useEffect, useState } from 'react';
import { fetchAllPlaces, fetchJoining, joinUnit, partUnit } from '../../api/admin.ts';
import { useAuthorName } from '../../data/former.ts';
import { useMessages } from '../../data/messages.tsx';
import { byUnitName } from '../../shared/places/find-places.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Button } from '../../ui/controls.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { useIsOwnPlace } from './person.tsx';
import { RetireUnit } from './retire-unit.tsx';
import { useSayRefusal } from './use-refusal.ts';
import type { Places } from './use-save-places.ts';
import { useServerData } from './use-server-data.ts';

/** How often the page asks how far a joining is. */
const LOOK_MS = 1_000;

interface EndOfUnitProps {
  places: Places;
  country: Country;
  unit: Unit;
}

/** What can become of a unit: it ends, is opened again, or is joined to another. */
export function EndOfUnit({ places, country, unit }: EndOfUnitProps) {
  const { stakeDB } = unit;
  const { data, failure, replace, reload } = useServerData(
    `joining ${stakeDB}`,
    async (signal) => ({
      joining: await fetchJoining(stakeDB, signal),
    }),
  );
  const joining = data?.joining ?? null;
  // A joining goes on, and one whose answer was lost may have begun.
  const isUnknown = data !== null && failure !== null && (failure.status ?? 500) >= 500;
  const isBusy = isUnknown || (joining !== null && joining.state !== 'joined');
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(reload, LOOK_MS);
    return () => clearInterval(timer);
  }, [isBusy, reload]);
  // The server has changed the list of places.
  const hasEnded = data === null ? null : joining === null ? 'no' : joining.state;
  const { onBody } = places;
  useEffect(() => {
    if (hasEnded === null) return;
    const stop = new AbortController();
    fetchAllPlaces(stop.signal).then(
      (body) => {
        if (!stop.signal.aborted && body.rev !== places.body.rev) onBody(body);
      },
      () => undefined,
    );
    return () => stop.abort();
  }, [hasEnded, onBody, places.body.rev]);
  if (data === null) return failure === null ? null : <RetireUnit places={places} unit={unit} />;
  if (joining !== null) {
    return (
      <Joined
        {...{ places, unit, joining }}
        onChange={(next) => replace({ joining: next })}
        onRefused={reload}
      />
    );
  }
  return (
    <>
      <RetireUnit places={places} unit={unit} />
      {unit.retired ? null : (
        <Join
          country={country}
          unit={unit}
          onChange={(next) => replace({ joining: next })}
          onRefused={reload}
        />
      )}
    </>
  );
}

type Joining = Awaited<ReturnType<typeof fetchJoining>>;

interface JoiningActs {
  onChange: (joining: Joining) => void;
  /** It failed, or its answer was lost: the server is asked how it is. */
  onRefused: () => void;
}

/** The choice of the unit that gets everybody. */
function Join({
  country,
  unit,
  onChange,
  onRefused,
}: Pick<EndOfUnitProps, 'country' | 'unit'> & JoiningActs) {
  const { t } = useMessages();
  const { confirm } = useAsk();
  const sayRefusal = useSayRefusal();
  const isOwnPlace = useIsOwnPlace();
  const [to, setTo] = useState('');
  const others = country.stakes
    .filter(
      (each) =>
        each.stakeDB !== unit.stakeDB &&
        each.retired !== true &&
        isTestUnit(each.stakeDB) === isTestUnit(unit.stakeDB) &&
        isOwnPlace(actionPlaceOf({ country, unit: each })),
    )
    .sort(byUnitName);
  const other = others.find(({ stakeDB }) => stakeDB === to)?.stakeName ?? '';
  const join = async () => {
    const isSure = await confirm({
      title: t('admin.join-question', { unit: unit.stakeName, other }),
      body: t('admin.join-what', { unit: unit.stakeName, other }),
      yes: t('admin.join'),
      danger: true,
    });
    if (!isSure) return;
    try {
      onChange(await joinUnit(unit.stakeDB, to));
    } catch (cause) {
      sayRefusal(cause, t('admin.join-failed'));
      onRefused();
    }
  };
  if (others.length === 0) return null;
  return (
    <Card className="stack">
      <h2 className="label">{t('admin.join-title')}</h2>
      <p>{t('admin.join-text')}</p>
      <SelectField
        label={t('admin.join-to')}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      >
        <option value="">{t('admin.join-choose')}</option>
        {others.map(({ stakeDB, stakeName }) => (
          <option key={`${stakeDB} ${stakeName}`} value={stakeDB}>
            {stakeName}
          </option>
        ))}
      </SelectField>
      <p>
        <Button kind="danger" disabled={to === ''} onClick={() => void join()}>
          {t('admin.join')}
        </Button>
      </p>
    </Card>
  );
}

/** A unit that is being joined, was joined, or is being parted again. */
function Joined({
  places,
  unit,
  joining,
  onChange,
  onRefused,
}: JoiningActs & {
  places: Places;
  unit: Unit;
  joining: NonNullable<Joining>;
}) {
  const { t, date, number } = useMessages();
  const author = useAuthorName();
  const { confirm } = useAsk();
  const sayRefusal = useSayRefusal();
  const { to, at, by, until, state, progress } = joining;
  const found = findUnit(places.body.catalogue, to);
  const other = found?.unit.stakeName ?? to;
  const mayPart = useIsOwnPlace()(found === null ? {} : actionPlaceOf(found));
  const names = { unit: unit.stakeName, other };
  const timeZone = timeZoneOfUnit(unit.stakeDB);
  const day = (instant: string) => date(dateFromInstant(instant, timeZone) ?? '');
  const part = async () => {
    const isSure = await confirm({
      title: t('admin.part-question', names),
      body: t('admin.part-what', names),
      yes: t('admin.part'),
      danger: true,
    });
    if (!isSure) return;
    try {
      onChange(await partUnit(unit.stakeDB));
    } catch (cause) {
      sayRefusal(cause, t('admin.part-failed'));
      onRefused();
    }
  };
  return (
    <Card className="stack">
      <h2 className="label">{t(`admin.join-state.${state}`, names)}</h2>
      {state === 'joined' ? (
        <>
          <p>{t('admin.joined-text', { ...names, by: author(by, at), date: day(at) })}</p>
          {!mayPart || Date.parse(until) < Date.now() ? null : (
            <p>
              <Button kind="second" onClick={() => void part()}>
                {t('admin.part')}
              </Button>{' '}
              <span className="small muted">{t('admin.part-until', { date: day(until) })}</span>
            </p>
          )}
        </>
      ) : (
        <p role="status">
          {progress === null
            ? t('admin.join-begins')
            : t('admin.join-progress', { done: number(progress.done), of: number(progress.of) })}
        </p>
      )}
    </Card>
  );
}
