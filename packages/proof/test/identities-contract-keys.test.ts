import { encode } from '@dapikit/protocol/codec';
import { identityPublicKey } from '@dapikit/protocol';
import { expect, it } from 'vitest';
import {
  IDENTITY_KEYS,
  identitiesContractKeysQuery,
  ProofError,
  ROOT_KEYS,
  verifyIdentitiesContractKeys,
  type Element,
  type IdentitiesContractKeysRequest,
} from '@dapikit/proof';
import {
  emptyTree,
  Grove,
  identityContractPath,
  identityKeysPath,
  identityPath,
  proveQuery,
  rootPath,
  type GroveOperation,
  type Path,
} from '@dapikit/proof/prover';
import { base58 } from '@scure/base';
import { OfficialVerifier } from './official-verifier.js';
import { MemoryNodeStore } from './memory-node-store.js';

const [ALICE, BOB, CAROL, CONTRACT] = [1, 2, 3, 9].map((byte) => new Uint8Array(32).fill(byte));
const GROUP = Uint8Array.of(...CONTRACT!, ...Buffer.from('note'));
const ENCRYPTION = 1;
const DECRYPTION = 2;
const BOUND_KEYS = Uint8Array.of(1);
const KEY_ID = Uint8Array.of(4);

const publicKey = identityPublicKey.fromJson({
  $formatVersion: '0',
  id: 4,
  purpose: ENCRYPTION,
  securityLevel: 3,
  contractBounds: null,
  type: 0,
  readOnly: false,
  data: Buffer.alloc(33, 2).toString('base64'),
  disabledAt: null,
});

const tree = (path: Path, key: Uint8Array): GroveOperation => ({
  type: 'putTree',
  path,
  key,
  element: emptyTree('normal'),
});
const put = (path: Path, key: Uint8Array, element: Element): GroveOperation => ({
  type: 'put',
  path,
  key,
  element,
});

/** Returns the trees of an identity with a key for encryption that is bound to a contract or a document type. */
function boundKey(id: Uint8Array, name: Uint8Array): readonly GroveOperation[] {
  const group = identityContractPath(id, name);
  const purpose = [...group, BOUND_KEYS, Uint8Array.of(ENCRYPTION)];
  return [
    tree(rootPath('identities'), id),
    tree(identityPath(id), IDENTITY_KEYS.keys),
    put(identityKeysPath(id), KEY_ID, {
      type: 'item',
      value: encode(identityPublicKey, publicKey),
      flags: undefined,
    }),
    tree(identityPath(id), IDENTITY_KEYS.contractInfo),
    tree([...identityPath(id), IDENTITY_KEYS.contractInfo], name),
    tree(group, BOUND_KEYS),
    tree([...group, BOUND_KEYS], Uint8Array.of(ENCRYPTION)),
    put(purpose, new Uint8Array(), {
      type: 'reference',
      path: { type: 'upstreamRootHeight', height: 2, path: [IDENTITY_KEYS.keys, KEY_ID] },
      maxHops: 1,
      flags: undefined,
    }),
  ];
}

const REQUEST: IdentitiesContractKeysRequest = {
  identityIds: [ALICE!, BOB!, CAROL!],
  contractId: CONTRACT!,
  documentTypeName: 'note',
  purposes: [ENCRYPTION, DECRYPTION],
};

async function groveOf(group: Uint8Array): Promise<Grove> {
  const grove = await Grove.open(new MemoryNodeStore());
  await grove.apply([
    tree([], Uint8Array.of(ROOT_KEYS.identities)),
    ...boundKey(ALICE!, group),
    // An identity without any key for a contract.
    tree(rootPath('identities'), BOB!),
    tree(identityPath(BOB!), IDENTITY_KEYS.keys),
  ]);
  await grove.hash();
  return grove;
}

const prove = async (request: IdentitiesContractKeysRequest): Promise<Uint8Array> =>
  proveQuery(await groveOf(GROUP), identitiesContractKeysQuery(request));

const verified = (grovedbProof: Uint8Array, request = REQUEST) =>
  verifyIdentitiesContractKeys(
    {
      proof: {
        grovedbProof,
        quorumType: 106,
        quorumHash: new Uint8Array(32),
        round: 0,
        blockIdHash: new Uint8Array(32),
        signature: new Uint8Array(96),
      },
      metadata: {
        height: 1n,
        coreChainLockedHeight: 1,
        epoch: 0,
        timeMs: 0n,
        protocolVersion: 13,
        chainId: 'dapikit',
      },
    },
    { ...request, quorumKey: new Uint8Array(48), verifySignature: () => true },
  ).value;

const entry = (identityId: Uint8Array, purpose: number, key?: unknown) => ({ identityId, purpose, key });

it('verifies the current keys of identities for a contract, present and absent', async () => {
  const found = verified(await prove(REQUEST));
  expect(found).toHaveLength(6);
  expect(found).toEqual(
    expect.arrayContaining([
      entry(ALICE!, ENCRYPTION, publicKey),
      entry(ALICE!, DECRYPTION),
      ...[BOB!, CAROL!].flatMap((id) => [entry(id, ENCRYPTION), entry(id, DECRYPTION)]),
    ]),
  );
});

it.each<[what: string, other: Partial<IdentitiesContractKeysRequest>]>([
  ['one identity', { identityIds: [BOB!] }],
  ['one purpose', { purposes: [DECRYPTION] }],
  ['the contract itself', { documentTypeName: undefined }],
])('rejects the keys of a request for %s', async (_what, other) => {
  const proof = await prove({ ...REQUEST, ...other });
  expect(() => verified(proof)).toThrow(ProofError);
});

it('evo-sdk verifies the proof of the same query', async () => {
  const official = await OfficialVerifier.start();
  const grove = await groveOf(CONTRACT!);
  const request = {
    identityIds: [ALICE!, BOB!],
    contractId: CONTRACT!,
    purposes: [ENCRYPTION, DECRYPTION],
  };
  official.proof = await proveQuery(grove, identitiesContractKeysQuery(request));
  official.rootHash = grove.rootHash();
  const { data } = await official.client.getIdentitiesContractKeysWithProofInfo({
    identityIds: request.identityIds.map((id) => base58.encode(id)),
    contractId: base58.encode(request.contractId),
    purposes: request.purposes,
  });
  const found = data.map(({ identityId, keys }) => [identityId.toString(), keys.map(({ keyId }) => keyId)]);
  expect(found.filter(([, keys]) => (keys?.length ?? 0) > 0)).toEqual([[base58.encode(ALICE!), [4]]]);
  await official.stop();
});
