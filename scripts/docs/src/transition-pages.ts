import { platformMethods } from '@dapikit/gateway';
import { stateTransition, type StateTransition } from '@dapikit/protocol';
import { fillPage } from './fill-page.js';
import { joinParts, table } from './markdown.js';
import { structureSections } from './structure-sections.js';

interface TransitionRow {
  /** The number of the type, which the API of the network shows. */
  readonly type: number;
  readonly what: string;
  readonly signer: string;
  /** The first protocol version. */
  readonly since: number;
  /** The methods of `/platform` that make it; absent where the local platform does not execute it. */
  readonly methods?: readonly string[];
}

const BATCH_METHODS = [
  'createDocument',
  'replaceDocument',
  'deleteDocument',
  'transferDocument',
  'updateDocumentPrice',
  'purchaseDocument',
  'transferTokens',
  'mintTokens',
  'burnTokens',
  'setTokenPrice',
  'purchaseTokens',
  'claimTokens',
  'freezeTokens',
  'destroyFrozenTokens',
  'unfreezeTokens',
  'pauseToken',
  'resumeToken',
  'updateTokenConfiguration',
];

const TRANSFER_KEY = 'a TRANSFER key of level CRITICAL';
const WITNESSES = 'a witness of each input address';
const LOCK_KEY = 'the key of the asset lock';
const BUNDLE = 'the proof of its bundle';

/** In the order of the first byte. Source: `packages/rs-dpp/src/state_transition` of dashpay/platform. */
const TRANSITIONS: Readonly<Record<StateTransition['type'], TransitionRow>> = {
  dataContractCreate: {
    type: 0,
    what: 'Registers a data contract.',
    signer: 'an AUTHENTICATION key of level CRITICAL or HIGH',
    since: 1,
    methods: ['registerContract'],
  },
  dataContractUpdate: {
    type: 4,
    what: 'Updates a data contract.',
    signer: 'an AUTHENTICATION key of level CRITICAL',
    since: 1,
    methods: ['updateContract'],
  },
  batch: {
    type: 1,
    what: 'Changes a document or tokens. It has one item.',
    signer:
      'an AUTHENTICATION key of the level that the document type requires, HIGH by default; CRITICAL for tokens, where a transfer or claim may also have a TRANSFER key',
    since: 1,
    methods: BATCH_METHODS,
  },
  identityCreate: {
    type: 2,
    what: 'Creates an identity with the credits of an asset lock.',
    signer: `${LOCK_KEY}, and each new key`,
    since: 1,
    methods: ['createIdentity'],
  },
  identityTopUp: {
    type: 3,
    what: 'Adds the credits of an asset lock to an identity.',
    signer: LOCK_KEY,
    since: 1,
    methods: ['topUpIdentity'],
  },
  identityCreditWithdrawal: {
    type: 6,
    what: 'Withdraws credits to an address of layer 1.',
    signer: 'a TRANSFER or OWNER key of level CRITICAL',
    since: 1,
    methods: ['withdrawCredits'],
  },
  identityUpdate: {
    type: 5,
    what: 'Adds and disables keys of an identity.',
    signer: 'the MASTER key, and each new key',
    since: 1,
    methods: ['changeIdentityKeys'],
  },
  identityCreditTransfer: {
    type: 7,
    what: 'Transfers credits to another identity.',
    signer: TRANSFER_KEY,
    since: 1,
    methods: ['transferCredits'],
  },
  masternodeVote: {
    type: 8,
    what: 'Votes in a contest. Nobody pays for it.',
    signer: 'a VOTING key of the voter identity',
    since: 1,
    methods: ['vote'],
  },
  identityCreditTransferToAddresses: {
    type: 9,
    what: 'Transfers credits of an identity to platform addresses.',
    signer: TRANSFER_KEY,
    since: 11,
    methods: ['transferToAddresses'],
  },
  identityCreateFromAddresses: {
    type: 10,
    what: 'Creates an identity with credits of platform addresses.',
    signer: `${WITNESSES}, and each new key`,
    since: 11,
    methods: ['createIdentityFromAddresses'],
  },
  identityTopUpFromAddresses: {
    type: 11,
    what: 'Adds credits of platform addresses to an identity.',
    signer: WITNESSES,
    since: 11,
    methods: ['topUpIdentityFromAddresses'],
  },
  addressFundsTransfer: {
    type: 12,
    what: 'Transfers credits between platform addresses.',
    signer: WITNESSES,
    since: 11,
    methods: ['transferAddressFunds'],
  },
  addressFundingFromAssetLock: {
    type: 13,
    what: 'Gives platform addresses the credits of an asset lock.',
    signer: `${LOCK_KEY}, and ${WITNESSES}`,
    since: 11,
    methods: ['fundAddress'],
  },
  addressCreditWithdrawal: {
    type: 14,
    what: 'Withdraws credits of platform addresses to an address of layer 1.',
    signer: WITNESSES,
    since: 11,
    methods: ['withdrawAddressFunds'],
  },
  shield: {
    type: 15,
    what: 'Moves credits of addresses into the shielded pool.',
    signer: `${WITNESSES}, and ${BUNDLE}`,
    since: 12,
  },
  shieldedTransfer: {
    type: 16,
    what: 'Transfers credits within the shielded pool.',
    signer: BUNDLE,
    since: 12,
  },
  unshield: {
    type: 17,
    what: 'Moves credits out of the shielded pool to an address.',
    signer: BUNDLE,
    since: 12,
  },
  shieldFromAssetLock: {
    type: 18,
    what: 'Moves the credits of an asset lock into the shielded pool.',
    signer: `${LOCK_KEY}, and ${BUNDLE}`,
    since: 12,
  },
  shieldedWithdrawal: {
    type: 19,
    what: 'Withdraws credits of the shielded pool to an address of layer 1.',
    signer: BUNDLE,
    since: 12,
  },
  identityCreateFromShieldedPool: {
    type: 20,
    what: 'Creates an identity with credits of the shielded pool.',
    signer: `${BUNDLE}, and each new key`,
    since: 12,
  },
};

