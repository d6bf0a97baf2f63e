import type { SignedInBody } from '@crece/contract';
import { can, isPilotOnly } from '@crece/domain';
import type { Device } from '@crece/storage';
import { type ReactElement, useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { endServerSession } from '../../api/sign-outs.ts';
import { accountOfUser } from '../../api/stored-session.ts';
import { useDevice } from '../../data/device.tsx';
import { lockState } from '../../data/lock.ts';
import { breakSeal, sealedFor } from '../../data/seal.ts';
import { useSignIn } from '../../data/session.tsx';
import { maySyncAllHere } from '../../data/units-here.ts';
import { useIsHere } from '../../data/use-is-here.ts';
import { OFFERED, safeTarget, useCarried } from '../../shared/navigation/account-paths.ts';
import { deskPath } from '../../shared/navigation/desk-paths.ts';
import { homePath } from '../../shared/navigation/paths.ts';
import { ABOUT_SESSION, useNotices } from '../../ui/notices.tsx';
import { LetIn } from './let-in.tsx';

interface Arrival {
  body: SignedInBody;
  greeting: string;
  target: string;
}

/**
 * Whether a locked phone does not accept this account alone: it is new on this device and may not
 * synchronise every unit that lies on it.
 */
async function isStranger(device: Device, user: SignedInBody['user']): Promise<boolean> {
  if (lockState() !== 'locked') return false;
  try {
    const known = await (await device.people()).list();
    const isKnown = known.some(({ account }) => account.id === user.id);
    if (isKnown || sealedFor()?.includes(user.id) === true) return false;
    return !(await maySyncAllHere(device, accountOfUser(user)));
  } catch (cause) {
    console.error('It is not known who may enter this locked device.', cause);
    return true;
  }
}

/**
 * The end of every sign-in: stores the session, greets the person, and opens the requested page; a
 * person of the pilot goes home, to the pilot's list. `instead` replaces the page while a person
 * known to this device must first let the new person in. Of a page that was left nobody is signed in.
 */
export function useAfterSignIn() {
  const navigate = useNavigate();
  const device = useDevice();
  const { notify } = useNotices();
  const { signedIn } = useSignIn();
  const [stranger, setStranger] = useState<Arrival | null>(null);
  const isHere = useIsHere();
  const isNeeded = useCarried()?.needed === true;

  const enter = useCallback(
    ({ body, greeting, target }: Arrival) => {
      breakSeal();
      signedIn(body);
      notify({ text: greeting, about: ABOUT_SESSION });
      const account = accountOfUser(body.user);
      const wanted = isPilotOnly(account) ? homePath() : safeTarget(target);
      // Who coordinates and asked for no page of their own begins with the overview.
      const mayAll = wanted === homePath() && can(account, 'report-country');
      const lastDesk = device.getSetting('lastDesk');
      const state = isNeeded ? null : OFFERED;
      void navigate(mayAll ? deskPath(lastDesk) : wanted, { replace: true, state });
    },
    [device, isNeeded, navigate, notify, signedIn],
  );
  const afterSignIn = useCallback(
    async (body: SignedInBody, greeting: string, target: string) => {
      const arrival = { body, greeting, target };
      const isUnknown = await isStranger(device, body.user);
      // Who left the page before the answer came gave the sign-in up, and somebody else may be at work.
      if (!isHere.current) endServerSession(body.token);
      else if (isUnknown) setStranger(arrival);
      else enter(arrival);
    },
    [device, enter, isHere],
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
