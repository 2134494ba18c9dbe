import { loadOnce } from '../../base/load-once.js';
import { isUtf8 } from 'node:buffer';
import type { Form, Transition } from '@dapikit/contract';
import { createRejection } from '../../base/http/rejections.js';
import { contractVerdictSchemas } from './contract-verdict-schemas.js';
import { ProblemError } from '../../base/http/problem-error.js';
import { byDefault, oneOf, wholeNumber } from '../../base/params/param.js';
import { readQuery } from './query.js';
import type { Route, RouteDocs, RouteSettings } from './route.js';

/** Maximum number of diagnostics in a response: a body of 256 KiB can have a hundred thousand. */
const MAX_DIAGNOSTICS = 250;

const FORMS = ['auto', 'contract', 'documents'] as const satisfies readonly Form[];
const TRANSITIONS = ['create', 'update'] as const satisfies readonly Transition[];

/** Loads the validator when the first contract comes, which takes about 50 ms. */
const loadContract = () => import('@dapikit/contract');
type ContractPackage = Awaited<ReturnType<typeof loadContract>>;

const EXAMPLE = '{\n  "note": {\n    "type": "object",\n    "properties": {}\n  }\n}';

/** Serves `POST /contracts/validate` with a contract as its body: what {@link ContractPackage.validateContract} says of it. */
export const validateContract: Route = {
  method: 'POST',
  path: '/contracts/validate',
  cost: 20,
  errors: 'problem',
  body: {
    type: /^(?:application\/(?:json|[\w.!#$&^+-]+\+json)|text\/plain)\s*(?:;|$)/i,
    unsupported: createRejection(
      415,
      'Expected a request with `Content-Type: application/json` or `text/plain`',
      {
        reason: 'unsupported-media-type',
        expected: 'application/json or text/plain',
      },
    ),
    maxBytes: ({ maxBodyBytes, maxContractBytes }) => Math.min(maxBodyBytes, maxContractBytes),
    tooLarge: (maxBytes) =>
      createRejection(413, 'Contract is too large', {
        reason: 'contract-too-large',
        expected: `at most ${maxBytes} bytes`,
        fix: 'Shorten the contract: one of 20480 bytes, serialized, is the largest that can be registered.',
      }),
  },
  problems: [
    { status: 400, code: 'unknown-option', when: 'a query parameter is unknown' },
    { status: 400, code: 'repeated-option', when: 'a query parameter is duplicated' },
    { status: 400, code: 'invalid-option', when: 'a query parameter has an invalid value' },
    { status: 400, code: 'not-utf8', when: 'the body is not UTF-8' },
    { status: 413, code: 'contract-too-large', when: 'the body is larger than `--max-contract-bytes`' },
    {
      status: 503,
      code: 'contract-checks-busy',
      when: 'too many checks of long contracts are queued: try again',
    },
    { status: 415, code: 'unsupported-media-type', when: 'the content type is neither JSON nor text/plain' },
  ],
  example: { query: 'protocolVersion=13', body: EXAMPLE },
  docs: async (settings) => docs(await loadContract(), settings),
  open: ({ settings: { docsUrl } }) => {
    const loaded = loadOnce(loadContract);
    return async ({ query, body }) => {
      const options = { ...readQuery(query, queryParams(await loaded())), maxDiagnostics: MAX_DIAGNOSTICS };
      const text = readContractText(body);
      const { contractChecks } = await import('./contract-checks.js');
      const verdict = await contractChecks.check({ text, options, docsUrl });
      return { status: 200, headers: [], body: verdict };
    };
  },
};

/** Reads the text of a contract. @throws {ProblemError} for bytes that are not UTF-8 */
export function readContractText(body: Buffer): string {
  if (isUtf8(body)) return body.toString();
  throw NOT_UTF8;
}

const NOT_UTF8 = new ProblemError(400, 'Expected a body in UTF-8', {
  reason: 'not-utf8',
  expected: 'UTF-8, as RFC 8259 has it',
  fix: 'Save the contract as UTF-8.',
});

const queryParams = ({
  PROTOCOL_VERSIONS,
  NEWEST_RELEASED_PROTOCOL,
  NEWEST_JUDGED_PROTOCOL,
}: ContractPackage) => ({
  protocolVersion: byDefault(
    NEWEST_RELEASED_PROTOCOL,
    wholeNumber(
      `The protocol version by which the contract is judged; those above ${NEWEST_RELEASED_PROTOCOL} are a preview.`,
      PROTOCOL_VERSIONS[0] ?? NEWEST_RELEASED_PROTOCOL,
      NEWEST_JUDGED_PROTOCOL,
    ),
  ),
  form: byDefault(
    'auto',
    oneOf(
      'What the body is: a whole contract, or only its document types; `auto` decides by its shape.',
      FORMS,
    ),
  ),
  transition: byDefault(
    'create',
    oneOf('Whether the contract is to be registered, or to replace a registered one.', TRANSITIONS),
  ),
});

function docs(contract: ContractPackage, settings: RouteSettings): RouteDocs {
  return {
    operationId: 'validateContract',
    summary: 'Check a data contract',
    description:
      'The body is the text of the contract, so that lines and columns refer to it. A contract with ' +
      `errors gets status 200 and \`"ok": false\`. At most ${MAX_DIAGNOSTICS} diagnostics are returned; with more, ` +
      `\`truncated\` is true. The body may have ${validateContract.body?.maxBytes(settings)} bytes; its charset is UTF-8, ` +
      'whatever the content type says.',
    parameters: Object.entries(queryParams(contract)).map(([name, { schema }]) => {
      const { description, ...rest } = schema;
      return { name, description: String(description), schema: rest };
    }),
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
    schemas: contractVerdictSchemas(contract.RULE_CODES, MAX_DIAGNOSTICS),
  };
}