/** Returns transitions.md, the table of transitions and of the methods that make none, and a page of each transition in transitions/. */
export function transitionPages(): ReadonlyMap<string, string> {
  const rows = Object.entries(TRANSITIONS);
  const mapped = new Set(rows.flatMap(([, { methods = [] }]) => methods));
  const writes = platformMethods.filter(
    ({ isWrite, name }) => isWrite && name !== 'broadcastStateTransition',
  );
  const names = new Set(writes.map(({ name }) => name));
  const unknown = [...mapped].filter((name) => !names.has(name));
  if (unknown.length > 0) throw new Error(`/platform has no methods ${unknown.join(', ')}`);
  const index = fillPage('transitions.md', {
    count: String(rows.length),
    transitions: table(
      ['transition', 'what it does', 'signed by', 'from protocol'],
      rows.map(([name, { what, signer, since }]) => [`\`${name}\``, what, signer, String(since)]),
    ),
    events: table(
      ['method', 'what it does'],
      writes
        .filter(({ name }) => !mapped.has(name))
        .map(({ name, summary }) => [link(name, 'platform.md'), summary]),
    ),
  });
  return new Map([
    ['transitions.md', index],
    ...rows.map(([name, row], byte): [string, string] => [
      `transitions/${name}.md`,
      transitionPage(name, byte, row),
    ]),
  ]);
}

function transitionPage(
  name: string,
  byte: number,
  { type, what, signer, since, methods }: TransitionRow,
): string {
  const facts = [
    ['first byte', `\`${byte.toString(16).padStart(2, '0')}\``],
    ['number of the type', String(type)],
    ['signed by', signer],
    ['from protocol', String(since)],
    [
      'methods of `/platform`',
      methods === undefined
        ? 'none: the local platform does not execute it'
        : methods.map((method) => link(method, '../platform.md')).join(', '),
    ],
  ];
  return `${joinParts([
    `# ${name}`,
    what,
    table(['', ''], facts),
    'Its serialised form is the first byte, then the structures below. Signatures cover the same bytes without the fields whose type says "not signed". `dapikit decode` prints a transition as this JSON, and [`@dapikit/protocol`](../../how-to/use-the-libraries.md) decodes, encodes and signs it. [Consensus errors](../consensus-errors.md) lists why it is rejected.',
    '## Structure',
    structureSections(contentOf(name)),
  ])}\n`;
}

function contentOf(name: string) {
  const { description } = stateTransition;
  const variant =
    description.kind === 'union' ? description.variants.find((one) => one.name === name) : undefined;
  if (variant === undefined) throw new Error(`the codec of state transitions has no ${name}`);
  return variant.content;
}

const link = (name: string, page: string): string => `[\`${name}\`](${page}#${name.toLowerCase()})`;
