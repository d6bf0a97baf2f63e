import { REMOVAL_RIGHTS, saidIn, withShownAnswers } from '@crece/domain';
import { LANGUAGE_NAMES } from '@crece/messages';
import type { ChildFile, ScreeningsHere } from '@crece/storage';
import type { ReactNode } from 'react';
import { useAuthorName } from '../../data/former.ts';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import { useCan } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { consentText } from '../../shared/children/consent-words.ts';
import { callPath } from '../../shared/navigation/call-path.ts';
import { editChildPath, removeChildPath } from '../../shared/navigation/paths.ts';
import { birthShown } from '../../shared/screenings/child-words.ts';
import { RecordMark } from '../../shared/screenings/record-mark.tsx';
import type { RecordState } from '../../shared/screenings/record-state.ts';
import { phoneHref } from '../../shared/words/phone-href.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { Card, Fold, VisuallyHidden } from '../../ui/surfaces.tsx';
import { useWide } from '../../ui/use-wide.ts';

function Fact({ term, children }: { term: string; children: ReactNode }) {
  if (children === undefined || children === '') return null;
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The mother and how to reach her; the rest of the record, and its correction, folded on a phone. */
export function FamilyCard({
  file,
  unit,
  entries,
  state,
  departure,
}: {
  file: Pick<ChildFile, 'child' | 'versions'>;
  unit: OpenUnit;
  entries: ScreeningsHere;
  /** Sync state of the child's own record. */
  state: RecordState | null;
  /** "Died or moved away?", which stands at the end of the record. */
  departure: ReactNode;
}) {
  const messages = useMessages();
  const { t, date, language } = messages;
  const { household } = useProgramme();
  const child = withShownAnswers(file.child, useAuthorName());
  const { stakeDB, place } = unit;
  const canRemove = useCan(REMOVAL_RIGHTS.chld, place);
  const { birthDate, isAbout } = birthShown(file);
  const born = date(birthDate);
  const { phone } = child;
  const isWide = useWide();
  return (
    <Card title={t('screenings.family')} className="family">
      <p className="family-mother">
        <b>{child.mother ?? t('screenings.mother-unknown')}</b>
        <span>
          {[t('children.mother-name'), child.ward].filter((each) => each !== undefined).join(' · ')}
          {' · '}
          {phone === undefined ? (
            t('screenings.no-phone')
          ) : (
            <a href={phoneHref(phone)}>
              <VisuallyHidden>{t('children.phone')} </VisuallyHidden>
              {phone}
            </a>
          )}
        </span>
      </p>
      <Fold
        title={t('screenings.record')}
        note={t('screenings.record-born', {
          date: isAbout ? t('common.about-date', { date: born }) : born,
        })}
        open={isWide}
      >
        <dl className="facts">
          <Fact term={t('children.father-name')}>{child.father}</Fact>
          <Fact term={t('children.address')}>{child.address}</Fact>
          <Fact term={t('children.city')}>{child.city}</Fact>
          <Fact term={saidIn(household, language) ?? t('screenings.fact-id-group')}>
            {child.idGroup}
          </Fact>
          <Fact term={t('children.card-number')}>{child.cardNumber}</Fact>
          <Fact term={t('screenings.fact-member')}>
            {t(`screenings.member.${child.memberStatus}`)}
          </Fact>
          {child.consent === undefined ? null : (
            <Fact term={t('children.consent')}>{consentText(messages, child.consent)}</Fact>
          )}
          {child.mayMessage === undefined ? null : (
            <Fact term={t('children.may-message-fact')}>
              {consentText(messages, child.mayMessage)}
            </Fact>
          )}
          {child.language === undefined ? null : (
            <Fact term={t('children.language')}>{LANGUAGE_NAMES[child.language]}</Fact>
          )}
          <Fact term={t('children.comments')}>{child.comments}</Fact>
        </dl>
        <p className="family-state">
          <RecordMark state={state} />
        </p>
        <p className="visit-buttons">
          <ButtonLink kind="second" small icon="edit" to={editChildPath(child._id, stakeDB)}>
            {t('screenings.edit-child')}
          </ButtonLink>
          {phone === undefined || unit.retired ? null : (
            <ButtonLink kind="second" small icon="phone" to={callPath(unit, { child: child._id })}>
              {t('screenings.message-family')}
            </ButtonLink>
          )}
          {canRemove && entries === 'all' ? (
            <ButtonLink kind="danger" small icon="remove" to={removeChildPath(child._id, stakeDB)}>
              {t('screenings.remove-child')}
            </ButtonLink>
          ) : null}
        </p>
        {canRemove && entries !== 'all' ? (
          <p className="small muted">{t('arrival.child-keep', { sex: child.gender })}</p>
        ) : null}
        {departure}
      </Fold>
    </Card>
  );
}
