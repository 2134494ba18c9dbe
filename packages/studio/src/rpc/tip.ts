import { useEffect, useState } from 'preact/hooks';
import { isObject } from './json-rpc-client.js';
import { tipOf, type Tip } from './server.js';
import { socket, type SocketState } from './socket.js';

/**
 * The last block as it changes, and whether news of it still comes.
 * @param first what is known to begin with; nothing is asked before it is known.
 */
export function useTip(first: Tip | undefined): {
  readonly tip: Tip | undefined;
  readonly state: SocketState;
} {
  const [tip, setTip] = useState<Tip>();
  const [state, setState] = useState<SocketState>('connecting');
  useEffect(() => {
    if (first === undefined) return undefined;
    let last = first;
    const unwatch = socket.watch(setState);
    const unsubscribe = socket.subscribe({
      method: 'subscribeToBlocks',
      params: () => ({ fromHeight: last.height + 1, previousHash: last.hash }),
      told: (event) => {
        if (!isObject(event) || event['event'] === 'chainLocked') return;
        last = event['event'] === 'disconnected' ? last : (tipOf(event) ?? last);
        setTip(last);
      },
    });
    return () => {
      unwatch();
      unsubscribe();
    };
  }, [first]);
  return { tip: tip ?? first, state };
}
