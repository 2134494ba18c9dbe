import { deriveContractIdentifier } from '../model/contract-identifier.js';
import { readIdentifier, encodeIdentifier } from '../model/identifier.js';
import { getMember, getPointer } from '../source/json-node.js';
import { excerpt } from '../source/excerpt.js';
import { contract, EXAMPLE_OWNER_ID } from './example.js';
import type { Rule } from './rule.js';

/** Lists the rules about the identifier of a contract. */
export const IDENTIFIER_RULES: readonly Rule<'contract'>[] = [
  {
    code: 'contract-id-derivation',
    title: 'The id does not match the owner and the nonce',
    about: 'contract',
    severity: 'network',
    official: { name: 'InvalidDataContractIdError', code: 10204 },
    why: 'The `id` of a new contract is the double SHA-256 of `ownerId` and of the identity nonce of the transition, as 8 big-endian bytes. Checked when the nonce is given.',
    fix: 'Derive the id from the owner and the nonce.',
    options: { identityNonce: 1n },
    wrong: contract({ id: EXAMPLE_OWNER_ID }),
    right: contract(),
    check({ root, transition, registration }, report) {
      const node = getMember(root, 'id');
      const [id, owner] = [readIdentifier(node), readIdentifier(getMember(root, 'ownerId'))];
      if (registration.identityNonce === undefined || transition !== 'create') return;
      if (node === undefined || id === undefined || owner === undefined) return;
      const derived = deriveContractIdentifier(owner, registration.identityNonce);
      if (derived.every((byte, at) => byte === id[at])) return;
      const value = encodeIdentifier(derived);
      report(node, {
        message: `id ${excerpt(node)} does not match the owner and nonce ${registration.identityNonce}: it must be "${value}"`,
        patch: [{ op: 'replace', path: getPointer(node), value }],
      });
    },
  },
];
