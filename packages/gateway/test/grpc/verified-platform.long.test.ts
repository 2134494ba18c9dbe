import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:http2';
import { create, isMessage, type DescMethodUnary, type Message } from '@bufbuild/protobuf';
import { Code, ConnectError, type Client } from '@connectrpc/connect';
import { connectNodeAdapter, createGrpcTransport } from '@connectrpc/connect-node';
import { createDevChain, NodeUnavailableError, type DevChain, type Layer1 } from '@dapikit/chain';
import { createCoreEmulator, type CoreEmulator } from '@dapikit/chain/core-emulator';
import { CoreNode } from '@dapikit/chain/core-node';
import { createPlatform, type Platform as LocalPlatform } from '@dapikit/platform';
import { tokenId } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  GetDataContractResponseSchema,
  GetDocumentsRequest_GetDocumentsRequestV1_Select_Function,
  GetDocumentsResponseSchema,
  Platform,
  ProofSchema,
  type Proof,
  type ResponseMetadata,
} from '../../src/grpc/generated/dapi_pb.js';
import type { ProofVerification } from '../../src/grpc/method/platform-upstream.js';
import { proofThreads } from '../../src/grpc/upstream/proof-threads.js';
import { ProofVerifier, type Verification } from '../../src/grpc/upstream/proof-verifier.js';
import { ProvenContracts } from '../../src/grpc/upstream/proven-contracts.js';
import { QuorumKeys } from '../../src/grpc/upstream/quorum-keys.js';
import { gatewayObserver } from '../../src/base/observe/gateway-observer.js';
import { Metrics } from '../../src/base/observe/metrics.js';
import { memberAt } from '../../src/base/platform-status/loose-json.js';
import { gatewayForTest, startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { OWNED_TOKEN } from '../../../platform/test/sample-token.js';
import { failingLayer1 } from '../failing-layer1.js';
import { grpcClients } from './grpc-clients.js';
import { provenRequest } from './proven-request.js';
import { QUORUM_KEY, testSigner } from './trusted-client.js';

/** Layer 1 while no node responds. */
const AWAY = failingLayer1(new NodeUnavailableError('no node responds'));
const CREDENTIALS = { user: 'ann', password: 'secret' };
const KEY_HASH = '11'.repeat(20);
/** The id of nobody and nothing. */
const NOBODY = base58.encode(new Uint8Array(32).fill(3));
const CONTRACTS = Uint8Array.of(64);
const MINUTES = 60_000;
const CONTRACT_CONFIG = {
  $formatVersion: '1',
  keepsHistory: true,
  readonly: false,
  canBeDeleted: false,
  documentsKeepHistoryContractDefault: false,
  documentsMutableContractDefault: true,
  documentsCanBeDeletedContractDefault: true,
};
const MEMO = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 63, position: 0 } },
  additionalProperties: false,
};

const COUNTED_MEMO = { ...MEMO, documentsCountable: true };
const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';

let chain: DevChain;
let emulator: CoreEmulator;
let node: CoreNode;
let platform: LocalPlatform;
let drive: GatewayUnderTest;
let driveUrl: string;
let owner: string;
let contractId: string;
let historicalId: string;
/** Changes the responses of Drive before they are forwarded. */
let tamper: (response: Message) => Message;

