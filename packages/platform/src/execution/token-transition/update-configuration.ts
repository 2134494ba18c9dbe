import { describeContract, textEdits, type PatchOperation } from '@dapikit/contract';
import {
  encode,
  tokenConfiguration,
  tokenConfigurationChangeItem,
  type TokenAction,
  type TokenConfigurationChangeItem,
} from '@dapikit/protocol';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { protocolOfContract } from '../../state/contract/contract-book.js';
import type { StoredContract } from '../../state/contract/contract-store.js';
import { storeContract } from '../contract-transition/register-contract.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { InputError } from '../../base/errors/input-error.js';
import { findBalance } from '../../state/identity/credits.js';
import { applyItem, canApply, namedTakers, takersOf } from '../../state/token/configuration-change.js';
import { requireToken } from '../../state/token/token-store.js';
import { checkSameAction, noteOf, unauthorized, type PlannedEvent } from './planned-event.js';
import { takerOf, type TokenScope } from './token-scope.js';

type ConfigUpdate = Extract<TokenAction, { readonly action: 'configUpdate' }>;

/**
 * Plans to change a setting of a token: its contract gets another version.
 *
 * Source: `token_config_update_transition_action` in `packages/rs-drive-abci` of dashpay/platform; the checks are in its order.
 */
export function planConfigUpdate(
  scope: TokenScope,
  { updateTokenConfigurationItem: item, publicNote }: ConfigUpdate,
): PlannedEvent {
  return {
    event: { type: 'configUpdate', item, note: noteOf(scope, publicNote) },
    isRecorded: true,
    admit: async () => {
      checkSameAction(scope, 'configUpdate', [
        ['update_token_configuration_item', (original) => isSameItem(original.item, item)],
      ]);
      const { configuration } = scope;
      if (!canApply(configuration, item, takerOf(scope)))
        throw unauthorized(scope, 'config_update', takersOf(configuration, item));
      await checkValue(scope, item);
      await checkTakers(scope, item);
    },
    apply: () => storeConfiguration(scope, item),
  };
}

const isSameItem = (a: TokenConfigurationChangeItem, b: TokenConfigurationChangeItem): boolean =>
  compareBytes(encode(tokenConfigurationChangeItem, a), encode(tokenConfigurationChangeItem, b)) === 0;

/** @throws {ConsensusError} 40704, 40706 or 40710 */
async function checkValue(
  { context: { view }, tokenId, authorities: { groups } }: TokenScope,
  item: TokenConfigurationChangeItem,
): Promise<void> {
  if (!('value' in item) || item.value === undefined) return;
  if (item.type === 'maxSupply') {
    const { totalSupply: current } = await requireToken(view, tokenId);
    if (current > item.value)
      throw new ConsensusError('TokenSettingMaxSupplyToLessThanCurrentSupplyError', {
        tokenId,
        maxSupply: item.value,
        currentSupply: current,
      });
  }
  if (item.type === 'newTokensDestinationIdentity') {
    const identityId = item.value;
    if ((await findBalance(view, identityId)) === undefined)
      throw new ConsensusError('NewTokensDestinationIdentityDoesNotExistError', { identityId });
  }
  if (item.type === 'mainControlGroup' && !groups.has(item.value))
    throw new ConsensusError('InvalidGroupPositionError', {
      invalidGroupPosition: item.value,
      maxGroupPosition: [...groups.keys()].at(-1),
    });
}

/** @throws {ConsensusError} 40707, 40708 or 40709 */
async function checkTakers(
  { context: { view }, configuration, authorities: { groups } }: TokenScope,
  item: TokenConfigurationChangeItem,
): Promise<void> {
  const takers = namedTakers(item);
  if (takers?.type === 'identity') {
    const identityId = takers.identity;
    if ((await findBalance(view, identityId)) === undefined)
      throw new ConsensusError('NewAuthorizedActionTakerIdentityDoesNotExistError', { identityId });
  }
  if (takers?.type === 'group' && !groups.has(takers.position))
    throw new ConsensusError('NewAuthorizedActionTakerGroupDoesNotExistError', {
      groupContractPosition: takers.position,
    });
  if (takers?.type === 'mainGroup' && configuration.mainControlGroup === undefined)
    throw new ConsensusError('NewAuthorizedActionTakerMainGroupNotSetError', {});
}

/** Stores the contract with the changed token. Like on the network, the times of the contract stay. */
async function storeConfiguration(scope: TokenScope, item: TokenConfigurationChangeItem): Promise<void> {
  const { context, contract, configuration, position } = scope;
  const { description: _description, collection: _collection, validator: _validator, ...stored } = contract;
  const version = stored.version + 1;
  const text = patched(stored, [
    {
      op: 'replace',
      path: `/tokens/${tokenMember(stored.text, position)}`,
      value: tokenConfiguration.toJson(applyItem(configuration, item)),
    },
    { op: 'replace', path: '/version', value: version },
  ]);
  // The network does not judge the rest of the contract once more: it is read by the rules that it was registered with.
  const { network, protocolVersion: present } = context.rules;
  const protocolVersion = protocolOfContract(stored, present);
  const described = describeContract(text, { protocolVersion, transition: 'update', network });
  if (!described.ok)
    throw new InputError('item', {
      problem: `the contract would be none that can be registered: ${described.diagnostics[0]?.message ?? 'it is invalid'}`,
      expected: 'a setting that a registration accepts',
      found: item.type,
    });
  await storeContract(context, { ...stored, version, text });
}

/** Returns the member of a token among those of its contract: `"01"` is position 1, too. */
function tokenMember(text: string, position: number): string {
  const contract: unknown = JSON.parse(text);
  const tokens =
    typeof contract === 'object' && contract !== null && 'tokens' in contract ? contract.tokens : {};
  return Object.keys(tokens ?? {}).findLast((name) => Number(name) === position) ?? String(position);
}

/** Returns the text of a contract with some members replaced and everything else unchanged. */
function patched({ id, text }: StoredContract, patch: readonly PatchOperation[]): string {
  const edits = textEdits(text, Infinity)(patch);
  if (edits === undefined)
    throw new RangeError(`expected the token and the version of contract ${identifierText(id)}`);
  return edits.reduceRight(
    (before, { range: { start, end }, text: replacement }) =>
      before.slice(0, start.offset) + replacement + before.slice(end.offset),
    text,
  );
}
