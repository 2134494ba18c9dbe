import type { LightClient } from '@dapikit/light-client';
import { CYCLE_BLOCKS, type QuorumSource } from '../../base/platform-quorums.js';
import { asNodeError } from './node-errors.js';

/** Returns the quorums of the platform in the verified masternode lists of a light client. Its functions throw {@link NodeUnavailableError} before the first list. */
export function verifiedQuorums(client: LightClient): QuorumSource {
  const at = (blocksBefore: number): ReturnType<QuorumSource['now']> => {
    try {
      const { lists, state } = client.chain;
      // After a start the first list is the oldest one: its quorums signed before as well.
      const list = lists.nearest(state.height - blocksBefore) ?? state.list;
      return { height: list.height, quorums: client.platformQuorums(list) };
    } catch (error) {
      throw asNodeError(error);
    }
  };
  return {
    now: () => at(0),
    previous: () => at(CYCLE_BLOCKS),
    heightOf: (hash) => client.chain.heightOf(hash),
  };
}
