import type { Codec, ValueOf } from '../codec/codec.js';
import { identifier } from '../codec/bytes.js';
import { enumOf, NOTHING } from '../codec/enum-of.js';
import { u16, u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { bool } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';
import { authorizedActionTakers } from './change-control-rules.js';
import { tokenConventions, tokenTradeMode } from './token-configuration.js';
import { tokenPerpetualDistribution } from './token-distribution-rules.js';

const SOURCE = 'packages/rs-dpp/src/data_contract/associated_token/token_configuration_item.rs';

const to = <Value>(value: Codec<Value>) =>
  struct({ name: 'Change', summary: 'Has the new value of a setting.', source: SOURCE }, { value });

const takers = to(authorizedActionTakers);

/** Describes the setting of a token that a transition changes, and its new value. */
export const tokenConfigurationChangeItem = enumOf(
  { name: 'TokenConfigurationChangeItem', tag: 'type' },
  {
    tokenConfigurationNoChange: NOTHING,
    conventions: to(tokenConventions),
    conventionsControlGroup: takers,
    conventionsAdminGroup: takers,
    maxSupply: to(option(u64)),
    maxSupplyControlGroup: takers,
    maxSupplyAdminGroup: takers,
    perpetualDistribution: to(option(tokenPerpetualDistribution)),
    perpetualDistributionControlGroup: takers,
    perpetualDistributionAdminGroup: takers,
    newTokensDestinationIdentity: to(option(identifier)),
    newTokensDestinationIdentityControlGroup: takers,
    newTokensDestinationIdentityAdminGroup: takers,
    mintingAllowChoosingDestination: to(bool),
    mintingAllowChoosingDestinationControlGroup: takers,
    mintingAllowChoosingDestinationAdminGroup: takers,
    manualMinting: takers,
    manualMintingAdminGroup: takers,
    manualBurning: takers,
    manualBurningAdminGroup: takers,
    freeze: takers,
    freezeAdminGroup: takers,
    unfreeze: takers,
    unfreezeAdminGroup: takers,
    destroyFrozenFunds: takers,
    destroyFrozenFundsAdminGroup: takers,
    emergencyAction: takers,
    emergencyActionAdminGroup: takers,
    marketplaceTradeMode: to(tokenTradeMode),
    marketplaceTradeModeControlGroup: takers,
    marketplaceTradeModeAdminGroup: takers,
    mainControlGroup: to(option(u16)),
  },
);

export type TokenConfigurationChangeItem = ValueOf<typeof tokenConfigurationChangeItem>;
