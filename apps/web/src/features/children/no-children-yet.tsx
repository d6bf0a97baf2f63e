import type { Home } from '@crece/domain';
import { findPlace, renewDoubted } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages, useSentences } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';
import { dayPath, listPath, newChildPath } from '../../shared/navigation/paths.ts';
import { Blank } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';

/** Where the children of an emptied unit live now: most of them, if they went to several. */
interface Elsewhere {
  stakeDB: string;
  stakeName: string;
  /** Of all who left, to whichever unit. */
  count: number;
  isOnlyOne: boolean;
}

/** The units that got these, the one with most of them first. */
function unitsOf(homes: readonly Home[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { stakeDB } of homes) counts.set(stakeDB, (counts.get(stakeDB) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([stakeDB]) => stakeDB);
}

/** Undefined until it is known; null: nobody left for another unit. */
function useElsewhere({ local, retired }: OpenUnit): Elsewhere | null | undefined {
  const device = useDevice();
  const { children } = useUnitSnapshot(local);
  return useLoaded<Elsewhere | null>(
    async () => {
      const homes = (await local.movedChildren()).map(({ home }) => home);
      const [stakeDB, ...others] = unitsOf(homes);
      if (stakeDB === undefined) return null;
      // Whoever joined it to another has ended it.
      if (!retired) await renewDoubted(device, new Date());
      const place = await findPlace(device, stakeDB, new Date());
      const stakeName = place?.unit.stakeName ?? stakeDB;
      return { stakeDB, stakeName, count: homes.length, isOnlyOne: others.length === 0 };
    },
    [local, device, retired],
    {
      again: [children],
      fail: (cause) => {
        console.warn('Who moved away could not be read.', cause);
        return null;
      },
    },
  );
}

/** The list of a unit without any child: who left it, or the first one is added. */
export function NoChildrenYet({ unit }: { unit: OpenUnit }) {
  const elsewhere = useElsewhere(unit);
  if (useSentences('first') !== 'ready' || elsewhere === undefined) return null;
  return elsewhere === null ? <Nobody unit={unit} /> : <AllMoved unit={unit} to={elsewhere} />;
}

/** A unit that was joined to another, or whose children moved one by one. */
function AllMoved({ unit, to }: { unit: OpenUnit; to: Elsewhere }) {
  const { t } = useMessages();
  const { stakeName: other, count } = to;
  const only = to.isOnlyOne ? 'yes' : 'no';
  return (
    <Blank
      picture="nobody"
      title={t('children.all-moved-title')}
      actions={
        <>
          <ButtonLink kind="primary" to={listPath(to)}>
            {t('children.all-moved-open', { other })}
          </ButtonLink>
          {unit.retired ? null : (
            <ButtonLink kind="second" icon="add" to={newChildPath(unit.stakeDB)}>
              {t('children.add')}
            </ButtonLink>
          )}
        </>
      }
    >
      {t('children.all-moved', { count, unit: unit.stakeName, other, only })}
    </Blank>
  );
}

/** The first child is added alone or on a screening day. */
function Nobody({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  return (
    <Blank
      picture="nobody"
      title={t('children.empty-title')}
      actions={
        unit.retired ? null : (
          <>
            <ButtonLink kind="primary" icon="add" to={newChildPath(unit.stakeDB)}>
              {t('children.add-first')}
            </ButtonLink>
            <ButtonLink kind="second" to={dayPath(unit)}>
              {t('children.day')}
            </ButtonLink>
          </>
        )
      }
    >
      {unit.retired ? null : t('children.empty-text', { unit: unit.stakeName })}
    </Blank>
  );
}
