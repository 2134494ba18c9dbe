import { useEffect, useState } from 'preact/hooks';
import { socket } from '../rpc/socket.js';
import { applyListEvent, NO_MASTERNODES, type Masternodes } from './masternodes.js';

/** Returns the masternode list as blocks change it; `undefined` until it is known. */
export function useMasternodes(): Masternodes | undefined {
  const [masternodes, setMasternodes] = useState<Masternodes>();
  useEffect(() => {
    let latest = NO_MASTERNODES;
    return socket.subscribe({
      method: 'subscribeToMasternodeList',
      params: () => ({ on: 'block' }),
      onEvent: (event) => {
        latest = applyListEvent(latest, event);
        setMasternodes(latest);
      },
    });
  }, []);
  return masternodes;
}
