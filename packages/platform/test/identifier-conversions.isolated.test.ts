// Has a process of its own: it replaces modules or globals.
import { documentId } from '@dapikit/protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { identifierBytes, identifierText } from '../src/base/bytes/identifier.js';
import { indexOf } from './note-collection.js';
import { cardOf, contractWithoutId, DASH, T0 } from './platform-fixture.js';
import { keysFrom, signed, UNSIGNED } from './signer.js';

vi.mock(import('../src/base/bytes/identifier.js'), async (original) => {
  const actual = await original();
  return {
    identifierBytes: vi.fn<typeof actual.identifierBytes>(actual.identifierBytes),
    identifierText: vi.fn<typeof actual.identifierText>(actual.identifierText),
  };
});

const FIRST_KEY = 700;
const HIGH = 2;

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
  const whole = contractWithoutId(types);
  const { contractId } = await platform.registerContract({
    by: alice,
    contract: { ...whole, ownerId: alice },
  });
  cards = { platform, alice, contractId };
});

afterEach(async () => cards.platform.close());

/** Returns which identifiers were converted since the last call. */
function takeConversions(): { readonly read: readonly string[]; readonly written: readonly string[] } {
  const read = vi.mocked(identifierBytes).mock.calls.map(([text]) => text);
  const written = vi.mocked(identifierText).mock.results.map(({ value }) => String(value));
  vi.mocked(identifierBytes).mockClear();
  vi.mocked(identifierText).mockClear();
  return { read, written };
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
  takeConversions();
  await platform.broadcastStateTransition({ stateTransition });
}

it('a signed create converts no identifier', async () => {
  for (const number of [1, 2]) {
    await createSigned(cards, number);
    expect(takeConversions()).toEqual({ read: [], written: [] });
  }
});

it('an unsigned create converts what it is given, and what it returns', async () => {
  const { platform, alice, contractId } = cards;
  takeConversions();
  const { document } = await platform.createDocument({
    by: alice,
    contractId,
    documentType: 'card',
    data: { name: 'ace' },
  });
  const { read, written } = takeConversions();
  expect(read).toEqual([alice, contractId]);
  // The creator is the owner.
  const { $id, $ownerId, $dataContractId } = document;
  expect(new Set(written)).toEqual(new Set([$id, $ownerId, $dataContractId]));
  expect(written).toHaveLength(4);
});
