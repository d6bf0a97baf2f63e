import {
  FAMILY_TEXTS,
  FIGURE_LIMITS,
  NAMED_SUPPLEMENTS,
  type SettingValue,
  TEXT_SETTINGS,
} from '@crece/domain';
import { isLanguage } from '@crece/messages';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { useCountryLabel } from '../../shared/places/place-words.ts';

const NAMED = [
  'guidanceShown',
  'severeAmount',
  'atRiskCountries',
  ...Object.keys(FIGURE_LIMITS),
] as readonly string[];

function isNamed(
  name: string,
): name is 'guidanceShown' | 'severeAmount' | 'atRiskCountries' | keyof typeof FIGURE_LIMITS {
  return NAMED.includes(name);
}

/** How a setting and its values are called; one that this version does not know by its own name. */
export function useSettingWords() {
  const { t, number, list } = useMessages();
  const places = usePlaces();
  const labelOf = useCountryLabel();
  const countryOf = (code: string): string => {
    const country = places?.countries.find((each) => each.code === code);
    return country === undefined ? code : labelOf(country);
  };
  return {
    label: (name: string): string => {
      if (isNamed(name)) return t(`admin.programme.${name}`);
      const [kind, key = '', tag = ''] = name.split('.');
      const text = TEXT_SETTINGS.find((each) => each === kind);
      if (text !== undefined && isLanguage(key)) return t(`admin.text.${text}.${key}`);
      if (!isLanguage(tag)) return name;
      const inLanguage = t(`admin.programme-text.${tag}`);
      const supplement = NAMED_SUPPLEMENTS.find((each) => each === key);
      if (kind === 'supplements' && supplement !== undefined) {
        return `${t(`admin.supplement.${supplement}`)}: ${inLanguage}`;
      }
      const family = FAMILY_TEXTS.find((each) => each === key);
      if (kind === 'familyTexts' && family !== undefined) {
        return `${t(`admin.family.${family}`)}: ${inLanguage}`;
      }
      return kind === 'consent'
        ? [t('admin.consent-title'), countryOf(key), inLanguage].join(', ')
        : name;
    },
    shown: (name: string, value: SettingValue): string => {
      if (value === null || value === '') return '–';
      if (typeof value === 'number') return number(value);
      if (name === 'atRiskCountries') return list(String(value).split(' ').map(countryOf));
      if (typeof value === 'string') return value;
      if (name !== 'guidanceShown') return t(value ? 'common.yes' : 'common.no');
      return t(value ? 'admin.programme-shown' : 'admin.programme-hidden');
    },
  };
}
