import { type PasswordOwner, type PasswordStrength, passwordStrength } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import './strength-meter.css';

const LEVELS = [1, 2, 3, 4, 5] as const satisfies readonly PasswordStrength[];
const PERCENT_OF_LEVEL = 20;

const WORDS = {
  0: 'settings.strength-0',
  1: 'settings.strength-1',
  2: 'settings.strength-2',
  3: 'settings.strength-3',
  4: 'settings.strength-4',
  5: 'settings.strength-5',
} as const;

/** How strong a typed password looks, in five levels of 20 percent, by figure and word. */
export function StrengthMeter({ text, owner }: { text: string; owner?: PasswordOwner }) {
  const { t } = useMessages();
  const level = passwordStrength(text, owner);
  const word = t(WORDS[level]);
  return (
    <div className="strength">
      <meter
        className="vh"
        aria-label={t('settings.strength')}
        min={0}
        max={LEVELS.length * PERCENT_OF_LEVEL}
        value={level * PERCENT_OF_LEVEL}
        aria-valuetext={word}
      />
      <div className="strength-steps" aria-hidden="true">
        {LEVELS.map((step) => (
          <i key={step} className={step <= level ? 'on' : undefined} />
        ))}
      </div>
      <p className="strength-words" aria-hidden="true">
        <span>{t('settings.strength')}</span>
        <b>{word}</b>
      </p>
    </div>
  );
}
