import { useEffect, useState } from 'preact/hooks';
import type { RequestState } from '../rpc/use-request.js';
import { loadNetworkState, type NetworkState } from './network-state.js';

const POLL_MS = 2000;

/** Returns the network as the server verifies it, every two seconds while the page is shown. The last state stays beside an error. */
export function useNetworkState(): RequestState<NetworkState> {
  const [state, setState] = useState<RequestState<NetworkState>>({});
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async (): Promise<void> => {
      if (!document.hidden)
        await loadNetworkState().then(
          (value) => isOver || setState({ value }),
          (error: unknown) => isOver || setState(({ value }) => ({ ...(value && { value }), error })),
        );
      if (!isOver) timer = setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return state;
}
