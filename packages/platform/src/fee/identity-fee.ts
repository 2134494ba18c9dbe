import { processingCost, signatureCost } from './processing-cost.js';
import type { KeyType } from '../identity/public-key.js';

/**
 * Bytes of a new identity in the state, of each of its keys, and the places that are looked up for them: estimates, since its trees are
 * not modelled. With two ECDSA keys they give 84,213,000 credits for storage and 1,918,600 for processing, where the tests of the network
 * have 84,213,000 and 1,919,540.
 *
 * Source: `identity_create` in `packages/rs-drive-abci` of dashpay/platform.
 */
const IDENTITY = { bytes: 1999, seeks: 113 };
const KEY = { bytes: 560, seeks: 100 };

/** Those of a top-up: 589,000 credits where the tests of the network have 588,840. */
const TOP_UP_SEEKS = 287;

type Fee = ReturnType<typeof processingCost>;

/** Returns the fee of a new identity. @param signing the types of its keys that sign for themselves */
export function identityCreateFee(keys: number, signing: readonly KeyType[]): Fee {
  const { storageFee, processingFee } = processingCost({
    storedBytes: IDENTITY.bytes + KEY.bytes * keys,
    seeks: IDENTITY.seeks + KEY.seeks * keys,
  });
  return {
    storageFee,
    processingFee: signing.reduce((sum, type) => sum + signatureCost(type), processingFee),
  };
}

/** Returns the fee of a top-up. */
export const topUpFee = (): Fee => processingCost({ seeks: TOP_UP_SEEKS });
