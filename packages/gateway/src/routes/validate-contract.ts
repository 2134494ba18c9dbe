import { isUtf8 } from 'node:buffer';
import type { Form, Transition } from '@dapikit/contract';
import { refusal } from '../server/refusals.js';
import { contractVerdictSchemas } from './contract-verdict-schemas.js';
import { Problem } from './problem.js';
import { integerReader, readQuery, wordReader } from './query.js';
import type { Route, RouteDocs, RouteSettings } from './route.js';

/** The most diagnostics of one answer: a body of 256 KiB can have a hundred thousand. */
const MAX_DIAGNOSTICS = 250;

const FORMS = ['auto', 'contract', 'documents'] as const satisfies readonly Form[];
const TRANSITIONS = ['create', 'update'] as const satisfies readonly Transition[];

/** The validator takes about 50 ms to load: it is loaded when the first contract comes. */
const loadContract = () => import('@dapikit/contract');
type ContractPackage = Awaited<ReturnType<typeof loadContract>>;

const EXAMPLE = '{\n  "note": {\n    "type": "object",\n    "properties": {}\n  }\n}';

/** `POST /contracts/validate` with a contract as its body: what {@link ContractPackage.validateContract} says of it. */
export const validateContract: Route = {
  method: 'POST',
  path: '/contracts/validate',
  cost: 20,
  errors: 'problem',
  body: {
    type: /^(?:application\/(?:json|[\w.!#$&^+-]+\+json)|text\/plain)\s*(?:;|$)/i,
    unsupported: refusal(415, 'Expected a request with `Content-Type: application/json` or `text/plain`', {
      reason: 'unsupported-media-type',
      expected: 'application/json or text/plain',
    }),
    maxBytes: ({ maxBodyBytes, maxContractBytes }) => Math.min(maxBodyBytes, maxContractBytes),
    tooLarge: (maxBytes) =>
      refusal(413, 'Contract is too large', {
        reason: 'contract-too-large',
        expected: `at most ${maxBytes} bytes`,
        mend: 'Shorten the contract: one of 20480 bytes, serialized, is the largest that can be registered.',
      }),
  },
  problems: [
    { status: 400, code: 'unknown-option', when: 'a query parameter is none of those above' },
    { status: 400, code: 'repeated-option', when: 'a query parameter is given twice' },
    { status: 400, code: 'invalid-option', when: 'a query parameter has a value that it may not have' },
    { status: 400, code: 'not-utf8', when: 'the body is not UTF-8' },
    { status: 413, code: 'contract-too-large', when: 'the body is larger than `--max-contract-bytes`' },
    { status: 415, code: 'unsupported-media-type', when: 'the content type is neither JSON nor text/plain' },
  ],
  example: { query: 'protocolVersion=13', body: EXAMPLE },
  docs: async (settings) => docs(await loadContract(), settings),
  open: () => {
    let loaded: Promise<ContractPackage> | undefined;
    return async ({ query, body }) => {
      loaded ??= loadContract();
      const contract = await loaded;
      const options = readQuery(query, readersOf(contract));
      if (!isUtf8(body)) throw NOT_UTF8;
      const verdict = contract.validateContract(body.toString(), {
        ...options,
        maxDiagnostics: MAX_DIAGNOSTICS,
      });
      return { status: 200, headers: [], body: JSON.stringify(verdict) };
    };
  },
};

const NOT_UTF8 = new Problem(400, 'Expected a body in UTF-8', {
  reason: 'not-utf8',
  expected: 'UTF-8, as RFC 8259 has it',
  mend: 'Save the contract as UTF-8.',
});

const readersOf = ({ PROTOCOL_VERSIONS, NEWEST_PROTOCOL }: ContractPackage) => ({
  protocolVersion: integerReader(PROTOCOL_VERSIONS[0] ?? NEWEST_PROTOCOL, NEWEST_PROTOCOL),
  form: wordReader(FORMS),
  transition: wordReader(TRANSITIONS),
});

function docs(
  { PROTOCOL_VERSIONS, NEWEST_PROTOCOL, RULE_CODES }: ContractPackage,
  settings: RouteSettings,
): RouteDocs {
  return {
    operationId: 'validateContract',
    summary: 'Check a data contract',
    description:
      'The body is the contract as it is written, so that lines and columns are those of its author. A contract with ' +
      `mistakes is answered with 200 and \`"ok": false\`. At most ${MAX_DIAGNOSTICS} diagnostics are given; with more, ` +
      `\`truncated\` is true. The body may have ${validateContract.body?.maxBytes(settings)} bytes; its charset is UTF-8, ` +
      'whatever the content type says.',
    parameters: [
      {
        name: 'protocolVersion',
        description: 'The protocol version by which the contract is judged.',
        schema: {
          type: 'integer',
          minimum: PROTOCOL_VERSIONS[0],
          maximum: NEWEST_PROTOCOL,
          default: NEWEST_PROTOCOL,
        },
      },
      {
        name: 'form',
        description:
          'What the body is: a whole contract, or only its document types; `auto` tells by its shape.',
        schema: { enum: FORMS, default: 'auto' },
      },
      {
        name: 'transition',
        description: 'Whether the contract is to be registered, or to replace a registered one.',
        schema: { enum: TRANSITIONS, default: 'create' },
      },
    ],
    requestBody: {
      'application/json': {
        schema: { description: 'The contract.' },
        examples: { incomplete: { value: JSON.parse(EXAMPLE) } },
      },
      'text/plain': {
        schema: { type: 'string', description: 'The contract as JSON text, sound or not.' },
        examples: { unfinished: { value: '{"note": {"type": "object",' } },
      },
    },
    responses: {
      200: {
        description: 'The verdict.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ContractVerdict' } } },
      },
    },
    schemas: contractVerdictSchemas(RULE_CODES, MAX_DIAGNOSTICS),
  };
}
