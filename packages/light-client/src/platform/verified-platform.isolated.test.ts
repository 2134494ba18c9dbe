import { once } from 'node:events';
import { create } from '@bufbuild/protobuf';
import { verifyDataContract, verifyDocuments, verifyResponse } from '@dapikit/proof';
import { dataContract } from '@dapikit/protocol';
import { beforeEach, expect, it, vi } from 'vitest';
import { VirtualClock } from '../../test/virtual-clock.js';
import type { LightClient } from '../client/light-client.js';
import { GetDataContractResponseSchema, GetDocumentsResponseSchema } from '../grpc/generated/dapi_pb.js';
import { PeerPool } from '../peers/peer-pool.js';
import type { PlatformParts } from './proven-read.js';
import { VerifiedPlatform } from './verified-platform.js';

vi.mock('@dapikit/proof', async (original) => ({
  ...(await original<object>()),
  verifyDataContract: vi.fn<typeof verifyDataContract>(),
  verifyDocuments: vi.fn<typeof verifyDocuments>(),
  verifyResponse: vi.fn<typeof verifyResponse>(),
  farFromClock: () => undefined,
}));

const CONTRACT = new Uint8Array(32).fill(7);
const PEERS = ['https://192.0.2.1:443', 'https://192.0.2.2:443'];
const MINUTE_MS = 60_000;
const ROOT = new Uint8Array(32);
/** Returns the version of a response of a state. */
const stateOf = (height: bigint) =>
  ({
    case: 'v0',
    value: {
      result: { case: 'proof', value: { quorumType: 6, quorumHash: new Uint8Array(32) } },
      metadata: { height, timeMs: 1n, coreChainLockedHeight: 1 },
    },
  }) as const;

/** Height of the state that peers respond with; the contract changes with each. */
let height = 1n;
beforeEach(() => {
  height = 1n;
  vi.mocked(verifyResponse).mockReturnValue(untyped({ rootHash: ROOT }));
  vi.mocked(verifyDataContract).mockImplementation(({ metadata }) =>
    untyped({ value: contractOf(metadata.height), rootHash: ROOT }),
  );
  vi.mocked(verifyDocuments).mockImplementation(({ metadata }, { documentType }) => {
    if (!JSON.stringify(documentType).includes(textOf(metadata.height))) throw new Error('another contract');
    return untyped({ value: [], rootHash: ROOT });
  });
});

const textOf = (height: bigint): string => `text${height}`;

/** Returns the contract of a state: its notes have another property than those of others. */
const contractOf = (height: bigint) =>
  dataContract.fromJson({
    $formatVersion: '1',
    id: '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG',
    ownerId: '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF',
    version: 1,
    config: {
      $formatVersion: '1',
      canBeDeleted: false,
      readonly: false,
      keepsHistory: false,
      documentsKeepHistoryContractDefault: false,
      documentsMutableContractDefault: true,
      documentsCanBeDeletedContractDefault: true,
      requiresIdentityDecryptionBoundedKey: null,
      requiresIdentityEncryptionBoundedKey: null,
      sizedIntegerTypes: true,
    },
    documentSchemas: {
      note: {
        type: 'object',
        properties: { [textOf(height)]: { type: 'string', maxLength: 9, position: 0 } },
        additionalProperties: false,
      },
    },
    groups: {},
    tokens: {},
    keywords: [],
    description: null,
  });

