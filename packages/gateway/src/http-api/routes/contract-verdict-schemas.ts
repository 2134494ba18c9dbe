import type { JsonSchema } from '../../base/method/method-docs.js';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const FLAG: JsonSchema = { type: 'boolean' };
const KEY_REQUIREMENT = { enum: [0, 1, 2, null] };
const COUNT: JsonSchema = { type: 'integer', minimum: 0 };

/** Returns the schema of an object with these members, and no others. */
function closed(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const text = (description: string): JsonSchema => ({ type: 'string', description });

/** The schemas of what the validator of contracts says, by name. */
// oxlint-disable-next-line eslint/max-lines-per-function -- a table
export function contractVerdictSchemas(
  codes: readonly string[],
  maxDiagnostics: number,
): Readonly<Record<string, JsonSchema>> {
  return {
    ContractVerdict: closed(
      {
        ok: { ...FLAG, description: 'Accepted, and it also follows every rule of the specification.' },
        accepted: { ...FLAG, description: 'The network would accept it at that protocol version.' },
        diagnostics: {
          description: 'In the order of the contract.',
          type: 'array',
          items: ref('Diagnostic'),
          maxItems: maxDiagnostics,
        },
        truncated: { const: true, description: 'There are more diagnostics than returned.' },
        contract: ref('AcceptedContract'),
      },
      ['truncated', 'contract'],
    ),
    Diagnostic: {
      ...closed(
        {
          code: { enum: codes, description: 'Stable: programs may match on it.' },
          severity: {
            enum: ['error', 'unusable', 'warning', 'hint'],
            description:
              'Errors are rejected; what is unusable is accepted and then fails for ever, such as at every document; warnings are accepted but risky, hints are suggestions.',
          },
          rejectedBy: {
            enum: ['network', 'specification'],
            description: 'What rejects the contract; for errors only.',
          },
          message: text('What is wrong.'),
          at: text('Where in the contract: a JSON pointer (RFC 6901).'),
          range: ref('TextRange'),
          fix: ref('Fix'),
          official: ref('OfficialError'),
          versions: {
            description: 'The protocol versions in which the rule applies, ascending.',
            type: 'array',
            items: { type: 'integer', minimum: 1 },
          },
          docs: text('The command that explains the rule: `dapikit explain <code>`.'),
        },
        ['rejectedBy', 'official'],
      ),
      description: 'An error, a warning or a hint about a contract.',
    },
    TextRange: {
      ...closed({ start: ref('TextPosition'), end: ref('TextPosition') }),
      description: 'A stretch of the body: from `start` up to, but not including, `end`.',
    },
    TextPosition: {
      ...closed({
        line: { type: 'integer', minimum: 1 },
        column: { type: 'integer', minimum: 1 },
        offset: COUNT,
      }),
      description: 'Lines and columns start at 1 and count UTF-16 units, `offset` starts at 0.',
    },
    Fix: {
      ...closed({ text: { type: 'string' }, patch: { type: 'array', items: ref('PatchOperation') } }, [
        'patch',
      ]),
      description: 'How to fix the error: in words, and as a JSON patch if that needs no decision.',
    },
    PatchOperation: {
      description: 'One operation of a JSON patch (RFC 6902).',
      oneOf: [
        closed({ op: { enum: ['add', 'replace'] }, path: { type: 'string' }, value: {} }),
        closed({ op: { const: 'remove' }, path: { type: 'string' } }),
        closed({ op: { const: 'move' }, from: { type: 'string' }, path: { type: 'string' } }),
      ],
    },
    OfficialError: {
      ...closed({ name: { type: 'string' }, code: { type: 'integer' } }, ['code']),
      description: 'The error of the official implementation in the same case.',
    },
    AcceptedContract: {
      ...closed({
        shape: { enum: ['official', 'specification', 'documents'] },
        documentTypes: { type: 'array', items: { type: 'string' } },
        tokens: COUNT,
        groups: COUNT,
        config: ref('ContractConfig'),
        transitionBytes: {
          ...COUNT,
          description: 'Bytes of the signed state transition that registers the contract.',
        },
      }),
      description: 'What the contract is; present when it is accepted.',
    },
    ContractConfig: {
      ...closed({
        canBeDeleted: FLAG,
        readonly: FLAG,
        keepsHistory: FLAG,
        documentsKeepHistoryContractDefault: FLAG,
        documentsMutableContractDefault: FLAG,
        documentsCanBeDeletedContractDefault: FLAG,
        format: { type: 'string' },
        sizedIntegerTypes: FLAG,
        requiresIdentityEncryptionBoundedKey: KEY_REQUIREMENT,
        requiresIdentityDecryptionBoundedKey: KEY_REQUIREMENT,
      }),
      description: 'The options of the contract, defaults filled in.',
    },
  };
}
