import { useEffect, useState } from 'preact/hooks';
import { socket } from '../rpc/socket.js';
import { masternodesAfter, NO_MASTERNODES, type Masternodes } from './masternodes.js';

/** The masternode list as it changes from block to block; `undefined` until it is known. */
export function useMasternodes(): Masternodes | undefined {
  const [known, setKnown] = useState<Masternodes>();
  useEffect(() => {
    let now = NO_MASTERNODES;
    return socket.subscribe({
      method: 'subscribeToMasternodeList',
      params: () => ({ on: 'block' }),
      told: (event) => {
        now = masternodesAfter(now, event);
        setKnown(now);
      },
    });
  }, []);
  return known;
}
