// Has a process of its own: a client in it replaces the global `fetch`.
import { createHash } from 'node:crypto';
import { Code, ConnectError } from '@connectrpc/connect';
import DAPIClient from '@dashevo/dapi-client';
import { createPlatform, type Platform } from '@dapikit/platform';
import { decodeConsensusError, consensusErrorCode } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';
import { loadBuilders, type BuiltTransition, type OfficialBuilders } from './official-builders.js';

/** What dapi-client returns when it waits. */
interface WaitResult {
  readonly getError: () =>
    | { readonly getCode: () => number; readonly getData: () => Buffer | undefined }
    | undefined;
  readonly getMetadata: () => { readonly getHeight: () => bigint };
}

interface Dapi {
  readonly broadcastStateTransition: (bytes: Buffer) => Promise<unknown>;
  readonly waitForStateTransitionResult: (hash: Buffer, options: object) => Promise<WaitResult>;
}

const PV = 13;
const HIGH = 1;
const CRITICAL = 2;
const TRANSFER = 3;

const KINDS = [
  { purpose: 'AUTHENTICATION', securityLevel: 'MASTER' },
  { purpose: 'AUTHENTICATION', securityLevel: 'HIGH' },
  { purpose: 'AUTHENTICATION', securityLevel: 'CRITICAL' },
  { purpose: 'TRANSFER', securityLevel: 'CRITICAL' },
] as const;

const SCHEMAS = {
  card: {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 50, position: 0 },
      attack: { type: 'integer', minimum: 0, maximum: 255, position: 1 },
      data: { type: 'array', byteArray: true, maxItems: 40, position: 2 },
      owner: {
        type: 'array',
        byteArray: true,
        minItems: 32,
        maxItems: 32,
        contentMediaType: 'application/x.dash.dpp.identifier',
        position: 3,
      },
    },
    required: ['name'],
    additionalProperties: false,
    transferable: 1,
    tradeMode: 1,
    documentsMutable: true,
    canBeDeleted: true,
  },
};

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const statusOf = async (call: Promise<unknown>): Promise<Code | undefined> =>
  call.then(
    () => undefined,
    (thrown: unknown) => ConnectError.from(thrown).code,
  );

/** The code of the consensus error that dapi-client makes of a rejection. */
const rejected = async (call: Promise<unknown>): Promise<number | undefined> =>
  call.then(
    () => undefined,
    (error: { getConsensusError?: () => { getCode: () => number } }) => error.getConsensusError?.().getCode(),
  );

