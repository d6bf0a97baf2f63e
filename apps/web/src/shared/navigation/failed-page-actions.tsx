import { useMessages } from '../../data/messages.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { homePath } from './paths.ts';

/** The two ways out of a page that failed: try again, or choose a country. */
export function FailedPageActions({
  onTryAgain,
  disabled = false,
}: {
  onTryAgain: () => void;
  /** Set while offline, when trying again cannot help. */
  disabled?: boolean;
}) {
  const { t } = useMessages();
  return (
    <>
      <Button kind="primary" wide disabled={disabled} onClick={onTryAgain}>
        {t('common.try-again')}
      </Button>
      <ButtonLink to={homePath()} kind="second" wide>
        {t('errors.choose-country')}
      </ButtonLink>
    </>
  );
}