/** Gives values of this test to mocks, which pass them on unread. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters -- the mocks read no more than is there
const untyped = <Value>(value: unknown): Value => value as Value;

interface Asked {
  readonly method: string;
  readonly peer: string;
}

/** Opens a platform whose peers respond after `asked` resolved, with the state of the height that it gives or the current one. */
function platformOf(asked: (call: Asked) => Promise<void> | bigint | void, now: () => number = () => 0) {
  // Nothing waits: the clock stands still.
  const pool = new PeerPool({
    clock: new VirtualClock(),
    random: () => 0,
    limits: { requestsPerSecond: Infinity },
  });
  pool.setPeers(PEERS);
  const quorum = { quorumPublicKey: '00'.repeat(48) };
  const list = { height: 1, quorums: { get: () => quorum } };
  let seenHeight = 0n;
  const client = untyped<LightClient>({
    get seenHeight() {
      return seenHeight;
    },
    network: { name: 'testnet', quorums: { platform: { type: 6 } } },
    chain: { lists: { between: () => [list], nearest: () => list } },
    noteState: (noted: bigint) => void (seenHeight = noted > seenHeight ? noted : seenHeight),
  });
  const link: PlatformParts['link'] = (peer) =>
    untyped({
      call: async ({ name }: { readonly name: string }) => {
        const version = stateOf((await asked({ method: name, peer })) ?? height);
        return name === 'getDataContract'
          ? create(GetDataContractResponseSchema, { version })
          : create(GetDocumentsResponseSchema, { version });
      },
    });
  return { pool, platform: new VerifiedPlatform({ client, pool, link, now }) };
}

const NOTES = { contractId: CONTRACT, type: 'note' };

it('reads documents where another reader of the same contract leaves', async () => {
  const response = new AbortController();
  const asked = vi.fn<() => Promise<void>>(async () => {
    if (!response.signal.aborted) await once(response.signal, 'abort');
  });
  const { platform } = platformOf(asked);
  const leaving = new AbortController();
  const left = platform.documents(NOTES, leaving.signal).catch((error: unknown) => error);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  const staying = platform.documents(NOTES);
  leaving.abort(new Error('left'));
  response.abort();
  expect(await staying).toMatchObject({ value: [], height: 1n });
  expect(await left).toEqual(new Error('left'));
});

it('reads a changed contract outside of the turn of a peer, whose time it does not take', async () => {
  let now = 0;
  const { pool, platform } = platformOf(
    ({ method }) => void (now += method === 'getDataContract' ? MINUTE_MS : 1),
    () => now,
  );
  await platform.documents(NOTES);
  height = 2n;
  expect(await platform.documents(NOTES)).toMatchObject({ value: [], height: 2n });
  expect(pool.report().map(({ state }) => state)).toEqual(['ready', 'ready']);
});

it('puts a peer in quarantine whose documents verify with no contract', async () => {
  const { pool, platform } = platformOf(() => undefined);
  await platform.documents(NOTES);
  height = 2n;
  const isLie = vi
    .fn<() => boolean>()
    .mockReturnValueOnce(true)
    .mockReturnValueOnce(true)
    .mockReturnValue(false);
  vi.mocked(verifyDocuments).mockImplementation(() => {
    if (isLie()) throw new Error('made up');
    return untyped({ value: [], rootHash: ROOT });
  });
  await platform.documents(NOTES);
  expect(pool.report().map(({ state }) => state)).toEqual(['quarantined', 'ready']);
});

it('blames no peer for documents of a changed contract where another one replays the old contract', async () => {
  const [liar = ''] = PEERS;
  const { pool, platform } = platformOf(({ method, peer }) =>
    method === 'getDataContract' && peer === liar ? 1n : undefined,
  );
  await platform.documents(NOTES);
  height = 2n;
  expect(await platform.documents(NOTES)).toMatchObject({ value: [], height: 2n });
  expect(pool.report().map(({ state }) => state)).toEqual(['ready', 'ready']);
});

it('reads no contract for documents of a state that no quorum signed', async () => {
  const asked = vi.fn<(call: Asked) => undefined>();
  const { platform } = platformOf(asked);
  await platform.documents(NOTES);
  height = 2n;
  vi.mocked(verifyResponse).mockImplementation(() => {
    throw new Error('the signature of the quorum does not cover the response');
  });
  await expect(platform.documents(NOTES)).rejects.toThrow('no peer gave a response that verifies');
  expect(asked.mock.calls.map(([{ method }]) => method)).toEqual([
    'getDataContract',
    'getDocuments',
    'getDocuments',
    'getDocuments',
  ]);
});
