import { decodeAddress, type DevChain } from '@dapikit/chain';
import type { Platform } from '@dapikit/platform';
import { base58 } from '@scure/base';

/** Updates a platform with masternodes of a chain that came, left or have another voting key since the last call. */
export function masternodeReporter(platform: Platform, chain: DevChain): () => Promise<void> {
  const reported = new Set<string>();
  let tip = '';
  return async () => {
    const { hash } = chain.tip();
    if (hash === tip) return;
    const known = new Map((await platform.listMasternodes()).map((one) => [one.proTxHash, one]));
    const gone = new Set(reported);
    for (const { proTxHash, type, ...addresses } of chain.masternodes.list()) {
      const id = base58.encode(Buffer.from(proTxHash, 'hex'));
      const votingAddress = keyHash(addresses.votingAddress);
      const before = known.get(id);
      gone.delete(id);
      reported.add(id);
      if (before === undefined)
        await platform.registerMasternode({
          proTxHash,
          isEvolution: type === 'evo',
          votingAddress,
          ownerAddress: keyHash(addresses.ownerAddress),
          payoutAddress: keyHash(addresses.payoutAddress ?? addresses.ownerAddress),
        });
      else if (before.votingAddress !== votingAddress)
        await platform.changeVotingAddress({ proTxHash, votingAddress });
    }
    for (const proTxHash of gone) {
      reported.delete(proTxHash);
      if (known.has(proTxHash)) await platform.removeMasternode({ proTxHash });
    }
    tip = hash;
  };
}

/** Returns the hash of an address, in hexadecimal digits. */
const keyHash = (address: string): string => Buffer.from(decodeAddress(address).hash).toString('hex');