/** Passes all queries on to the gateway of the local platform, and the changed responses back. */
async function startDrive(port: number, change: (response: Message) => Message): Promise<string> {
  const transport = createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` });
  const methods: readonly DescMethodUnary[] = Object.values(Platform.method);
  const server = createServer(
    connectNodeAdapter({
      routes: (router) => {
        for (const method of methods)
          router.rpc(method, async (request: Message) => {
            const { message } = await transport.unary(method, undefined, undefined, undefined, request);
            return change(message);
          });
      },
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

beforeAll(async () => {
  chain = await createDevChain({ instantSend: true, chainLocks: true });
  if (chain.quorums.platformSigner() === undefined) chain.quorums.form();
  emulator = await createCoreEmulator(chain, { credentials: CREDENTIALS, port: 0 });
  node = new CoreNode({ url: emulator.url, credentials: CREDENTIALS });
  platform = await createPlatform({
    signer: () => chain.quorums.platformSigner(),
    coreHeight: () => chain.tip().height,
  });
  drive = await startGatewayUnderTest(
    {},
    { layer1: chain, platform: { platform: () => Promise.resolve(platform) } },
  );
  driveUrl = await startDrive(drive.port, (response) => tamper(response));
  ({ id: owner } = await platform.createIdentity({ credits: 10n ** 13n }));
  const keys = [
    { purpose: 'AUTHENTICATION', securityLevel: 'MASTER', type: 'ECDSA_HASH160', data: KEY_HASH },
  ] as const;
  await platform.createIdentity({ keys });
  const contract = (config: object) => ({
    $formatVersion: '1',
    ownerId: owner,
    version: 1,
    documentSchemas: { memo: COUNTED_MEMO },
    ...config,
  });
  ({ contractId } = await platform.registerContract({
    by: owner,
    contract: contract({ tokens: { 0: OWNED_TOKEN }, config: { ...CONTRACT_CONFIG, keepsHistory: false } }),
  }));
  ({ contractId: historicalId } = await platform.registerContract({
    by: owner,
    contract: contract({ config: CONTRACT_CONFIG }),
  }));
  await platform.createDocument({ by: owner, contractId, documentType: 'memo', data: { text: 'a' } });
  await platform.fundAddress({ address: `00${'12'.repeat(20)}`, credits: 5n });
});
beforeEach(() => {
  tamper = (response) => response;
});
afterAll(async () => {
  await drive.stop();
  await platform.close();
  await node.close();
  await emulator.close();
});

interface Forwarding {
  readonly platform: Client<typeof Platform>;
  readonly gateway: GatewayUnderTest;
  readonly metrics: Metrics;
}

async function forwarding(
  verifyProofs: ProofVerification,
  {
    layer1 = node,
    url = driveUrl,
    others = [],
    tenderdashUrl,
    now = Date.now,
  }: {
    readonly layer1?: Layer1;
    readonly url?: string;
    /** Further Drives of the platform. */
    readonly others?: readonly string[];
    readonly tenderdashUrl?: string;
    readonly now?: () => number;
  } = {},
): Promise<Forwarding> {
  const metrics = new Metrics('0.1.0');
  const gateway = await gatewayForTest(
    {},
    {
      layer1,
      now,
      upstream: () => ({ driveUrls: [url, ...others], tenderdashUrl, verifyProofs }),
      observer: gatewayObserver(metrics),
    },
  );
  return { platform: grpcClients(gateway.port).platform, gateway, metrics };
}

/** Calls a query and returns what the gateway says of its proof. */
async function markOf(
  call: (options: { readonly onHeader: (header: Headers) => void }) => Promise<unknown>,
): Promise<string | null> {
  let mark: string | null = 'no header';
  await call({ onHeader: (header) => (mark = header.get('dapikit-proof')) });
  return mark;
}

const statusOf = async (call: Promise<unknown>): Promise<ConnectError> => {
  try {
    await call;
  } catch (error) {
    return ConnectError.from(error);
  }
  throw new Error('expected a status, found a response');
};

/** Calls the platform itself. */
const drivePlatform = () => grpcClients(drive.port).platform;

const bytes = (id: string): Uint8Array => base58.decode(id);
const TRUNK = { version: { case: 'v0' as const, value: {} } };
const identityRequest = () => provenRequest({ id: bytes(owner) });

function proofOf(response: Message): Proof {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a response with a proof
  return memberAt(response, 'version', 'value', 'result', 'value') as Proof;
}

function metadataOf(response: Message): ResponseMetadata {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every response has metadata
  return memberAt(response, 'version', 'value', 'metadata') as ResponseMetadata;
}

/** Returns a change of the proof, or of the metadata, of a response. */
const changing =
  (change: (proof: Proof, metadata: ResponseMetadata) => void) =>
  (response: Message): Message => {
    change(proofOf(response), metadataOf(response));
    return response;
  };

const flip = (content: Uint8Array, at = Math.floor(content.length / 2)): void => {
  content[at] = (content[at] ?? 0) ^ 1;
};

describe('verify-proofs mark', () => {
  it('says of honest responses that they are verified', async () => {
    const { platform: client } = await forwarding('reject');
    const id = bytes(owner);
    const contract = bytes(contractId);
    const token = tokenId(contract, 0);
    const marks = {
      identity: await markOf(async (options) => client.getIdentity(provenRequest({ id }), options)),
      absent: await markOf(async (options) =>
        client.getIdentity(provenRequest({ id: new Uint8Array(32).fill(3) }), options),
      ),
      balance: await markOf(async (options) => client.getIdentityBalance(provenRequest({ id }), options)),
      nonce: await markOf(async (options) =>
        client.getIdentityNonce(provenRequest({ identityId: id }), options),
      ),
      contract: await markOf(async (options) =>
        client.getDataContract(provenRequest({ id: contract }), options),
      ),
      historical: await markOf(async (options) =>
        client.getDataContract(provenRequest({ id: bytes(historicalId) }), options),
      ),
      byKeyHash: await markOf(async (options) =>
        client.getIdentityByPublicKeyHash(
          provenRequest({ publicKeyHash: new Uint8Array(20).fill(1) }),
          options,
        ),
      ),
      byNonUniqueKeyHash: await markOf(async (options) =>
        client.getIdentityByNonUniquePublicKeyHash(
          provenRequest({ publicKeyHash: Buffer.from(KEY_HASH, 'hex') }),
          options,
        ),
      ),
      supply: await markOf(async (options) =>
        client.getTokenTotalSupply(provenRequest({ tokenId: token }), options),
      ),
      balances: await markOf(async (options) =>
        client.getIdentityTokenBalances(provenRequest({ identityId: id, tokenIds: [token] }), options),
      ),
      epochs: await markOf(async (options) =>
        client.getEpochsInfo(provenRequest({ startEpoch: 0, count: 1, ascending: true }), options),
      ),
      trunk: await markOf(async (options) => client.getAddressesTrunkState(TRUNK, options)),
      changes: await markOf(async (options) =>
        client.getRecentAddressBalanceChanges(provenRequest({ startHeight: 0n }), options),
      ),
      compacted: await markOf(async (options) =>
        client.getRecentCompactedAddressBalanceChanges(provenRequest({ startBlockHeight: 0n }), options),
      ),
      elements: await markOf(async (options) =>
        client.getPathElements(provenRequest({ path: [], keys: [Uint8Array.of(96)] }), options),
      ),
    };
    expect(Object.entries(marks).filter(([, mark]) => mark !== 'verified')).toEqual([]);
  });

  it('rejects a trunk of addresses without its proof, and one of another state', async () => {
    const { platform: client } = await forwarding('reject');
    const messages: string[] = [];
    for (const change of [
      (trunk: { proof?: Proof }) => delete trunk.proof,
      ({ proof }: { proof?: Proof }) => flip(proof!.grovedbProof, proof!.grovedbProof.length - 5),
    ]) {
      tamper = (response) => {
        change(Object(memberAt(response, 'version', 'value')));
        return response;
      };
      const error = await statusOf(client.getAddressesTrunkState(TRUNK));
      expect(error.code).toBe(Code.DataLoss);
      messages.push(error.rawMessage);
    }
    expect(messages[0]).toContain('the response lacks the proof');
  });

  it('takes the trunk of a checkpoint, which is older than the newest state', async () => {
    const { platform: client } = await forwarding('reject');
    let first: Message | undefined;
    tamper = (response) => (first = response);
    await client.getAddressesTrunkState(TRUNK);
    const checkpoint = first;
    tamper = (response) => response;
    for (let count = 0; count < 3; count += 1) await platform.mineBlock();
    await client.getIdentity(identityRequest());
    tamper = () => checkpoint!;
    expect(await markOf(async (options) => client.getAddressesTrunkState(TRUNK, options))).toBe('verified');
  });

  it('says that the state is signed where the request does not say what is proven', async () => {
    const { platform: client } = await forwarding('reject');
    const mark = await markOf(async (options) =>
      client.getContestedResources(
        provenRequest({
          contractId: bytes(DPNS),
          documentTypeName: 'domain',
          indexName: 'parentNameAndLabel',
          startIndexValues: [Uint8Array.of(0x12, 4, ...Buffer.from('dash'))],
          orderAscending: true,
        }),
        options,
      ),
    );
    expect(mark).toBe('signed');
  });

  it.each<[string, () => readonly string[]]>([
    ['one contract', () => [contractId]],
    ['one that keeps its history', () => [historicalId]],
    ['none', () => [NOBODY]],
    ['all of them', () => [contractId, NOBODY, historicalId]],
  ])('says of honest contracts that they are verified: %s', async (_, idsOf) => {
    const { platform: client } = await forwarding('reject');
    const ids = idsOf().map(bytes);
    const marks = [
      await markOf(async (options) => client.getDataContracts(provenRequest({ ids }), options)),
      ...(await Promise.all(
        ids.map(async (id) =>
          markOf(async (options) => client.getDataContract(provenRequest({ id }), options)),
        ),
      )),
    ];
    expect(marks).toEqual(marks.map(() => 'verified'));
  });

  it('says that the state is signed where the request names no epoch, and nothing signs the current one', async () => {
    const { platform: client } = await forwarding('reject');
    const EPOCH = { epoch: 0 };
    const marks = async (epoch: { readonly epoch?: number }) => {
      const first = epoch.epoch === undefined ? {} : { startEpoch: epoch.epoch };
      return [
        await markOf(async (options) =>
          client.getEpochsInfo(provenRequest({ ...first, count: 1, ascending: false }), options),
        ),
        await markOf(async (options) =>
          client.getEvonodesProposedEpochBlocksByIds(
            provenRequest({ ...epoch, ids: [bytes(owner)] }),
            options,
          ),
        ),
        await markOf(async (options) =>
          client.getEvonodesProposedEpochBlocksByRange(provenRequest({ ...epoch, limit: 10 }), options),
        ),
      ];
    };
    expect(await marks({})).toEqual(['signed', 'signed', 'signed']);
    expect(await marks(EPOCH)).toEqual(['verified', 'verified', 'verified']);
    const ascending = await markOf(async (options) =>
      client.getEpochsInfo(provenRequest({ count: 1, ascending: true }), options),
    );
    expect(ascending).toBe('verified');
  });

  it('says that a response without the proof or the metadata in it is invalid', async () => {
    const { platform: client } = await forwarding('mark');
    tamper = (response) => {
      Reflect.deleteProperty(proofOf(response), 'grovedbIdentityPublicKeyHashProof');
      return response;
    };
    const request = provenRequest({ publicKeyHash: Buffer.from(KEY_HASH, 'hex') });
    expect(
      await markOf(async (options) => client.getIdentityByNonUniquePublicKeyHash(request, options)),
    ).toBe('invalid');
    tamper = (response) => {
      Reflect.deleteProperty(Object(memberAt(response, 'version', 'value')), 'metadata');
      return response;
    };
    expect(await markOf(async (options) => client.getIdentity(identityRequest(), options))).toBe('invalid');
  });

  it('says that a response without a requested proof is unproven', async () => {
    const { platform: client } = await forwarding('reject');
    const request = { version: { case: 'v0', value: { id: bytes(owner) } } } as const;
    expect(await markOf(async (options) => client.getIdentity(request, options))).toBe('unproven');
  });

  it('passes an invalid response on, marked, counted and logged', async () => {
    const { platform: client, gateway, metrics } = await forwarding('mark');
    tamper = changing((proof) => flip(proof.signature));
    expect(await markOf(async (options) => client.getIdentity(identityRequest(), options))).toBe('invalid');
    expect(gateway.logLines).toContainEqual(
      expect.objectContaining({
        msg: 'proof of the platform not valid',
        method: 'getIdentity',
        reason: 'the signature of the quorum does not cover the response',
      }),
    );
    expect(await metrics.text()).toContain('dapikit_platform_proofs_total{outcome="invalid"} 1');
  });

  it('marks responses as unchecked while layer 1 does not answer', async () => {
    const { platform: client } = await forwarding('mark', { layer1: AWAY });
    expect(await markOf(async (options) => client.getIdentity(identityRequest(), options))).toBe('unchecked');
  });
});

describe('verify-proofs off', () => {
  it('verifies nothing and marks nothing', async () => {
    const { platform: client } = await forwarding('off');
    tamper = changing((proof) => flip(proof.signature));
    expect(await markOf(async (options) => client.getIdentity(identityRequest(), options))).toBeNull();
  });
});

describe('verify-proofs reject', () => {
  it.each<[string, string, (proof: Proof, metadata: ResponseMetadata) => void]>([
    ['another byte in the proof', '', (proof) => flip(proof.grovedbProof)],
    ['a proof that is cut off', '', (proof) => (proof.grovedbProof = proof.grovedbProof.slice(0, -1))],
    ['no proof in it', '', (proof) => (proof.grovedbProof = new Uint8Array())],
    ['another byte in the signature', 'signature', (proof) => flip(proof.signature)],
    ['another quorum', 'none of the platform in the masternode list', (proof) => flip(proof.quorumHash)],
    ['another type of quorum', 'none of the platform', (proof) => (proof.quorumType = 100)],
    ['another round', 'signature', (proof) => (proof.round += 1)],
    ['another height', 'signature', (_, metadata) => (metadata.height += 1n)],
    ['another time', 'signature', (_, metadata) => (metadata.timeMs += 1n)],
    ['another chain', 'signature', (_, metadata) => (metadata.chainId = 'other')],
  ])('rejects a response with %s', async (_, why, change) => {
    const { platform: client } = await forwarding('reject');
    tamper = changing(change);
    const { code, rawMessage } = await statusOf(client.getIdentity(identityRequest()));
    expect(code).toBe(Code.DataLoss);
    expect(rawMessage).toContain('the proof of the platform is not valid: ');
    expect(rawMessage).toContain(why);
    tamper = (response) => response;
    expect(await markOf(async (options) => client.getIdentity(identityRequest(), options))).toBe('verified');
  });

  it('rejects a state that the key of another quorum signed', async () => {
    const other = await createPlatform({
      signer: () => {
        const signer = chain.quorums.platformSigner();
        return signer && { ...signer, sign: testSigner().sign };
      },
    });
    const { id } = await other.createIdentity();
    const forged = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(other) } });
    onTestFinished(async () => {
      await forged.stop();
      await other.close();
    });
    const { platform: client } = await forwarding('reject', { url: `http://127.0.0.1:${forged.port}` });
    const { code, rawMessage } = await statusOf(client.getIdentity(provenRequest({ id: bytes(id) })));
    expect([code, rawMessage]).toEqual([Code.DataLoss, expect.stringContaining('signature')]);
  });

  it('rejects the proof of another request, also where the state is signed', async () => {
    const { platform: client } = await forwarding('reject');
    const other = await grpcClients(drive.port).platform.getIdentity(
      provenRequest({ id: new Uint8Array(32).fill(3) }),
    );
    tamper = () => other;
    const { code } = await statusOf(client.getIdentity(identityRequest()));
    expect(code).toBe(Code.DataLoss);
  });

  it('rejects a proof of the place of a contract that keeps its history, without the contract', async () => {
    const { platform: client } = await forwarding('reject');
    const id = bytes(historicalId);
    const place = await grpcClients(drive.port).platform.getPathElements(
      provenRequest({ path: [CONTRACTS, id], keys: [Uint8Array.of(0)] }),
    );
    tamper = changing((proof, metadata) => {
      Object.assign(proof, proofOf(place));
      Object.assign(metadata, metadataOf(place));
    });
    for (const call of [
      async () => client.getDataContract(provenRequest({ id })),
      async () => client.getDataContracts(provenRequest({ ids: [id] })),
    ]) {
      const { code, rawMessage } = await statusOf(call());
      expect([code, rawMessage]).toEqual([Code.DataLoss, expect.stringContaining('incomplete')]);
    }
  });

  it('lets cached responses of an earlier state not stand beside a later one', async () => {
    const tenderdashUrl = await startTenderdash();
    const now = Date.now();
    const { platform: client } = await forwarding('reject', { tenderdashUrl, now: () => now });
    let calls = 0;
    tamper = (response) => {
      calls += 1;
      return response;
    };
    const mark = async (id: string) =>
      markOf(async (options) => client.getIdentity(provenRequest({ id: bytes(id) }), options));
    const callsOfOne = async (): Promise<number> => {
      const before = calls;
      expect(await mark(owner)).toBe('verified');
      return calls - before;
    };
    await expect.poll(callsOfOne).toBe(0);
    for (let blocks = 0; blocks < 2; blocks += 1) await platform.createIdentity();
    expect(await mark(NOBODY)).toBe('verified');
    expect(await mark(owner)).toBe('verified');
  });

  it('rejects a response without the proof that was requested', async () => {
    const { platform: client } = await forwarding('reject');
    tamper = (response) => {
      const value = memberAt(response, 'version', 'value');
      if (typeof value === 'object' && value !== null)
        Reflect.set(value, 'result', { case: 'identity', value: new Uint8Array(3) });
      return response;
    };
    const { code, rawMessage } = await statusOf(client.getIdentity(identityRequest()));
    expect([code, rawMessage]).toEqual([
      Code.Internal,
      'the platform gave no proof, which the request wants',
    ]);
  });

  it('rejects an empty message in the place of the proof', async () => {
    const { platform: client } = await forwarding('reject');
    tamper = (response) => {
      const value = memberAt(response, 'version', 'value');
      if (typeof value === 'object' && value !== null)
        Reflect.set(value, 'result', { case: 'proof', value: create(ProofSchema) });
      return response;
    };
    expect((await statusOf(client.getIdentity(identityRequest()))).code).toBe(Code.DataLoss);
  });

  it('rejects a signed state that is older than one that was seen before', async () => {
    const { platform: client } = await forwarding('reject');
    const old = await grpcClients(drive.port).platform.getIdentity(identityRequest());
    for (let blocks = 0; blocks < 2; blocks += 1) await platform.createIdentity();
    expect(await markOf(async (options) => client.getIdentity(identityRequest(), options))).toBe('verified');
    tamper = () => old;
    const { code, rawMessage } = await statusOf(client.getIdentity(identityRequest()));
    expect(code).toBe(Code.DataLoss);
    expect(rawMessage).toContain('which was seen before');
  });

  it('rejects with UNAVAILABLE while layer 1 does not answer', async () => {
    const { platform: client } = await forwarding('reject', { layer1: AWAY });
    const { code, rawMessage } = await statusOf(client.getIdentity(identityRequest()));
    expect(code).toBe(Code.Unavailable);
    expect(rawMessage).toContain('cannot be verified now');
  });

  it('rejects a state of mainnet whose time is not that of the clock', async () => {
    const { url, id, layer1 } = await signedOnMainnet();
    const mark = async (now: number) => {
      const { platform: client } = await forwarding('mark', { layer1, url, now: () => now });
      return markOf(async (options) => client.getIdentity(provenRequest({ id }), options));
    };
    expect(await mark(Date.now())).toBe('verified');
    expect(await mark(Date.now() + 40 * MINUTES)).toBe('invalid');
    expect(await mark(Date.now() - 40 * MINUTES)).toBe('invalid');
  });
});

