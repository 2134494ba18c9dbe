import { documentId } from '@dapikit/protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { bytesOf } from '../src/bytes/identifier-order.js';
import { identifierBytes, identifierText } from '../src/bytes/identifier.js';
import { indexOf } from './note-collection.js';
import { cardOf, DASH, T0 } from './platform-fixture.js';
import { contractOf } from '../../proof/test/sample-contract.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';

vi.mock(import('../src/bytes/identifier.js'), async (original) => {
  const actual = await original();
  return {
    identifierBytes: vi.fn<typeof actual.identifierBytes>(actual.identifierBytes),
    identifierText: vi.fn<typeof actual.identifierText>(actual.identifierText),
  };
});

const FIRST_KEY = 700;
const HIGH = 2;
/** Of signer and contract, which are text in a transition and bytes in keys of the store. The id of the document is not converted. */
const MAX_SIGNED_CREATE = 22;
/** Has no check before its block, and returns the document as JSON. */
const MAX_UNSIGNED_CREATE = 19;

interface Cards {
  readonly platform: Platform;
  readonly alice: string;
  readonly contractId: string;
}

let cards: Cards;

beforeEach(async () => {
  const platform = await createPlatform({ protocolVersion: 13, time: T0 });
  const { id: alice } = await platform.createIdentity({
    seed: 'alice',
    credits: 100n * DASH,
    keys: keysFrom(FIRST_KEY),
  });
  const types = cardOf({ indices: [indexOf('name', ['name']), indexOf('attack', ['attack'])] });
  const { id: _id, ...whole } = { id: '', ...contractOf(types) };
  const { contractId } = await platform.registerContract({
    by: alice,
    contract: { ...whole, ownerId: alice },
  });
  cards = { platform, alice, contractId };
});

afterEach(async () => cards.platform.close());

function countConversions(): number {
  const count = vi.mocked(identifierBytes).mock.calls.length + vi.mocked(identifierText).mock.calls.length;
  vi.mocked(identifierBytes).mockClear();
  vi.mocked(identifierText).mockClear();
  return count;
}

async function createSigned({ platform, alice, contractId }: Cards, number: number): Promise<void> {
  const entropy = new Uint8Array(32).fill(number);
  const [ownerId, dataContractId] = [bytesOf(alice), bytesOf(contractId)];
  const stateTransition = signed(
    {
      ...UNSIGNED,
      type: 'batch',
      formatVersion: 1,
      ownerId,
      transitions: [
        {
          transition: 'document',
          action: 'create',
          formatVersion: 0,
          base: {
            formatVersion: 1,
            id: documentId(dataContractId, ownerId, 'card', entropy),
            identityContractNonce: BigInt(number),
            documentType: 'card',
            dataContractId,
            tokenPaymentInfo: undefined,
          },
          entropy,
          data: new Map([['name', { type: 'text', value: `card ${number}` }]]),
          prefundedVotingBalance: undefined,
        },
      ],
    },
    FIRST_KEY,
    HIGH,
  );
  countConversions();
  await platform.broadcastStateTransition({ stateTransition });
}

it('a signed create converts few identifiers, the same number each time', async () => {
  const counts: number[] = [];
  for (const number of [1, 2, 3]) {
    await createSigned(cards, number);
    counts.push(countConversions());
  }
  expect(new Set(counts).size).toBe(1);
  expect(counts[0]).toBeGreaterThan(0);
  expect(counts[0]).toBeLessThanOrEqual(MAX_SIGNED_CREATE);
});

it('an unsigned create converts few identifiers', async () => {
  const { platform, alice, contractId } = cards;
  countConversions();
  await platform.createDocument({ by: alice, contractId, documentType: 'card', data: { name: 'ace' } });
  const count = countConversions();
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(MAX_UNSIGNED_CREATE);
});
