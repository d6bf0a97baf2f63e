import { type Account, type Action, type ActionPlace, can } from '@crece/domain';
import { createContext, type ReactNode, use } from 'react';

const SessionContext = createContext<Account | null>(null);

/** Who is signed in, handed down; `null` is a person without an account. */
export function SessionProvider({
  session,
  children,
}: {
  session: Account | null;
  children: ReactNode;
}) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The signed-in account, or `null`. */
export function useSession(): Account | null {
  return use(SessionContext);
}

/** Whether the person may do something; the server decides, this only mirrors it. */
export function useCan(action: Action, place?: ActionPlace): boolean {
  return can(useSession(), action, place);
}