describe('state transitions of official SDKs', () => {
  let local: Platform;
  let gateway: GatewayUnderTest;
  let dapi: Dapi;
  let sdk: OfficialBuilders;
  let alice: string;
  let bob: string;

  beforeAll(async () => {
    sdk = await loadBuilders();
    local = await createPlatform({ protocolVersion: PV, time: 1_700_000_000_000 });
    const create = async (person: number): Promise<string> =>
      (
        await local.createIdentity({
          credits: 1_000_000_000_000n,
          keys: KINDS.map((kind, id) => ({
            ...kind,
            id,
            type: 'ECDSA_SECP256K1' as const,
            data: keyOf(person, id).getPublicKey().toBytes(),
          })),
        })
      ).id;
    alice = await create(1);
    bob = await create(2);
    gateway = await startGatewayUnderTest(
      { platformTransitions: 'signed' },
      { platform: { platform: async () => Promise.resolve(local) } },
    );
    const client = new DAPIClient({ dapiAddresses: [`127.0.0.1:${gateway.port}:no-ssl`], retries: 0 });
    ({ platform: dapi } = Object(client));
  });
  afterAll(async () => {
    await gateway.stop();
    await local.close();
  });

  const keyOf = (person: number, id: number) =>
    sdk.PrivateKey.fromHex(`${person}${id}`.padStart(64, '0'), 'testnet');

  const identifier = (id: string) => new sdk.Identifier(base58.decode(id));

  const signed = (built: BuiltTransition, person: number, keyId: number): Buffer => {
    const transition = built.toStateTransition();
    transition.signByPrivateKey(keyOf(person, keyId), keyId, 'ecdsa_secp256k1');
    transition.signaturePublicKeyId = keyId;
    return Buffer.from(transition.toBytes());
  };

  /** Sends with dapi-client, and waits; gives the code of a paid rejection. */
  const execute = async (bytes: Buffer): Promise<number | undefined> => {
    await dapi.broadcastStateTransition(bytes);
    const result = await dapi.waitForStateTransitionResult(hashOf(bytes), { prove: false });
    const error = result.getError();
    if (error === undefined) return undefined;
    expect(consensusErrorCode(decodeConsensusError(error.getData()!).value)).toBe(error.getCode());
    return error.getCode();
  };

  const transfer = (members: object = {}) =>
    sdk.IdentityCreditTransfer.fromJSON({
      $formatVersion: '0',
      identityId: alice,
      recipientId: bob,
      amount: 500_000,
      nonce: 10,
      userFeeIncrease: 0,
      signaturePublicKeyId: TRANSFER,
      signature: '',
      ...members,
    });

  it('register a contract and change documents in six ways', async () => {
    const contract = new sdk.DataContract({
      ownerId: identifier(alice),
      identityNonce: 1n,
      schemas: SCHEMAS,
      fullValidation: true,
    });
    const contractId = contract.id.toBase58();
    const create = new sdk.DataContractCreateTransition(contract, 1n, PV);
    expect(await execute(signed(create, 1, CRITICAL))).toBeUndefined();
    expect(await local.getContract({ id: contractId })).toMatchObject({ ownerId: alice, version: 1 });

    let documentId = '';
    // The builders add one to the revision.
    const document = (revision: bigint, properties: object, owner = alice) =>
      new sdk.Document({
        properties,
        documentTypeName: 'card',
        dataContractId: contract.id,
        ownerId: identifier(owner),
        revision,
        ...(documentId === '' ? { entropy: new Uint8Array(32).fill(7) } : { id: identifier(documentId) }),
      });
    const batch = (item: { toDocumentTransition: () => object }, person = 1) =>
      signed(
        sdk.BatchTransition.fromBatchedTransitions(
          [new sdk.BatchedTransition(item.toDocumentTransition())],
          identifier(person === 1 ? alice : bob),
          0,
        ),
        person,
        HIGH,
      );
    const read = async () => local.getDocument({ contractId, documentType: 'card', id: documentId });

    const data = Uint8Array.of(1, 2, 3);
    const first = sdk.Document.fromObject(
      { ...document(1n, { name: 'ace', attack: 5 }).toObject(), data, owner: base58.decode(bob) },
      PV,
    );
    const created = batch(new sdk.DocumentCreateTransition({ document: first, identityContractNonce: 1n }));
    documentId = first.id.toBase58();
    expect(await execute(created)).toBeUndefined();
    expect(await read()).toMatchObject({
      $ownerId: alice,
      name: 'ace',
      attack: 5,
      data: Buffer.from(data).toString('base64'),
      owner: bob,
    });
    const replaced = document(1n, { name: 'king' });
    expect(
      await execute(
        batch(new sdk.DocumentReplaceTransition({ document: replaced, identityContractNonce: 2n })),
      ),
    ).toBeUndefined();
    const priced = document(2n, {});
    expect(
      await execute(
        batch(
          new sdk.DocumentUpdatePriceTransition({
            document: priced,
            identityContractNonce: 3n,
            price: 1_000n,
          }),
        ),
      ),
    ).toBeUndefined();
    expect(await read()).toMatchObject({ name: 'king', $price: 1000, $revision: 3 });
    const bought = document(3n, {}, bob);
    expect(
      await execute(
        batch(
          new sdk.DocumentPurchaseTransition({ document: bought, identityContractNonce: 1n, amount: 1_000n }),
          2,
        ),
      ),
    ).toBeUndefined();
    expect(await read()).toMatchObject({ $ownerId: bob });
    const given = document(4n, {}, bob);
    expect(
      await execute(
        batch(
          new sdk.DocumentTransferTransition({
            document: given,
            identityContractNonce: 2n,
            recipientOwnerId: identifier(alice),
          }),
          2,
        ),
      ),
    ).toBeUndefined();
    const gone = document(5n, {});
    expect(
      await execute(batch(new sdk.DocumentDeleteTransition({ document: gone, identityContractNonce: 4n }))),
    ).toBeUndefined();
    expect(await read()).toBeUndefined();
    const again = batch(new sdk.DocumentDeleteTransition({ document: gone, identityContractNonce: 5n }));
    expect(await execute(again)).toBe(40101);
  });

  it('return the consensus error of each family to dapi-client', async () => {
    expect(await rejected(dapi.broadcastStateTransition(signed(transfer({ amount: 5 }), 1, TRANSFER)))).toBe(
      10524,
    );
    expect(await rejected(dapi.broadcastStateTransition(signed(transfer(), 1, 9)))).toBe(20003);
    expect(await rejected(dapi.broadcastStateTransition(signed(transfer({ nonce: 100 }), 1, TRANSFER)))).toBe(
      40204,
    );
    expect(await rejected(dapi.broadcastStateTransition(Buffer.from([7, 9])))).toBe(10002);
  });

  it('return code, bytes and CBOR of a rejection in the metadata', async () => {
    const { platform } = grpcClients(gateway.port);
    const error = await platform
      .broadcastStateTransition({ stateTransition: signed(transfer(), 1, 9) })
      .catch((thrown: unknown) => ConnectError.from(thrown));
    if (!(error instanceof ConnectError)) throw new Error('expected a rejection');
    expect(error.code).toBe(Code.Unauthenticated);
    expect(error.metadata.get('code')).toBe('20003');
    expect(error.metadata.get('dash-serialized-consensus-error-bin')).toBe(
      Buffer.from([3, 3, 9]).toString('base64').replace(/=+$/, ''),
    );
    expect(error.metadata.has('drive-error-data-bin')).toBe(true);
  });

  it('are rejected if repeated, empty or unknown', async () => {
    const { platform } = grpcClients(gateway.port);
    const bytes = signed(transfer(), 1, TRANSFER);
    expect(await execute(bytes)).toBeUndefined();
    expect(await statusOf(platform.broadcastStateTransition({ stateTransition: bytes }))).toBe(
      Code.AlreadyExists,
    );
    expect(await statusOf(platform.broadcastStateTransition({}))).toBe(Code.InvalidArgument);
    const wait = (stateTransitionHash: Uint8Array, prove = false) =>
      platform.waitForStateTransitionResult(
        { version: { case: 'v0', value: { stateTransitionHash, prove } } },
        { timeoutMs: 300 },
      );
    expect(await statusOf(wait(new Uint8Array(32)))).toBe(Code.DeadlineExceeded);
    expect(await statusOf(wait(new Uint8Array(31)))).toBe(Code.InvalidArgument);
    expect(await statusOf(wait(hashOf(bytes), true))).toBe(Code.FailedPrecondition);
    expect(await statusOf(wait(hashOf(bytes)))).toBeUndefined();
  });

  it('are rejected if the setting is "none"', async () => {
    const closed = await startGatewayUnderTest(
      { platformTransitions: 'none' },
      { platform: { platform: async () => Promise.resolve(local) } },
    );
    const { platform } = grpcClients(closed.port);
    const stateTransition = signed(transfer({ nonce: 11 }), 1, TRANSFER);
    await expect(platform.broadcastStateTransition({ stateTransition })).rejects.toMatchObject({
      code: Code.FailedPrecondition,
      rawMessage: expect.stringContaining('platform-transitions'),
    });
    await closed.stop();
  });
});
