import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { DevChain } from '@dapikit/chain';
import {
  DEFAULT_SETTINGS,
  methods,
  problemsOf,
  routes,
  type Route,
  type RouteContext,
  type RouteParameter,
} from '@dapikit/gateway';
import { createExampleDispatch, SILENT_LOG } from './example-dispatch.js';
import { fillPage } from './fill-page.js';
import { fence, joinParts, jsonBlock, table } from './markdown.js';

/** The chain of the examples. */
type ServedChain = Pick<RouteContext, 'dispatch' | 'layer1'>;

/** Returns http.md: the HTTP routes. */
export async function httpPage(chain: DevChain): Promise<string> {
  const dispatch = createExampleDispatch(chain, methods);
  const sections: string[] = [];
  for (const route of routes) sections.push(await routeSection(route, { dispatch, layer1: chain }));
  return fillPage('http.md', {
    routes: table(['route', 'what it does', 'errors'], await Promise.all(routes.map(routeRow))),
    sections: joinParts(sections),
  });
}

async function routeRow({ method, path, errors, docs }: Route): Promise<string[]> {
  const { summary } = await docs(DEFAULT_SETTINGS);
  return [`\`${method} ${path}\``, summary, errors === 'problem' ? 'problems' : 'JSON-RPC'];
}

async function routeSection(route: Route, served: ServedChain): Promise<string> {
  const { method, path, errors, docs } = route;
  const { description, parameters, requestBody = {} } = await docs(DEFAULT_SETTINGS);
  const bodies = Object.keys(requestBody).map((type) => `\`${type}\``);
  return joinParts([
    `## ${method} ${path}`,
    description,
    ...(bodies.length === 0 ? [] : [`Its body: ${bodies.join(' or ')}.`]),
    ...(parameters.length === 0
      ? []
      : [table(['query parameter', 'values', 'default', 'what it is'], parameters.map(parameterRow))]),
    ...(errors === 'problem' ? [problemTable(route)] : []),
    ...(await routeExample(route, served)),
  ]);
}

function problemTable(route: Route): string {
  return table(
    ['status', '`code`', 'when'],
    problemsOf(route).map(({ status, code, when }) => [String(status), `\`${code}\``, when]),
    [0],
  );
}

async function routeExample(
  { method, path, example, open }: Route,
  served: ServedChain,
): Promise<readonly string[]> {
  if (example === undefined) return [];
  const handle = open({
    ...served,
    routes,
    readiness: { check: () => Promise.reject(new Error('no example requests the readiness')) },
    settings: DEFAULT_SETTINGS,
    log: SILENT_LOG,
  });
  const request = new IncomingMessage(new Socket());
  const { body } = await handle({
    query: example.query,
    body: Buffer.from(example.body),
    requestId: 'docs',
    request,
  });
  const response: unknown = JSON.parse(String(body));
  return [
    `\`${method} ${path}${example.query === '' ? '' : `?${example.query}`}\` with`,
    fence('json', example.body),
    'returns',
    jsonBlock(response),
  ];
}

function parameterRow({ name, description, schema }: RouteParameter): string[] {
  const choices: unknown = schema['enum'];
  const values = Array.isArray(choices)
    ? choices.map((value) => `\`${String(value)}\``).join(', ')
    : `${String(schema['minimum'])} to ${String(schema['maximum'])}`;
  return [`\`${name}\``, values, `\`${String(schema['default'])}\``, description];
}
