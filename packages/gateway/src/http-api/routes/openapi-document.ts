import { readFileSync } from 'node:fs';
import type { JsonSchema } from '../../base/method/method-docs.js';
import { JSON_RPC_REJECTION } from './json-rpc-docs.js';
import { PROBLEM_SCHEMA, PROBLEM_TYPE } from '../../base/http/problem-error.js';
import type { DocumentedProblem, Route, RouteDocs, RouteSettings } from './route.js';

/** Returns the errors that a route can have before its handler is called. */
export function problemsOf({ problems, body }: Route): readonly DocumentedProblem[] {
  return body === undefined ? [...problems, ...EVERYWHERE] : [...problems, ...EVERYWHERE, ...WITH_BODY];
}

const EVERYWHERE: readonly DocumentedProblem[] = [
  { status: 400, code: 'host-missing', when: 'an HTTP/1.1 request has no Host header' },
  { status: 400, code: 'host-repeated', when: 'a request has several Host headers' },
  { status: 431, code: 'too-many-headers', when: 'a request has more than 200 headers' },
  {
    status: 505,
    code: 'http-version-not-supported',
    when: 'the request uses neither HTTP/1.1 nor HTTP/1.0',
  },
  {
    status: 405,
    code: 'method-not-allowed',
    when: 'the path does not support the HTTP method; `Allow` lists the supported ones',
  },
  { status: 401, code: 'api-key-missing', when: 'an API key is required and missing' },
  { status: 401, code: 'api-key-unknown', when: 'the API key is unknown' },
  { status: 426, code: 'https-required', when: 'plain HTTP to a gateway with a certificate' },
  {
    status: 429,
    code: 'rate-limited',
    when: 'the client exceeded its rate limit; `Retry-After` has the seconds to wait',
  },
  {
    status: 500,
    code: 'internal-error',
    when: 'an internal error: see the log under the response’s `X-Request-Id`',
  },
];
const WITH_BODY: readonly DocumentedProblem[] = [
  {
    status: 503,
    code: 'overloaded',
    when: 'all clients together hold too much open; `Retry-After` has the seconds to wait',
  },
  { status: 415, code: 'unsupported-content-encoding', when: 'the body is compressed' },
];

/** Describes the parts of an OpenAPI document that other modules read. */
export interface OpenApiDocument extends Readonly<Record<string, unknown>> {
  readonly openapi: '3.1.0';
  /** Operations by path and verb. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** Returns an OpenAPI 3.1 document of these routes. */
export async function openApiDocument(
  routes: readonly Route[],
  settings: RouteSettings,
): Promise<OpenApiDocument> {
  const described = await Promise.all(
    routes.map(async (route) => [route, await route.docs(settings)] as const),
  );
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [route, docs] of described)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route, docs);
  return {
    openapi: '3.1.0',
    info: {
      title: 'dapikit',
      version: manifest.version,
      description: 'A layer-1 gateway for Dash, and the rules of a data contract.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.assign({ Problem: PROBLEM_SCHEMA }, ...described.map(([, { schemas }]) => schemas)),
    },
  };
}

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

const REQUEST_ID: JsonSchema = {
  description: 'The id of the request: that of the caller, or one of the gateway.',
  schema: { type: 'string' },
};

function operation(route: Route, docs: RouteDocs): JsonSchema {
  const { operationId, summary, description, parameters, requestBody, responses, extensions } = docs;
  const succeeding = Object.entries(responses).map(([status, response]) => [
    status,
    { ...response, headers: { 'X-Request-Id': REQUEST_ID } },
  ]);
  return {
    operationId,
    summary,
    description,
    ...(parameters.length === 0
      ? {}
      : { parameters: parameters.map((parameter) => ({ in: 'query', required: false, ...parameter })) }),
    ...(requestBody === undefined ? {} : { requestBody: { required: true, content: requestBody } }),
    responses: Object.fromEntries([...succeeding, ...failing(route)]),
    ...extensions,
  };
}

/** Returns the rejections of a route, by status. */
function failing(route: Route): (readonly [status: string, response: JsonSchema])[] {
  const content =
    route.errors === 'json-rpc'
      ? { 'application/json': { schema: JSON_RPC_REJECTION } }
      : { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } };
  const problems = route.errors === 'json-rpc' ? [] : problemsOf(route);
  const statuses = [...new Set(problems.map(({ status }) => status))].toSorted((a, b) => a - b);
  const documented = statuses.map((status) => {
    const ofStatus = problems.filter((problem) => problem.status === status);
    const description = ofStatus.map(({ code, when }) => `\`${code}\`: ${when}.`).join(' ');
    return [String(status), { description, content }] as const;
  });
  return [...documented, ['default', { description: 'A request that was rejected.', content }]];
}
