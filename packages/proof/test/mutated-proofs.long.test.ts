import { hex } from '@scure/base';
import { describe, expect, it } from 'vitest';
import {
  decodeGroveProof,
  decodeOperations,
  type LayerProof,
  type Operation,
  type ProofNode,
} from '@dapikit/proof';
import { encodeGroveProof, encodeOperations } from '@dapikit/proof/prover';
import { DecodeError } from '@dapikit/protocol';
import { ProofError } from '../src/merk-proof/proof-error.js';
import { recordedResponses, type RecordedResponse } from './recorded.js';
import { verifyRecorded } from './verify-recorded.js';

/** One response for each kind of request and each number of lower layers: 60 of 156. */
const responses = [
  ...new Map(
    recordedResponses()
      .filter((_, at) => at !== 7)
      .map((recorded) => [
        `${recorded.request} ${decodeGroveProof(recorded.grovedbProof).rootLayer.lowerLayers.length} ${recorded.grovedbProof.length > 900}`,
        recorded,
      ]),
  ).values(),
];

/** Returns a result as text, or the name of the error; the signature is taken as valid for the recorded root only. */
function verdict(recorded: RecordedResponse, proof?: Uint8Array): string {
  try {
    const isSigned = (root: Uint8Array): boolean => hex.encode(root) === recorded.root;
    const { value } = verifyRecorded(recorded, isSigned, proof);
    return (
      JSON.stringify(value, (_, content: unknown) => {
        if (content instanceof Uint8Array) return hex.encode(content);
        if (content instanceof Map) return [...content];
        return typeof content === 'bigint' ? `${content}n` : content;
      }) ?? 'absent'
    );
  } catch (error) {
    if (error instanceof ProofError || error instanceof DecodeError) return error.name;
    throw error;
  }
}

/**
 * Responses in which a tree that is not empty is a result itself: version 0 does not bind its element to the root hash. Networks from
 * protocol version 12 on give proofs of version 1, which do.
 */
const isUnbound = ({ request }: RecordedResponse): boolean =>
  [
    'GetContestedResourcesRequest',
    'GetContestedResourceVoteStateRequest',
    'GetTokenTotalSupplyRequest',
  ].includes(request);
const bound = responses.filter((recorded) => !isUnbound(recorded));

const isRejected = (text: string): boolean => text === 'ProofError' || text === 'DecodeError';

describe('changed bytes of recorded proofs', () => {
  it.each(bound)('never give another result: $name', (recorded) => {
    const expected = verdict(recorded);
    const accepted: number[] = [];
    const { grovedbProof: proof } = recorded;
    for (let at = 0; at < proof.length; at += 1) {
      const mutated = proof.slice();
      mutated[at] = (proof[at] ?? 0) ^ (1 << ((at * 5) % 8));
      const found = verdict(recorded, mutated);
      if (isRejected(found)) continue;
      expect(found).toBe(expected);
      accepted.push(at);
    }
    // The last byte is the flag of version 0, which nothing covers and nothing depends on.
    expect(accepted.filter((at) => at !== proof.length - 1)).toStrictEqual([]);
  });

  it.each(responses.filter(isUnbound))('need a protocol version below 12: $name', (recorded) => {
    const metadata = { ...recorded.metadata, protocolVersion: 12 };
    expect(() => verifyRecorded({ ...recorded, metadata }, () => true)).toThrow(
      'expected a proof of version 1',
    );
  });

  it('are rejected where bytes are missing or follow', () => {
    for (const recorded of responses) {
      const { grovedbProof: proof } = recorded;
      expect(isRejected(verdict(recorded, proof.subarray(0, -1)))).toBe(true);
      expect(isRejected(verdict(recorded, Uint8Array.of(...proof, 0)))).toBe(true);
    }
  });
});

/** Returns all proofs in which one operation of one layer is replaced. */
function* withReplacedOperations(
  layer: LayerProof,
  replace: (
    operation: Operation,
    layer: LayerProof,
  ) => readonly { readonly operation: Operation; readonly dropsLayer?: boolean }[],
): Generator<LayerProof> {
  const operations = [...decodeOperations(layer.bytes)];
  for (const [at, operation] of operations.entries())
    for (const replaced of replace(operation, layer)) {
      const key = operation.type === 'push' && 'key' in operation.node ? hex.encode(operation.node.key) : '';
      yield {
        ...layer,
        bytes: encodeOperations(operations.with(at, replaced.operation)),
        lowerLayers:
          replaced.dropsLayer === true
            ? layer.lowerLayers.filter((lower) => hex.encode(lower.key) !== key)
            : layer.lowerLayers,
      };
    }
  for (const [at, lower] of layer.lowerLayers.entries())
    for (const changed of withReplacedOperations(lower.layer, replace))
      yield { ...layer, lowerLayers: layer.lowerLayers.with(at, { ...lower, layer: changed }) };
}

const EMPTY_TREE = hex.decode('020000');

/** Returns nodes with the same hash that show less, or something else. */
function forgeries(node: ProofNode): readonly ProofNode[] {
  if (!('key' in node) || !('valueHash' in node)) return [];
  const { key, valueHash } = node;
  if (node.type === 'kvDigest') return [{ type: 'kvValueHash', key, value: EMPTY_TREE, valueHash }];
  if (node.type !== 'kvValueHash') return [];
  return [
    { type: 'kvDigest', key, valueHash, aggregate: {} },
    // The value of a tree, and of an item in version 0, stands beside its hash: another one gives the same root.
    { type: 'kvValueHash', key, value: EMPTY_TREE, valueHash },
    { type: 'kvValueHash', key, value: hex.decode('00010000'), valueHash },
    { type: 'kvValueHash', key, value: hex.decode('030200'), valueHash },
    { type: 'kvValueHash', key, value: hex.decode('040101010200'), valueHash },
    { type: 'kvValueHash', key, value: hex.decode('01000101010000'), valueHash },
  ];
}

describe('forged nodes of recorded proofs', () => {
  it.each(bound)('never prove another result: $name', (recorded) => {
    const proof = decodeGroveProof(recorded.grovedbProof);
    const expected = verdict(recorded);
    let count = 0;
    for (const dropsLayer of [false, true])
      for (const rootLayer of withReplacedOperations(proof.rootLayer, (operation) =>
        operation.type === 'push'
          ? forgeries(operation.node).map((node) => ({ operation: { ...operation, node }, dropsLayer }))
          : [],
      )) {
        count += 1;
        const found = verdict(recorded, encodeGroveProof({ ...proof, rootLayer }));
        expect(isRejected(found) || found === expected).toBe(true);
      }
    expect(count).toBeGreaterThan(0);
  });

  it('are rejected where a lower layer is missing', () => {
    for (const recorded of responses) {
      const proof = decodeGroveProof(recorded.grovedbProof);
      const withoutLayers = { ...proof, rootLayer: { ...proof.rootLayer, lowerLayers: [] } };
      expect(isRejected(verdict(recorded, encodeGroveProof(withoutLayers)))).toBe(true);
    }
  });
});
