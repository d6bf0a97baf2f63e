import type { ConfigResponse } from '@crece/contract';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import {
  fetchConfig,
  type KnownConfig,
  storedConfig,
  storeProgramme,
  UNKNOWN_CONFIG,
} from '../api/config.ts';

interface ConfigSource {
  /** Whom to ask for help, as far as known now. */
  supportContact: string | null;
  /** Social sign-in that the server offers, as far as known now. */
  providers: ConfigResponse['providers'];
  /** The settings of the programme, unread: `useProgramme` reads them. */
  programme: unknown;
  /** Puts settings that were just saved in the place of those known here. */
  keepProgramme: (programme: unknown) => void;
  /** The server's answer, waited for at most its time limit; else what it said last. */
  asked: Promise<KnownConfig>;
}

const ConfigContext = createContext<ConfigSource>({
  supportContact: null,
  providers: [],
  programme: undefined,
  keepProgramme: () => undefined,
  asked: Promise.resolve(UNKNOWN_CONFIG),
});

/** Asks the server once per screening what it is; the kept answer counts until the new one is there. */
export function ConfigProvider({ children }: { children: ReactNode }) {
  const [asked] = useState(fetchConfig);
  const [known, setKnown] = useState(storedConfig);

  useEffect(() => {
    let current = true;
    void asked.then((answer) => {
      if (current) setKnown(answer);
    });
    return () => {
      current = false;
    };
  }, [asked]);

  const source = useMemo(
    () => ({
      supportContact: known?.supportContact ?? null,
      providers: known?.providers ?? [],
      programme: known?.programme,
      keepProgramme: (programme: unknown) => setKnown(storeProgramme(programme)),
      asked,
    }),
    [known, asked],
  );
  return <ConfigContext value={source}>{children}</ConfigContext>;
}

export function useConfig(): ConfigSource {
  return use(ConfigContext);
}
