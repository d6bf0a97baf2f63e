import type { ConfigResponse } from '@crece/contract';
import { settingsNumberOf } from '@crece/domain';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import {
  type KnownConfig,
  storedConfig,
  storeProgramme,
  UNKNOWN_CONFIG,
} from '../api/stored-config.ts';

interface ConfigSource {
  /** Support contact for the person, from the last known answer. */
  supportContact: string | null;
  /** Social sign-in providers that the server offers, from the last known answer. */
  providers: ConfigResponse['providers'];
  /** Settings of the programme as received, not validated; `useProgramme` parses them. */
  programme: unknown;
  /** Marks of erased accounts as received; `useAuthorName` parses them. */
  former: unknown;
  /** The number of these settings: records tell it. */
  settings: number;
  /** Replaces the known programme settings with settings that were just saved. */
  keepProgramme: (programme: unknown) => void;
  /** The server's answer; when the time limit passes first, the last known answer. */
  asked: Promise<KnownConfig>;
}

const ConfigContext = createContext<ConfigSource>({
  supportContact: null,
  providers: [],
  programme: undefined,
  former: undefined,
  settings: 0,
  keepProgramme: () => undefined,
  asked: Promise.resolve(UNKNOWN_CONFIG),
});

/** What asks the server is not needed before its answer. */
async function fetchConfig(): Promise<KnownConfig> {
  try {
    return await (await import('../api/config.ts')).fetchConfig();
  } catch (cause) {
    console.warn('The configuration could not be asked for.', cause);
    return storedConfig() ?? UNKNOWN_CONFIG;
  }
}

/** Fetches the server's configuration once per page load; the stored answer is used until then. */
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
      former: known?.former,
      settings: settingsNumberOf(known?.programme),
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
