import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import type { Params } from '../rpc/json-rpc-client.js';
import { platform } from '../rpc/platform.js';
import { addDeed, keptDeeds, type Deed, type DeedWords } from './deeds.js';
import { keepActor, keptActor, namedIdentities, type NamedIdentity } from './identity.js';
import { listedMasternodes, type Masternode } from './masternode.js';
import { notePlatform } from './platform-life.js';
import { askStatus, type PlatformStatus } from './platform-status.js';
import { registeredContracts, type RegisteredContract } from './registered-contract.js';

/** The platform as this page sees it. */
export interface World {
  readonly status: PlatformStatus;
  readonly identities: readonly NamedIdentity[];
  /** Whoever acts at the moment. */
  readonly actor: NamedIdentity;
  readonly contracts: readonly RegisteredContract[];
  readonly masternodes: readonly Masternode[];
  /** Greater whenever something may have changed. */
  readonly revision: number;
  /** What was done in this page, the last first. */
  readonly deeds: readonly Deed[];
}

/** Calls what changes the platform: tells of it, and looks at everything again. Rejects with what the server says. */
export type Act = (words: DeedWords, method: string, params?: Params) => Promise<unknown>;

/** What the page does to the platform. */
export interface Hands {
  readonly act: Act;
  readonly actAs: (id: string) => void;
  readonly reload: () => Promise<void>;
}

/** The platform as it changes by what this page does; `problem` when it does not answer. */
export function useWorld(): { readonly world?: World; readonly problem?: Error; readonly hands: Hands } {
  const [seen, setSeen] = useState<Omit<World, 'actor' | 'deeds'>>();
  const [problem, setProblem] = useState<Error>();
  const [actorId, setActorId] = useState(keptActor);
  const isNoted = useRef(false);
  const [deeds, setDeeds] = useState(keptDeeds);

  const reload = useCallback(async (): Promise<void> => {
    try {
      const identities = await namedIdentities();
      const [status, contracts, masternodes] = await Promise.all([
        askStatus(),
        registeredContracts(),
        listedMasternodes(),
      ]);
      setSeen((before) => ({
        status,
        identities,
        contracts,
        masternodes,
        revision: (before?.revision ?? 0) + 1,
      }));
      notePlatform(status, { isFirst: !isNoted.current });
      isNoted.current = true;
      setDeeds(keptDeeds());
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)));
    }
  }, []);
  useEffect(() => void reload(), [reload]);

  const act = useCallback<Act>(
    async (words, method, params) => {
      try {
        const result = await platform.call(method, params);
        setDeeds(addDeed(words, result));
        announce(words.done);
        return result;
      } catch (error) {
        const data = error instanceof Error && 'data' in error ? error.data : {};
        setDeeds(addDeed(words, data, { isRefused: true }));
        announce(`Refused: ${words.wanted}`);
        throw error;
      } finally {
        await reload();
      }
    },
    [reload],
  );
  const actAs = useCallback((id: string) => {
    keepActor(id);
    setActorId(id);
  }, []);

  const actor = seen?.identities.find(({ id }) => id === actorId) ?? seen?.identities[0];
  return {
    ...(seen && actor && { world: { ...seen, actor, deeds } }),
    ...(problem && { problem }),
    hands: { act, actAs, reload },
  };
}
