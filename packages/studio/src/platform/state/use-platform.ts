import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../../components/announcer.js';
import { RpcError, type Params } from '../../rpc/json-rpc-client.js';
import { platform } from '../../rpc/platform.js';
import { refreshPlatformTip } from '../../rpc/platform-tip.js';
import { socket, type SocketState } from '../../rpc/socket.js';
import { addActivity, loadActivity, type ActionText, type ActivityEntry } from './activity.js';
import { findActor, loadActorId, loadIdentities, storeActorId, type NamedIdentity } from './identity.js';
import { loadMasternodes, type Masternode } from './masternode.js';
import { recordSession } from './platform-session.js';
import { loadStatus, type PlatformStatus } from './platform-status.js';
import { loadContracts, type RegisteredContract } from './registered-contract.js';

/** Describes the state of the platform, as this page read it last. */
export interface PlatformState {
  readonly status: PlatformStatus;
  readonly identities: readonly NamedIdentity[];
  /** The identity that acts; `undefined` where this page has none. */
  readonly actor: NamedIdentity | undefined;
  readonly contracts: readonly RegisteredContract[];
  readonly masternodes: readonly Masternode[];
  /** Grows whenever the platform may have changed. */
  readonly revision: number;
  /** The actions in this page, the last first. */
  readonly activity: readonly ActivityEntry[];
}

/** Describes the state with an identity that acts. */
export interface ActingState extends PlatformState {
  readonly actor: NamedIdentity;
}

/** Describes the actions of the page on the platform. */
export interface PlatformActions {
  /** Calls a method that changes the platform, adds it to the activity, and reloads the state. Rejects with the server's error. */
  readonly submit: (text: ActionText, method: string, params?: Params) => Promise<unknown>;
  readonly actAs: (id: string) => void;
  readonly reload: () => Promise<void>;
}

/** Describes the state of the platform and the actions on it. */
export interface PlatformConnection {
  /** `undefined` until it is loaded. */
  readonly state?: PlatformState;
  /** Why the platform could not be read. */
  readonly error?: Error;
  /** True if the server was restarted with another platform, and nothing was done on it yet. */
  readonly isRestarted: boolean;
  readonly actions: PlatformActions;
}

type LoadedState = Omit<PlatformState, 'actor' | 'activity' | 'revision'>;

/** Returns the state of the platform, reloaded after each action and whenever the connection to the server is back. */
export function usePlatform(): PlatformConnection {
  const [loaded, setLoaded] = useState<LoadedState & Pick<PlatformState, 'revision'>>();
  const [error, setError] = useState<Error>();
  const [actorId, setActorId] = useState(loadActorId);
  const [activity, setActivity] = useState(loadActivity);
  const session = useSession();

  const reload = useCallback(async (): Promise<void> => {
    try {
      const next = await loadState();
      void refreshPlatformTip();
      setLoaded((before) => ({ ...next, revision: (before?.revision ?? 0) + 1 }));
      session.record(next.status);
      setActivity(loadActivity());
      setError(undefined);
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }, []);
  useEffect(() => void reload(), [reload]);
  useReconnect(() => {
    session.renew();
    void reload();
  });

  const submit = useCallback<PlatformActions['submit']>(
    async (text, method, params) => {
      try {
        const result = await platform.call(method, params);
        session.markUsed();
        setActivity(addActivity(text, result));
        announce(text.done);
        return result;
      } catch (failure) {
        const isRejection = failure instanceof RpcError;
        const outcome = isRejection ? 'rejected' : 'no response';
        setActivity(addActivity(text, isRejection ? failure.data : {}, outcome));
        announce(`${text.attempted}: ${outcome}`);
        throw failure;
      } finally {
        await reload();
      }
    },
    [reload],
  );
  const actAs = useCallback((id: string) => {
    storeActorId(id);
    setActorId(id);
  }, []);

  return {
    ...(loaded && { state: { ...loaded, actor: findActor(loaded.identities, actorId), activity } }),
    ...(error && { error }),
    isRestarted: session.isRestarted,
    actions: { submit, actAs, reload },
  };
}

async function loadState(): Promise<LoadedState> {
  const [status, identities, contracts, masternodes] = await Promise.all([
    loadStatus(),
    loadIdentities(),
    loadContracts(),
    loadMasternodes(),
  ]);
  return { status, identities, contracts, masternodes };
}

/** Tracks whether the platform is still the one that this page knew. */
function useSession() {
  const [isRestarted, setIsRestarted] = useState(false);
  // Whether the platform was recorded since the connection is open: afterwards a smaller height is a revert by this page.
  const isRecorded = useRef(false);
  const wasSeen = useRef(false);
  return {
    isRestarted,
    record: (status: PlatformStatus): void => {
      const isSame = recordSession(status, { isFirst: !isRecorded.current });
      if (!isSame && wasSeen.current) setIsRestarted(true);
      isRecorded.current = true;
      wasSeen.current = true;
    },
    renew: (): void => {
      isRecorded.current = false;
    },
    markUsed: (): void => setIsRestarted(false),
  };
}

function useReconnect(onReconnect: () => void): void {
  useEffect(() => {
    let before: SocketState = 'live';
    return socket.watch((state) => {
      if (state === 'live' && before === 'lost') onReconnect();
      before = state;
    });
  }, []);
}
