import { useMessages } from '../../data/messages.tsx';
import { useCan } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { Blank } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { Page } from '../navigation/page.tsx';
import { childPath, countriesPath, listPath } from '../navigation/paths.ts';
import { type Gone, KeptForms } from './gone.tsx';

/**
 * Page for an address whose child is not (or no longer) in this unit. Until everything has arrived
 * nothing is said of a removal: the child's record may be on its way, or was lost with a damaged
 * block and is fetched again.
 */
export function ChildNotFound({
  unit,
  gone,
}: {
  unit: OpenUnit;
  /** The drafts about the child, if the child was removed since. */
  gone: Gone | null | undefined;
}) {
  const { t } = useMessages();
  const maySync = useCan('sync', unit.place);
  const { arrival } = unit.sync;
  // The link of a child that moved leads to a unit that may never have been opened here.
  const isArriving = arrival === 'arriving' || (arrival === 'never' && maySync);
  const [title, text] = isArriving
    ? (['arrival.line', 'arrival.record-missing'] as const)
    : arrival === 'never'
      ? (['arrival.record-elsewhere-title', 'arrival.record-elsewhere'] as const)
      : (['errors.not-found-title', 'errors.record-not-found'] as const);
  return (
    <Page
      title={t(isArriving ? 'children.title' : title)}
      back={listPath(unit)}
      unit={unit}
      section="children"
    >
      <Blank
        picture="lost"
        title={t(title)}
        actions={
          <>
            <MainLink to={listPath(unit)}>{t('screenings.go-to-children')}</MainLink>
            <KeptForms gone={gone} />
            <ButtonLink kind="quiet" wide to={countriesPath(false)}>
              {t('errors.choose-country')}
            </ButtonLink>
          </>
        }
      >
        {t(text)}
      </Blank>
    </Page>
  );
}

/** Page for an address whose child exists, but not the screening. */
export function ScreeningNotFound({ unit, childId }: { unit: OpenUnit; childId: string }) {
  const { t } = useMessages();
  const back = childPath(childId, unit.stakeDB);
  return (
    <Page title={t('errors.not-found-title')} back={back} unit={unit} section="children">
      <Blank
        picture="lost"
        title={t('errors.not-found-title')}
        actions={<MainLink to={back}>{t('screenings.go-to-child')}</MainLink>}
      >
        {t('screenings.not-found-screening')}
      </Blank>
    </Page>
  );
}
