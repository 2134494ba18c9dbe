import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { hex } from '@scure/base';
import { nobleSignatures } from '@dapikit/protocol';
import { stateSignDigest, type ProvenResponse, type StateMetadata } from '../src/index.js';

/** What the tests use of an element that the official SDK read. */
export interface OfficialElement {
  readonly key: Uint8Array;
  readonly elementType: string | undefined;
  readonly valueBytes: Uint8Array | undefined;
  readonly sum: bigint | undefined;
}

/** What the tests use of the keys that an identity has for a contract. */
export interface OfficialContractKeys {
  readonly identityId: { toString(): string };
  readonly keys: readonly { readonly keyId: number }[];
}

/** What the tests use of the official client. */
export interface OfficialClient {
  getPathElementsWithProofInfo(
    path: readonly Uint8Array[],
    keys: readonly Uint8Array[],
  ): Promise<{ readonly data: readonly OfficialElement[] }>;
  getIdentityBalanceWithProofInfo(id: string): Promise<{ readonly data: bigint | null }>;
  getIdentitiesContractKeysWithProofInfo(query: {
    readonly identityIds: readonly string[];
    readonly contractId: string;
    readonly purposes: readonly number[];
  }): Promise<{ readonly data: readonly OfficialContractKeys[] }>;
  getTotalCreditsInPlatformWithProofInfo(): Promise<{ readonly data: bigint | undefined }>;
}

interface Builder {
  withTrustedContext(context: object): Builder;
  withSettings(connectMs: number, timeoutMs: number, retries: number, isBanning: boolean): Builder;
  build(): OfficialClient;
}

interface Sdk {
  readonly default: () => Promise<unknown>;
  readonly WasmTrustedContext: { prefetchLocalWithUrl(url: string): Promise<object> };
  readonly WasmSdkBuilder: { withAddresses(addresses: readonly string[], network: string): Builder };
}

/** Serves proofs to the official verifier: `@dashevo/wasm-sdk` 4.1.0 in trusted mode, with one quorum of one key. */
export class OfficialVerifier {
  /** The client whose responses carry {@link OfficialVerifier.proof}. */
  client!: OfficialClient;
  /** The proof and root hash of the next responses. */
  proof: Uint8Array = new Uint8Array();
  rootHash: Uint8Array = new Uint8Array(32);
  /** The protocol version of the block that the responses are of. */
  protocolVersion = 13;
  coreHeight = 520;
  readonly #secretKey = new Uint8Array(32).fill(7);
  readonly #quorumHash = new Uint8Array(32).fill(9);
  readonly #servers: Server[] = [];

  static async start(): Promise<OfficialVerifier> {
    const verifier = new OfficialVerifier();
    const quorums = await verifier.#listen((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ success: true, data: verifier.#quorums(request.url ?? '') }));
    });
    const platform = await verifier.#listen((request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/grpc-web+proto');
      response.end(
        Buffer.concat([frame(0, verifier.#response()), frame(0x80, Buffer.from('grpc-status:0\r\n'))]),
      );
    });
    const name = '@dashevo/wasm-sdk';
    const sdk: Sdk = await import(name);
    await sdk.default();
    const context = await sdk.WasmTrustedContext.prefetchLocalWithUrl(quorums);
    verifier.client = sdk.WasmSdkBuilder.withAddresses([platform], 'local')
      .withTrustedContext(context)
      .withSettings(2000, 4000, 0, false)
      .build();
    return verifier;
  }

  async #listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
    const server = createServer(handle);
    this.#servers.push(server);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
    return `http://127.0.0.1:${address.port}`;
  }

  #quorums(url: string): unknown {
    if (url.startsWith('/masternodes'))
      return [{ address: '127.0.0.1:1', status: 'ENABLED', versionCheck: 'success', platformHTTPPort: 1 }];
    const key = bls12_381.longSignatures.getPublicKey(this.#secretKey).toHex();
    const quorums = [{ quorum_hash: hex.encode(this.#quorumHash), key, height: 1, valid_members_count: 3 }];
    return url.startsWith('/previous') ? { height: 1, quorums } : quorums;
  }

  /** The key of the quorum that signs the responses. */
  get quorumKey(): Uint8Array {
    return bls12_381.longSignatures.getPublicKey(this.#secretKey).toBytes();
  }

  /** Returns the next response as this verifier reads it. */
  provenResponse(): ProvenResponse {
    const metadata: StateMetadata = {
      height: 100n,
      coreChainLockedHeight: this.coreHeight,
      timeMs: BigInt(Date.now()),
      protocolVersion: this.protocolVersion,
      chainId: 'dapikit',
    };
    const signed = {
      quorumType: 106,
      quorumHash: this.#quorumHash,
      round: 0,
      blockIdHash: new Uint8Array(32),
    };
    const signature = nobleSignatures.signBls(
      stateSignDigest(this.rootHash, metadata, signed),
      this.#secretKey,
    );
    return {
      proof: { ...signed, grovedbProof: this.proof, signature },
      metadata: { ...metadata, epoch: 0 },
    };
  }

  /** Returns the message of any query of the Platform service: version 0 with a proof and metadata. */
  #response(): Buffer {
    const { proof: signed, metadata } = this.provenResponse();
    const proof = Buffer.concat([
      bytesField(1, this.proof),
      bytesField(2, signed.quorumHash),
      bytesField(3, signed.signature),
      bytesField(5, signed.blockIdHash),
      numberField(6, signed.quorumType),
    ]);
    const meta = Buffer.concat([
      numberField(1, metadata.height),
      numberField(2, metadata.coreChainLockedHeight),
      numberField(4, metadata.timeMs),
      numberField(5, metadata.protocolVersion),
      bytesField(6, Buffer.from(metadata.chainId)),
    ]);
    return bytesField(1, Buffer.concat([bytesField(2, proof), bytesField(3, meta)]));
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    }
  }
}

/** Returns a frame of gRPC-web. */
function frame(flag: number, message: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flag;
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

function varint(value: bigint | number): Buffer {
  const bytes: number[] = [];
  let left = BigInt(value);
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(left)]);
}

const numberField = (field: number, value: bigint | number): Buffer =>
  Buffer.concat([varint(field << 3), varint(value)]);
const bytesField = (field: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
