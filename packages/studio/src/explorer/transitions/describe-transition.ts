import { decodeStateTransition, stateTransition } from '@dapikit/protocol';
import { getInteger, getList, getMembers, getNumber, getText, type Members } from '../../json/json-values.js';
import type { Aliases } from '../../rpc/aliases.js';
import { formatFee } from '../../text/format-fee.js';

/** Describes a decoded state transition. */
export interface DescribedTransition {
  /** In words, such as `document create`. */
  readonly kind: string;
  /** Summary of the effect, in words; empty where the kind says it. */
  readonly summary: string;
  /** The identity that signed it, in base58; absent where addresses or an asset lock pay. */
  readonly signerId: string | undefined;
  /** Its alias. */
  readonly signerName: string | undefined;
  /** The id of the key that signed it. */
  readonly keyId: number | undefined;
  readonly nonce: bigint | undefined;
  /** In the official JSON. */
  readonly json: unknown;
}

/** Decodes a state transition and describes it. @throws {DecodeError} */
export function describeTransition(bytes: Uint8Array, aliases: Aliases = NO_ALIASES): DescribedTransition {
  const json = stateTransition.toJson(decodeStateTransition(bytes).value);
  const type = getText(json, '$type');
  const first = type === 'batch' ? getMembers(getList(getMembers(json)['transitions'])[0]) : undefined;
  const keyId = getNumber(json, 'signaturePublicKeyId');
  const signerId = readSigner(json);
  const nameOf: NameOf = (id) => aliases.get(id) ?? shorten(id);
  return {
    kind: first === undefined ? toWords(type) : describeItemKind(first),
    summary: first === undefined ? describeContent(type, json, nameOf) : describeItem(first, json, nameOf),
    signerId,
    signerName: signerId && aliases.get(signerId),
    keyId,
    nonce: readNonce(json, first),
    json,
  };
}

const toWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns the alias of an id, or its beginning. */
type NameOf = (id: string) => string;

const NO_ALIASES: Aliases = new Map();

const shorten = (id: string): string => (id === '' ? '' : `${id.slice(0, 6)}…`);

const describeItemKind = (item: Members): string => {
  const isToken = '$tokenId' in item;
  return `${isToken ? 'token' : 'document'} ${toWords(getText(item, '$action'))}`;
};

function describeItem(item: Members, batch: unknown, nameOf: NameOf): string {
  const more = getList(getMembers(batch)['transitions']).length - 1;
  const others = more > 0 ? `, and ${more} more` : '';
  const contract = nameOf(getText(item, '$dataContractId'));
  if (!('$tokenId' in item)) return `${getText(item, '$type')} of contract ${contract}${others}`;
  const amount = ['amount', 'burnAmount', 'tokenCount'].find((name) => name in item);
  const target = ['recipientId', 'issuedToIdentityId', 'frozenIdentityId']
    .map((name) => getText(item, name))
    .find((id) => id !== '');
  return [
    ...(amount === undefined ? [] : [getInteger(item, amount).toLocaleString('en')]),
    ...(target === undefined ? [] : [`for ${nameOf(target)}`]),
    `token ${shorten(getText(item, '$tokenId'))}${others}`,
  ].join(' ');
}

function describeContent(type: string, json: unknown, nameOf: NameOf): string {
  switch (type) {
    case 'identityCreditTransfer':
      return `${formatFee(getInteger(json, 'amount'))} to ${nameOf(getText(json, 'recipientId'))}`;
    case 'identityCreditWithdrawal':
      return `${formatFee(getInteger(json, 'amount'))} to layer 1`;
    case 'dataContractCreate':
    case 'dataContractUpdate': {
      const contract = getMembers(getMembers(json)['dataContract']);
      const types = Object.keys(getMembers(contract['documentSchemas']));
      const tokens = Object.keys(getMembers(contract['tokens'])).length;
      return [
        ...types.slice(0, 3),
        ...(types.length > 3 ? [`${types.length - 3} more types`] : []),
        ...(tokens > 0 ? [tokens === 1 ? '1 token' : `${tokens} tokens`] : []),
      ].join(', ');
    }
    case 'identityCreate':
    case 'identityCreateFromAddresses':
      return [nameOf(getText(json, 'identityId')), `${getList(getMembers(json)['publicKeys']).length} keys`]
        .filter((part) => part !== '')
        .join(', ');
    case 'identityUpdate': {
      const [added, disabled] = ['addPublicKeys', 'disablePublicKeys'].map(
        (name) => getList(getMembers(json)[name]).length,
      );
      return `${added} added, ${disabled} disabled`;
    }
    case 'identityTopUp':
    case 'identityTopUpFromAddresses':
      return `identity ${nameOf(getText(json, 'identityId'))}`;
    case 'masternodeVote': {
      const poll = getMembers(getMembers(getMembers(json)['vote'])['votePoll']);
      return getList(poll['indexValues']).map(String).join(', ');
    }
    default:
      return '';
  }
}

/** Returns the identity that signed: an asset lock signs the creation and the top-up of an identity. */
function readSigner(json: unknown): string | undefined {
  if (getNumber(json, 'signaturePublicKeyId') === undefined) return undefined;
  const contract = getMembers(json)['dataContract'];
  const names = ['ownerId', 'voterIdentityId', 'identityId'];
  const found = [...names.map((name) => getText(json, name)), getText(contract, 'ownerId')];
  return found.find((id) => id !== '');
}

function readNonce(json: unknown, item: Members | undefined): bigint | undefined {
  const names = ['nonce', 'identityNonce', '$identity-contract-nonce', '$identityContractNonce'];
  for (const place of [getMembers(json), item ?? {}]) {
    const name = names.find((one) => one in place);
    if (name !== undefined) return getInteger(place, name);
  }
  return undefined;
}
