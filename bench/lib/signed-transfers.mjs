// Token transfers that identities sign: bytes as an SDK sends them.
import { tokenId } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import { openIdentities, signedBatch } from './signed-creates.mjs';

export const CRITICAL_KEY = 1;
const SUPPLY = 10n ** 12n;
const NOBODY = { $type: 'noOne' };
const OWNER = { $type: 'contractOwner' };
const MINTING = {
  $formatVersion: '0',
  authorizedToMakeChange: OWNER,
  adminActionTakers: NOBODY,
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
};
const NAMES = { $formatVersion: '0', shouldCapitalize: true, singularForm: 'point', pluralForm: 'points' };

/** A token with the defaults of what is left out: its transfers are recorded. */
export const TOKEN = {
  $formatVersion: '0',
  conventions: { $formatVersion: '0', localizations: { en: NAMES }, decimals: 0 },
  baseSupply: 0,
  manualMintingRules: MINTING,
};

/** Creates identities with keys, and a token of which each has some. */
export async function openHolders(platform) {
  const ids = await openIdentities(platform);
  const [by] = ids;
  const contract = {
    $formatVersion: '1',
    ownerId: by,
    version: 1,
    documentSchemas: {},
    tokens: { 0: TOKEN },
  };
  const { contractId } = await platform.registerContract({ by, contract });
  for (const recipientId of ids) await platform.mintTokens({ by, contractId, amount: SUPPLY, recipientId });
  // The first identity minted: its nonces for the contract go on from there.
  return { ids, contractId, mints: ids.length };
}

/** Returns the signed bytes of the transfer of a number. Identities take turns, and give to the next one. */
export function signedTransfer({ ids, contractId, mints = 0 }, number) {
  const identity = number % ids.length;
  const dataContractId = base58.decode(contractId);
  const item = {
    transition: 'token',
    action: 'transfer',
    formatVersion: 0,
    base: {
      formatVersion: 0,
      identityContractNonce: BigInt(Math.floor(number / ids.length) + 1 + (identity === 0 ? mints : 0)),
      tokenContractPosition: 0,
      dataContractId,
      tokenId: tokenId(dataContractId, 0),
      usingGroupInfo: undefined,
    },
    amount: 1n,
    recipientId: base58.decode(ids[(identity + 1) % ids.length]),
    publicNote: undefined,
    sharedEncryptedNote: undefined,
    privateEncryptedNote: undefined,
  };
  return signedBatch({ ids, identity, key: CRITICAL_KEY }, item);
}