const memos = (limit = 10) =>
  provenRequest({ dataContractId: bytes(contractId), documentType: 'memo', limit });
const countOf = (documentType: string) => ({
  version: {
    case: 'v1' as const,
    value: {
      dataContractId: bytes(contractId),
      documentType,
      selects: [{ function: GetDocumentsRequest_GetDocumentsRequestV1_Select_Function.COUNT }],
      prove: true,
    },
  },
});
/** Counts the contracts that Drive is requested for. */
const countContracts = (): (() => number) => {
  let contracts = 0;
  tamper = (response) => {
    if (isMessage(response, GetDataContractResponseSchema)) contracts += 1;
    return response;
  };
  return () => contracts;
};

describe('verified documents', () => {
  beforeAll(async () => {
    await platform.createDocument({ by: owner, contractId, documentType: 'memo', data: { text: 'b' } });
  });

  it('are those that the query selects, with one request for their contract', async () => {
    const { platform: client } = await forwarding('reject');
    const contracts = countContracts();
    const { version } = await drivePlatform().getDocuments({
      version: { case: 'v0', value: { ...memos().version.value, prove: false } },
    });
    const [first] = Object(version.value).result.value.documents;
    const start = { case: 'startAfter', value: first.subarray(1, 33) } as const;
    const marks = [
      await markOf(async (options) => client.getDocuments(memos(), options)),
      await markOf(async (options) => client.getDocuments(memos(1), options)),
      await markOf(async (options) =>
        client.getDocuments(provenRequest({ ...memos().version.value, start }), options),
      ),
      await markOf(async (options) => client.getDocuments(countOf('memo'), options)),
    ];
    expect(marks).toEqual(['verified', 'verified', 'verified', 'verified']);
    expect(contracts()).toBe(1);
  });

  it('are rejected where the proof is one of fewer documents', async () => {
    const { platform: client } = await forwarding('reject');
    const drivePage = await drivePlatform().getDocuments(memos(1));
    tamper = (response) => (isMessage(response, GetDocumentsResponseSchema) ? drivePage : response);
    expect((await statusOf(client.getDocuments(memos(2)))).code).toBe(Code.DataLoss);
  });

  it('are verified with an update of their contract', async () => {
    const { platform: client } = await forwarding('reject');
    const contracts = countContracts();
    const old = await drivePlatform().getDataContract(provenRequest({ id: bytes(contractId) }));
    const mark = async (request: Parameters<typeof client.getDocuments>[0]) =>
      markOf(async (options) => client.getDocuments(request, options));
    expect(await mark(memos())).toBe('verified');
    await platform.updateContract({
      by: owner,
      contract: {
        $formatVersion: '1',
        id: contractId,
        ownerId: owner,
        version: 2,
        config: { ...CONTRACT_CONFIG, keepsHistory: false },
        tokens: { 0: OWNED_TOKEN },
        documentSchemas: { memo: COUNTED_MEMO, later: COUNTED_MEMO },
      },
    });
    expect(await mark(countOf('later'))).toBe('verified');
    expect(await mark(memos())).toBe('verified');
    expect(contracts()).toBe(2);
    const { platform: stale } = await forwarding('reject');
    tamper = (response) => (isMessage(response, GetDataContractResponseSchema) ? old : response);
    // The contract of an older state says nothing about the documents: the response is not called invalid.
    const { code, rawMessage } = await statusOf(stale.getDocuments(countOf('later')));
    expect(code).toBe(Code.Unavailable);
    expect(rawMessage).toContain('cannot be verified now');
  });

  it('are not let pass while their contract is not proven', async () => {
    const { platform: client } = await forwarding('reject');
    tamper = (response) => {
      if (isMessage(response, GetDataContractResponseSchema)) flip(proofOf(response).grovedbProof);
      return response;
    };
    expect((await statusOf(client.getDocuments(memos()))).code).toBe(Code.Unavailable);
    tamper = (response) => response;
    expect(await markOf(async (options) => client.getDocuments(memos(), options))).toBe('verified');
  });
});

