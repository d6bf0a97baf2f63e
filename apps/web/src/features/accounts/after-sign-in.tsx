import type { SignedInBody } from '@crece/contract';
import { isPilotOnly } from '@crece/domain';
import type { Device } from '@crece/storage';
import { type ReactElement, useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { accountOf } from '../../api/stored-session.ts';
import { useDevice } from '../../data/device.tsx';
import { lockState } from '../../data/lock.ts';
import { useSignIn } from '../../data/session.tsx';
import { safeTarget } from '../../shared/navigation/account-paths.ts';
import { homePath } from '../../shared/navigation/paths.ts';
import { useNotices } from '../../ui/notices.tsx';
import { LetIn } from './let-in.tsx';

interface Arrival {
  body: SignedInBody;
  greeting: string;
  target: string;
}

/**
 * Whether a locked phone does not accept this account alone: it is new on this device and may not
 * synchronise.
 */
async function isStranger(device: Device, { id, roles }: SignedInBody['user']): Promise<boolean> {
  if (lockState() !== 'locked' || roles.includes('sync') || roles.includes('admin')) return false;
  try {
    const known = await (await device.people()).list();
    return known.every(({ account }) => account.id !== id);
  } catch (cause) {
    console.error('The people of this device could not be read.', cause);
    return true;
  }
}

/**
 * The end of every sign-in: stores the session, greets the person, and opens the requested page; a
 * person of the pilot goes home, to the pilot's list. `instead` replaces the page while a person
 * known to this device must first let the new person in.
 */
export function useAfterSignIn() {
  const navigate = useNavigate();
  const device = useDevice();
  const { notify } = useNotices();
  const { signedIn } = useSignIn();
  const [stranger, setStranger] = useState<Arrival | null>(null);

  const enter = useCallback(
    ({ body, greeting, target }: Arrival) => {
      signedIn(body);
      notify({ text: greeting });
      const goesHome = isPilotOnly(accountOf(body.user));
      void navigate(goesHome ? homePath() : safeTarget(target), { replace: true });
    },
    [navigate, notify, signedIn],
  );
  const afterSignIn = useCallback(
    async (body: SignedInBody, greeting: string, target: string) => {
      const arrival = { body, greeting, target };
      if (await isStranger(device, body.user)) setStranger(arrival);
      else enter(arrival);
    },
    [device, enter],
  );
  const instead: ReactElement | null =
    stranger === null ? null : (
      <LetIn
        body={stranger.body}
        onLetIn={() => enter(stranger)}
        onLeave={() => setStranger(null)}
      />
    );
  return { afterSignIn, instead };
}
