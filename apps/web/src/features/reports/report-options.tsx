import {
  type ActionPlace,
  databasesOf,
  REPORT_MONTHS,
  REPORT_SCOPES,
  REPORT_SORTS,
  REPORTS_OF_MONTHS,
  RETIRED_UNITS,
  type ReportScope,
  type ReportType,
} from '@crece/domain';
import { LANGUAGES } from '@crece/messages';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { useCan } from '../../data/session.tsx';
import type { ReportAsk } from '../../shared/navigation/report-paths.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Chip, ChipRow } from '../../ui/controls.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Fold } from '../../ui/surfaces.tsx';

interface OptionsProps {
  ask: ReportAsk;
  place: ActionPlace;
  onAsk: (change: Partial<ReportAsk>) => void;
}

/** The most used report first. */
const BY_USE = [
  'sup',
  'missedScreening',
  'referrals',
  'summary',
  'women',
  'all',
] as const satisfies readonly ReportType[];

/** The choice of the report, and its purpose. */
export function ReportKind({ ask, onAsk }: Omit<OptionsProps, 'place'>) {
  const { t } = useMessages();
  return (
    <>
      <ChipRow label={t('reports.kind')}>
        {BY_USE.map((type) => (
          <Chip key={type} pressed={type === ask.type} onPress={() => onAsk({ type })}>
            {t(`reports.kind.${type}`)}
          </Chip>
        ))}
      </ChipRow>
      <p className="h2 report-purpose">{t(`reports.purpose.${ask.type}`)}</p>
    </>
  );
}

/** The scopes that the account may use here; one unit is always among them. */
function useScopes(place: ActionPlace): readonly ReportScope[] {
  const mayCountry = useCan('report-country', {
    countryCode: place.countryCode ?? '',
    pilot: place.pilot ?? false,
  });
  const mayAll = useCan('report-country', {});
  return REPORT_SCOPES.filter(
    (scope) => scope === 'stake' || (scope === 'country' ? mayCountry : mayAll),
  );
}

/** Whether a report of this scope has units that have ended, so that there is a choice. */
function useHasRetired(scope: ReportScope, { countryCode }: ActionPlace): boolean {
  const places = usePlaces();
  if (places === null || scope === 'stake') return false;
  return databasesOf(places).some(
    (unit) => unit.retired === true && (scope === 'countries' || unit.countryCode === countryCode),
  );
}

/** Units, order, months and language, folded under a line that shows the current values. */
export function ReportChoices({ ask, place, onAsk }: OptionsProps) {
  const { t } = useMessages();
  const scopes = useScopes(place);
  const hasRetired = useHasRetired(ask.scope, place);
  const note = [
    t(`reports.scope.${ask.scope}`),
    ...(hasRetired ? [t(`reports.retired.${ask.retired}`)] : []),
    t(`reports.sort.${ask.sort}`),
    ...(REPORTS_OF_MONTHS.includes(ask.type)
      ? [t('reports.months-value', { months: ask.months })]
      : []),
    t(`reports.language.${ask.language}`),
  ].join(' · ');
  return (
    <Fold title={t('reports.options')} note={note}>
      <div className="report-fields">
        <ChoiceField
          label={t('reports.scope')}
          of={scopes}
          value={ask.scope}
          textOf={(scope) => t(`reports.scope.${scope}`)}
          onValue={(scope) => onAsk({ scope })}
        />
        {hasRetired ? (
          <ChoiceField
            label={t('reports.retired')}
            of={RETIRED_UNITS}
            value={ask.retired}
            textOf={(retired) => t(`reports.retired.${retired}`)}
            onValue={(retired) => onAsk({ retired })}
          />
        ) : null}
        <ChoiceField
          label={t('reports.sort')}
          of={REPORT_SORTS}
          value={ask.sort}
          textOf={(sort) => t(`reports.sort.${sort}`)}
          onValue={(sort) => onAsk({ sort })}
        />
        {REPORTS_OF_MONTHS.includes(ask.type) ? (
          <ChoiceField
            label={t(ask.type === 'referrals' ? 'reports.months-referred' : 'reports.months')}
            of={REPORT_MONTHS}
            value={ask.months}
            textOf={(months) => t('reports.months-value', { months })}
            onValue={(months) => onAsk({ months })}
          />
        ) : null}
        <SelectField
          label={t('reports.language')}
          value={ask.language}
          onChange={({ target }) => {
            const language = LANGUAGES.find((one) => one === target.value);
            if (language !== undefined) onAsk({ language });
          }}
        >
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {t(`reports.language.${language}`)}
            </option>
          ))}
        </SelectField>
      </div>
    </Fold>
  );
}