const flipped = (response: Message): Message => {
  flip(proofOf(response).grovedbProof);
  return response;
};

describe('several Drives of a platform', () => {
  it('pass with the proof of the next one, where one has an outage and another one a wrong proof', async () => {
    const honest = await startDrive(drive.port, (response) => response);
    const others = ['http://127.0.0.1:1', honest];
    const { platform: client, metrics } = await forwarding('reject', { others });
    tamper = flipped;
    for (let call = 0; call < 8; call += 1) {
      const request = call % 2 === 0 ? client.getDocuments(memos()) : client.getIdentity(identityRequest());
      await expect(request).resolves.toBeDefined();
    }
    expect(await metrics.text()).toMatch(/dapikit_platform_proofs_total\{outcome="invalid"\} [1-9]/);
  });

  it('verify documents of a changed contract where one of them replays the old contract', async () => {
    const old = await drivePlatform().getDataContract(provenRequest({ id: bytes(historicalId) }));
    const honest = await startDrive(drive.port, (response) => response);
    await platform.updateContract({
      by: owner,
      contract: {
        $formatVersion: '1',
        id: historicalId,
        ownerId: owner,
        version: 2,
        config: CONTRACT_CONFIG,
        documentSchemas: { memo: COUNTED_MEMO, later: COUNTED_MEMO },
      },
    });
    tamper = (response) => (isMessage(response, GetDataContractResponseSchema) ? old : response);
    const request = provenRequest({ dataContractId: bytes(historicalId), documentType: 'later', limit: 1 });
    for (let times = 0; times < 4; times += 1) {
      const { platform: client } = await forwarding('reject', { others: [honest] });
      expect(await markOf(async (options) => client.getDocuments(request, options))).toBe('verified');
    }
  });

  it('verify each response with the contract of requested documents once', async () => {
    const honest = await startDrive(drive.port, (response) => response);
    const { platform: client } = await forwarding('reject', { others: [honest] });
    const verified = vi.spyOn(proofThreads, 'verifyContract');
    onTestFinished(() => verified.mockRestore());
    await client.getDocuments(memos());
    // A slow one is requested from both.
    const proofs = verified.mock.calls.map(([{ response }]) => response.proof.grovedbProof);
    expect(proofs.length).toBeGreaterThan(0);
    expect(new Set(proofs).size).toBe(proofs.length);
  });

  it('give DATA_LOSS where all have wrong proofs, and the status of the last where none responds', async () => {
    tamper = flipped;
    const liar = await startDrive(drive.port, flipped);
    const { platform: client } = await forwarding('reject', { others: [liar] });
    expect((await statusOf(client.getIdentity(identityRequest()))).code).toBe(Code.DataLoss);
    const away = { url: 'http://127.0.0.1:1', others: ['http://127.0.0.1:2'] };
    const { platform: none } = await forwarding('reject', away);
    expect((await statusOf(none.getIdentity(identityRequest()))).code).toBe(Code.Unavailable);
  });
});

