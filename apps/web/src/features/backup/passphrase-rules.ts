import type { Checked, Issue } from '@crece/domain';
import type { Translator } from '@crece/messages';
import { isTooShort, MIN_PASSPHRASE_LENGTH } from '@crece/storage/backup';

/** A type, not an interface: a form's values are a record of texts. */
export type PassphraseDraft = { passphrase: string; again: string };

export type PassphraseCode = 'passphrase-required' | 'passphrase-too-short' | 'passphrase-differs';

/** Checks the secret words typed for a new file: long enough, and both equal. */
export function checkPassphrase({
  passphrase,
  again,
}: PassphraseDraft): Checked<string, PassphraseCode> {
  const issues: Issue<PassphraseCode>[] = [];
  if (passphrase === '') issues.push({ code: 'passphrase-required', field: 'passphrase' });
  else if (isTooShort(passphrase)) {
    issues.push({ code: 'passphrase-too-short', field: 'passphrase' });
  }
  if (passphrase !== again) issues.push({ code: 'passphrase-differs', field: 'again' });
  return issues.length === 0 ? { ok: true, value: passphrase, notices: [] } : { ok: false, issues };
}

/** The sentence for an issue of the secret words. */
export function passphraseSentence({ t }: Pick<Translator, 't'>, { code }: Issue): string {
  switch (code) {
    case 'passphrase-required':
      return t('backup.passphrase-required');
    case 'passphrase-differs':
      return t('backup.passphrase-differs');
    default:
      return t('backup.passphrase-too-short', { min: MIN_PASSPHRASE_LENGTH });
  }
}
