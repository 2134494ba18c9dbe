import { identifier } from '../codec/bytes.js';
import { namesOf } from '../codec/enum-of.js';
import { struct } from '../codec/struct.js';
import { tokenDistributionRecipient } from './token-perpetual-distribution.js';

/** Names what one recipient gets of a distribution, as the state orders it by time. */
export const tokenDistributionKey = struct(
  {
    name: 'TokenDistributionKey',
    summary: 'Names a token, a recipient and the kind of distribution.',
    source: 'packages/rs-dpp/src/data_contract/associated_token/token_distribution_key.rs',
  },
  {
    tokenId: identifier,
    recipient: tokenDistributionRecipient,
    distributionType: namesOf('TokenDistributionType', ['PreProgrammed', 'Perpetual']),
  },
);
