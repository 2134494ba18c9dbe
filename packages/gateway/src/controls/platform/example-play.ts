import type { Platform } from '@dapikit/platform';
import { signedExamples } from './signed-example.js';

/** Describes the platform of the examples. Ids are base58. */
export interface ExamplePlay {
  readonly alice: string;
  readonly bob: string;
  /** A contract of Alice's with notes, names that are contested, and two tokens: the second one is paused, and Bob's account for it frozen. */
  readonly contractId: string;
  /** A contract of Alice's that may be deleted. */
  readonly spareId: string;
  /** Identifier of a note of Alice's. */
  readonly noteId: string;
  /** Identifier of another note, which is for sale. */
  readonly offerId: string;
  readonly proTxHash: string;
  /** A platform address with credits, as text. */
  readonly address: string;
  readonly snapshot: number;
  /** A signed state transition that nobody has sent, in Base64. */
  readonly stateTransition: string;
  /** The id of an executed state transition. */
  readonly transitionId: string;
  /** The state in Base64. */
  readonly file: string;
}

const OWNER_RULES = {
  $formatVersion: '0',
  authorizedToMakeChange: { $type: 'contractOwner' },
  adminActionTakers: { $type: 'contractOwner' },
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
};

/** A token with which its owner may do everything, and of which the owner gets some in every block. */
const TOKEN = {
  $formatVersion: '0',
  conventions: {
    $formatVersion: '0',
    localizations: {
      en: { $formatVersion: '0', shouldCapitalize: false, singularForm: 'coin', pluralForm: 'coins' },
    },
    decimals: 0,
  },
  baseSupply: 1000,
  maxSupplyChangeRules: OWNER_RULES,
  freezeRules: OWNER_RULES,
  unfreezeRules: OWNER_RULES,
  destroyFrozenFundsRules: OWNER_RULES,
  emergencyActionRules: OWNER_RULES,
  distributionRules: {
    $formatVersion: '0',
    perpetualDistribution: {
      $formatVersion: '0',
      distributionType: {
        $type: 'blockBasedDistribution',
        interval: 1,
        function: { $type: 'fixedAmount', amount: 2 },
      },
      distributionRecipient: { $type: 'contractOwner' },
    },
    changeDirectPurchasePricingRules: OWNER_RULES,
  },
};

const CONTRACT = {
  $formatVersion: '1',
  config: { $formatVersion: '1' },
  documentSchemas: {
    note: {
      type: 'object',
      properties: {
        shop: { type: 'string', maxLength: 63, position: 0 },
        price: { type: 'integer', minimum: 0, maximum: 1000, position: 1 },
      },
      required: ['shop', 'price'],
      additionalProperties: false,
      transferable: 1,
      tradeMode: 1,
      documentsKeepHistory: false,
      indices: [{ name: 'shop', properties: [{ shop: 'asc' }], averageable: 'price' }],
    },
    name: {
      type: 'object',
      documentsMutable: false,
      properties: { label: { type: 'string', maxLength: 63, position: 0 } },
      required: ['label'],
      additionalProperties: false,
      indices: [
        {
          name: 'label',
          properties: [{ label: 'asc' }],
          unique: true,
          contested: { resolution: 0, fieldMatches: [{ field: 'label', regexPattern: '^[a-z]{3}$' }] },
        },
      ],
    },
  },
  // The second one is paused.
  tokens: { 0: TOKEN, 1: { ...TOKEN, startAsPaused: true } },
};

const SPARE = {
  $formatVersion: '1',
  config: { $formatVersion: '1', canBeDeleted: true },
  documentSchemas: {
    memo: {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 63, position: 0 } },
      additionalProperties: false,
    },
  },
};

/** Contests take that long on regtest. */
const CONTEST_MS = 90 * 60_000;

/** Prepares on a new platform what the examples of the methods need. */
export async function playExamples(platform: Platform): Promise<ExamplePlay> {
  const credits = 100_000_000_000_000n;
  const { id: alice } = await platform.createIdentity({ seed: 'alice', credits });
  const { id: bob } = await platform.createIdentity({ seed: 'bob', credits });
  const { contractId } = await platform.registerContract({ by: alice, contract: CONTRACT });
  const { contractId: spareId } = await platform.registerContract({ by: alice, contract: SPARE });
  const { proTxHash } = await platform.registerMasternode({ isEvolution: true });
  const { address } = await platform.fundAddress({ address: `00${'ab'.repeat(20)}`, credits });
  const create = async (by: string, documentType: string, data: Readonly<Record<string, unknown>>) => {
    const { document } = await platform.createDocument({
      by,
      contractId,
      documentType,
      data,
      prefundedVotingBalance: 'auto',
    });
    const { $id: id } = document;
    return typeof id === 'string' ? id : '';
  };
  const noteId = await create(alice, 'note', { shop: 'A', price: 5 });
  const offerId = await create(alice, 'note', { shop: 'B', price: 7 });
  const offer = { by: alice, contractId, documentType: 'note', id: offerId };
  await platform.updateDocumentPrice({ ...offer, price: 1_000_000 });
  await create(alice, 'name', { label: 'xyz' });
  await platform.vote({
    contractId,
    documentType: 'name',
    indexName: 'label',
    indexValues: ['xyz'],
    proTxHash,
    choice: 'lock',
  });
  await platform.advanceTime({ milliseconds: CONTEST_MS });
  await create(alice, 'name', { label: 'abc' });
  await create(bob, 'name', { label: 'abc' });
  await platform.setTokenPrice({ by: alice, contractId, price: 20 });
  const paused = { by: alice, contractId, position: 1 };
  await platform.mintTokens({ ...paused, recipientId: bob, amount: 10 });
  await platform.freezeTokens({ ...paused, identityId: bob });
  const signed = await signedExamples(platform, bob);
  const { id: transitionId } = await platform.broadcastStateTransition({ stateTransition: signed(1n) });
  const stateTransition = Buffer.from(signed(2n)).toString('base64');
  const file = Buffer.from(await platform.exportState()).toString('base64');
  const { id: snapshot } = await platform.snapshot();
  return {
    alice,
    bob,
    contractId,
    spareId,
    noteId,
    offerId,
    proTxHash,
    address,
    snapshot,
    stateTransition,
    transitionId,
    file,
  };
}
