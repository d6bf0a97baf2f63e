import type { SignedInBody } from '@crece/contract';
import { isPilotOnly } from '@crece/domain';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { accountOf } from '../../api/stored-session.ts';
import { safeTarget } from '../../components/account-paths.ts';
import { useNotices } from '../../components/notices.tsx';
import { homePath } from '../../components/paths.ts';
import { useSignIn } from '../../data/session.tsx';

/**
 * What every way to sign in ends with: the session is kept, the person greeted, and taken to the
 * page asked for; somebody of the pilot goes home, where the pilot's list is.
 */
export function useAfterSignIn() {
  const navigate = useNavigate();
  const { notify } = useNotices();
  const { signedIn } = useSignIn();
  return useCallback(
    (body: SignedInBody, greeting: string, target: string) => {
      signedIn(body);
      notify({ text: greeting });
      const goesHome = isPilotOnly(accountOf(body.user));
      void navigate(goesHome ? homePath() : safeTarget(target), { replace: true });
    },
    [navigate, notify, signedIn],
  );
}
