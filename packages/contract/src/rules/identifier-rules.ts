import { contractIdentifier } from '../model/contract-identifier.js';
import { identifierOf, identifierText } from '../model/identifier.js';
import { excerpt, member, pointerTo } from '../source/json-node.js';
import { contract, OWNER } from './example.js';
import type { RuleAbout } from './rule.js';

/** What holds for the identifier of a contract. */
export const IDENTIFIER_RULES: readonly RuleAbout<'contract'>[] = [
  {
    code: 'contract-id-derivation',
    title: 'The id does not follow from owner and nonce',
    about: 'contract',
    verdict: 'network',
    official: { name: 'InvalidDataContractIdError', code: 10204 },
    why: 'The `id` of a new contract is the double SHA-256 of `ownerId` and of the identity nonce of the transition, 8 bytes, the highest first. It is checked when the nonce is given.',
    mend: 'Derive the id from the owner and the nonce.',
    given: { identityNonce: 1n },
    wrong: contract({ id: OWNER }),
    right: contract(),
    check({ root, transition, terms }, report) {
      const node = member(root, 'id');
      const [id, owner] = [identifierOf(node), identifierOf(member(root, 'ownerId'))];
      if (terms.identityNonce === undefined || transition !== 'create') return;
      if (node === undefined || id === undefined || owner === undefined) return;
      const derived = contractIdentifier(owner, terms.identityNonce);
      if (derived.every((byte, at) => byte === id[at])) return;
      const value = identifierText(derived);
      report(node, {
        message: `expected "${value}", which follows from owner and nonce ${terms.identityNonce}, found ${excerpt(node)}`,
        patch: [{ op: 'replace', path: pointerTo(node), value }],
      });
    },
  },
];
