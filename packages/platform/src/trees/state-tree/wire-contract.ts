import { completeContract } from '@dapikit/contract';
import { dataContract, decode, encode, type DataContract } from '@dapikit/protocol';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import type { Block } from '../../state/chain/block.js';
import type { StoredContract } from '../../state/contract/contract-store.js';
import { publishedForm, UnpublishedFormError } from './published-form.js';
import { SYSTEM_IDS } from '../../state/system-contract/system-ids.js';

/** The network stores contracts so since protocol 9, also those that were sent in the form before. */
const FORMAT_VERSION = '1';

/** Contract with groups and tokens. */
export type WireContract = Extract<DataContract, { readonly formatVersion: 1 }>;

/** Contracts of a contract book are the same objects at every read. */
const WIRE_CONTRACTS = new WeakMap<StoredContract, WireContract>();

/**
 * Returns a contract as the network has it: complete, with the blocks that registered and updated it. Contracts that a network
 * comes with have no such blocks. What later formats of its config and tokens have is left out, as their bytes are not published.
 */
export function wireContract(contract: StoredContract): WireContract {
  const known = WIRE_CONTRACTS.get(contract);
  if (known !== undefined) return known;
  const { text, version, ownerId, createdAt, updatedAt } = contract;
  const isSystem = compareBytes(ownerId, SYSTEM_IDS.owner) === 0;
  const wire = dataContract.fromJson({
    ...publishedForm(completeContract(text)).contract,
    $formatVersion: FORMAT_VERSION,
    version,
    ...(isSystem ? {} : { ...blockFields('created', createdAt), ...blockFields('updated', updatedAt) }),
  });
  if (wire.formatVersion !== 1) throw new RangeError(`expected format 1, found ${wire.formatVersion}`);
  const whole = contract.sent === undefined ? wire : { ...wire, ...schemasIn(contract.sent) };
  WIRE_CONTRACTS.set(contract, whole);
  return whole;
}

/** Returns the schemas of a contract as it was signed, with the types of their numbers. */
function schemasIn(sent: Uint8Array): Pick<WireContract, 'documentSchemas' | 'schemaDefs'> {
  const { documentSchemas, schemaDefs } = decode(dataContract, sent);
  return { documentSchemas, schemaDefs };
}

const blockFields = (what: 'created' | 'updated', block: Block | undefined): object =>
  block === undefined
    ? {}
    : {
        [`${what}At`]: block.time,
        [`${what}AtBlockHeight`]: block.height,
        [`${what}AtEpoch`]: block.epoch,
      };

/**
 * Returns a contract as the bytes of the network, for trees and fees: without what later formats of its config and tokens have.
 *
 * Source: `serialize_to_bytes_with_platform_version` in `packages/rs-dpp` of dashpay/platform.
 */
export const contractBytes = (contract: StoredContract): Uint8Array =>
  encode(dataContract, wireContract(contract));

/** Returns a contract as the bytes that clients get. @throws {UnpublishedFormError} for a later format of its config or tokens. */
export function publishedBytes(contract: StoredContract): Uint8Array {
  if (!publishedForm(completeContract(contract.text)).isWhole)
    throw new UnpublishedFormError('contracts with config format 2, or with token format 1,');
  return contractBytes(contract);
}
