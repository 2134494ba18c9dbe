import type { PathQuery } from '../path-query/path-query.js';
import { sumItemAmount } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { prefundedVoteBalancesPath } from '../drive/contest-paths.js';
import { keysQuery } from './query-forms.js';

/** Returns the query for a prefunded balance: that of a poll by its id. */
export const prefundedBalanceQuery = (id: Uint8Array): PathQuery =>
  keysQuery(prefundedVoteBalancesPath(), [id]);

/**
 * Verifies the response of getPrefundedSpecializedBalance: the balance in credits, or undefined if there is none. Throws DecodeError,
 * ProofError. Source: `verify_specialized_balance` in `packages/rs-drive/src/verify/voting` of dashpay/platform.
 *
 * @example
 * import { verifyPrefundedSpecializedBalance } from '@dapikit/proof';
 * import { responseTo } from './recorded.js';
 *
 * const { response, quorumKey } = responseTo('GetPrefundedSpecializedBalanceRequest');
 * verifyPrefundedSpecializedBalance(response, { id: new Uint8Array(32).fill(1), quorumKey }).value; // => undefined
 */
export const verifyPrefundedSpecializedBalance = (
  response: ProvenResponse,
  options: TrustOptions & { readonly id: Uint8Array },
): Proven<bigint | undefined> =>
  verifyResponse(response, options, (reader) => {
    const [entry] = reader.keys(prefundedBalanceQuery(options.id));
    return entry?.element === undefined ? undefined : sumItemAmount(entry.element);
  });