/** Of responses without documents. */
const contracts = new ProvenContracts(async () => Promise.reject(new Error('no contract is requested')));

describe('a response that is verified again', () => {
  it('is rejected once it is too old, or older than a state that was seen', async () => {
    const { response, layer1 } = await signedOnMainnet();
    let now = Date.now();
    const heights: bigint[] = [];
    const sawHeight = (height: bigint): void => void heights.push(height);
    const verifier = new ProofVerifier({
      layer1,
      now: () => now,
      sawHeight,
      keys: new QuorumKeys(layer1),
      contracts,
    });
    const { height } = metadataOf(response);
    expect(await verifier.verify(response, undefined, 0n)).toMatchObject({ outcome: 'signed' });
    expect(await verifier.verify(response, undefined, height + 2n)).toEqual({
      outcome: 'invalid',
      reason: expect.stringContaining('which was seen before'),
    });
    now += 40 * MINUTES;
    expect(await verifier.verify(response, undefined, 0n)).toEqual({
      outcome: 'invalid',
      reason: expect.stringContaining('more than 31 minutes off the clock'),
    });
    now -= 40 * MINUTES;
    expect(await verifier.verify(response, undefined, 0n)).toMatchObject({ outcome: 'signed' });
    expect(heights).toEqual([height]);
    const { state } = await verifier.verify(response, undefined, 0n);
    expect(state).toEqual({ height, rootHash: expect.any(Uint8Array) });
  });

  it('is signed as soon as the masternode list has its quorum', async () => {
    const { response, layer1 } = await signedOnMainnet();
    let blocks = 0;
    const hash = () => blocks.toString(16).padStart(64, '0');
    const behind = withMethods(layer1, {
      tip: async () => Promise.resolve({ height: 100 + blocks, hash: hash() }),
      blockHash: async () => Promise.resolve(hash()),
      masternodeListDiff: async (base: string, block: string) =>
        blocks === 0 ? { newQuorums: [] } : layer1.masternodeListDiff(base, block),
    });
    const verifier = new ProofVerifier({
      layer1: behind,
      now: Date.now,
      sawHeight: () => undefined,
      keys: new QuorumKeys(behind),
      contracts,
    });
    const verify = async (): Promise<Verification> => verifier.verify(response, undefined, 0n);
    expect(await verify()).toMatchObject({ outcome: 'invalid', reason: expect.stringContaining('quorum') });
    blocks += 1;
    expect(await verify()).toMatchObject({ outcome: 'signed' });
  });
});

