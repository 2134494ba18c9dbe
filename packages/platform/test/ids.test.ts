import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { identifierBytes, identifierText } from '../src/base/bytes/identifier.js';
import { contractId } from '../src/state/contract/contract-id.js';
import { documentId } from '../src/state/document/document-id.js';
import { identityIdOf, operatorIdentityId, voterIdentityId } from '../src/state/identity/identity-id.js';
import { tokenId } from '../src/state/token/token-id.js';
import { CONTRACT, OWNER } from '../../proof/test/sample-contract.js';
import { loadSdk, type Sdk } from './sdk.js';

let sdk: Sdk;
beforeAll(async () => {
  sdk = await loadSdk();
});

const bytesOf = (text: string): Uint8Array => identifierBytes(text)!;
const digest = (key: string): string =>
  identifierText(createHash('sha256').update(Buffer.alloc(32, 1)).update(Buffer.from(key, 'hex')).digest());
const identifier = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('the id of a document', () => {
  it('is the published one', () => {
    const id = documentId({
      contractId: bytesOf(CONTRACT),
      ownerId: bytesOf(OWNER),
      documentType: 'note',
      entropy: new Uint8Array(32).fill(7),
    });
    expect(identifierText(id)).toBe('Fr8WDk3PWufbWCzn5AnwNbrza9JTs8vhYTwiXpZMq9Sz');
  });

  it("equals the official SDK's for any contract, owner and type", () => {
    fc.assert(
      fc.property(
        identifier,
        identifier,
        identifier,
        fc.stringMatching(/^[a-z]{1,20}$/),
        (a, b, entropy, name) => {
          const official = sdk.Document.generateId(name, identifierText(b), identifierText(a), entropy);
          const own = documentId({ contractId: a, ownerId: b, documentType: name, entropy });
          expect(identifierText(own)).toBe(identifierText(Uint8Array.from(official)));
        },
      ),
    );
  });
});

it("the id of a contract equals the official SDK's", () => {
  fc.assert(
    fc.property(identifier, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (owner, nonce) => {
      const official = sdk.DataContract.generateId(identifierText(owner), nonce);
      expect(identifierText(contractId(owner, nonce))).toBe(official.toString());
    }),
  );
});

describe('the id of a token', () => {
  it.each([
    [0, '2NVxDTMYbhWxcMBUCCdJ4W5hJ2BYnhLhz2m9SeoibyCp'],
    [1, '24jg9QwAPt3jtEM8TSJwBbzjs72acLM9edjWVpEjoWSH'],
    [256, 'As11H5jJCYmwWd6AAKqPAvc6BeEeKqpY2cNMZwZ56JLC'],
  ])('at position %i is the published one', (position, expected) => {
    expect(identifierText(tokenId(bytesOf(CONTRACT), position))).toBe(expected);
  });

  it("equals the official SDK's at any position", () => {
    fc.assert(
      fc.property(identifier, fc.integer({ min: 0, max: 65_535 }), (contract, position) => {
        const official = sdk.WasmSdk.calculateTokenIdFromContract(identifierText(contract), position);
        expect(identifierText(tokenId(contract, position))).toBe(official);
      }),
    );
  });
});

describe('the id of an identity', () => {
  const hash = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('hex'));

  it("equals the official SDK's for the same outpoint", () => {
    fc.assert(
      fc.property(hash, fc.integer({ min: 0, max: 0xff_ff_ff_ff }), (txid, index) => {
        const lock = sdk.AssetLockProof.createChainAssetLockProof(1, new sdk.OutPoint(txid, index));
        expect(identifierText(identityIdOf({ txid, index }))).toBe(lock.createIdentityId().toString());
      }),
    );
  });

  it.each([
    { txid: 'ab', index: 0 },
    { txid: 'g'.repeat(64), index: 0 },
    { txid: 'a'.repeat(64), index: -1 },
    { txid: 'a'.repeat(64), index: 2 ** 32 },
    { txid: 'a'.repeat(64), index: 0.5 },
  ])('is rejected for $txid and $index', (outpoint) => {
    expect(() => identityIdOf(outpoint)).toThrow(RangeError);
  });

  it('is the hash of ProTx hash and key for voters and operators', () => {
    const proTxHash = new Uint8Array(32).fill(1);
    expect(identifierText(voterIdentityId(proTxHash, 'ab'.repeat(20)))).toBe(digest('ab'.repeat(20)));
    expect(identifierText(operatorIdentityId(proTxHash, 'cd'.repeat(48)))).toBe(digest('cd'.repeat(48)));
  });
});