/** Starts Tenderdash, whose height stands still. Returns the URL. */
async function startTenderdash(): Promise<string> {
  const server = createHttpServer(async (request, response) => {
    const { id }: { readonly id: number } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const result = { sync_info: { latest_block_height: '1' } };
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** Starts a platform that a quorum of mainnet signs, with one identity, and returns a response with it. */
async function signedOnMainnet() {
  const MAINNET = 4;
  const signer = () => ({ ...testSigner(), quorumType: MAINNET });
  const signed = await createPlatform({ signer });
  const identity = await signed.createIdentity();
  const server = await startGatewayUnderTest({}, { platform: { platform: () => Promise.resolve(signed) } });
  onTestFinished(async () => {
    await server.stop();
    await signed.close();
  });
  const quorumHash = Buffer.from(signer().quorumHash).toString('hex');
  const layer1 = withQuorum(node, { llmqType: MAINNET, quorumHash, quorumPublicKey: QUORUM_KEY });
  const id = bytes(identity.id);
  const response = await grpcClients(server.port).platform.getIdentity(provenRequest({ id }));
  return { url: `http://127.0.0.1:${server.port}`, id, layer1, response };
}

interface Quorum {
  readonly llmqType: number;
  readonly quorumHash: string;
  readonly quorumPublicKey: string;
}

/** Returns layer 1 of mainnet whose masternode list has one quorum. */
const withQuorum = (layer1: Layer1, quorum: Quorum): Layer1 =>
  withMethods(layer1, {
    status: async () => ({ ...(await layer1.status()), network: 'main' }),
    masternodeListDiff: async () => Promise.resolve({ newQuorums: [quorum] }),
  });

/** Returns layer 1 with other methods in the place of some. */
const withMethods = (layer1: Layer1, methods: Partial<Record<keyof Layer1, unknown>>): Layer1 =>
  new Proxy(layer1, {
    get: (target, name) => {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
