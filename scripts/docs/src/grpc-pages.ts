import { ScalarType, type DescEnum, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { GRPC_CODES, loadGrpcMethods, type GrpcMethod, type GrpcStatusName } from '@dapikit/gateway';
import { fillPage } from './fill-page.js';
import { cell, joinParts, table } from './markdown.js';

/** The statuses that every method can end with. */
const COMMON_STATUSES: readonly (readonly [status: GrpcStatusName, when: string])[] = [
  ['cancelled', 'the client cancelled the call, or its connection closed'],
  ['deadlineExceeded', 'the deadline of the client passed'],
  [
    'resourceExhausted',
    'the request is too large, the client is over its rate limit, or it reads too slowly',
  ],
  ['unauthenticated', 'API keys are required, and the request has none that is valid'],
  ['failedPrecondition', 'the method is unknown'],
  ['unavailable', 'the gateway closes'],
  [
    'internal',
    'the request is not valid protobuf, or the gateway failed; the log has the error under the request id',
  ],
];

const KINDS: Readonly<Record<GrpcMethod['kind'], string>> = {
  unary: 'one response',
  'server-stream': 'a stream of responses',
  'bidi-stream': 'streams in both directions',
};

/** Returns grpc.md, the tables of services and methods, and in grpc/ a page of each service and each method. */
export async function grpcPages(): Promise<ReadonlyMap<string, string>> {
  const methods = await loadGrpcMethods();
  const services = new Map<string, GrpcMethod[]>();
  for (const method of methods) {
    const { typeName } = method.descriptor.parent;
    services.set(typeName, [...(services.get(typeName) ?? []), method]);
  }
  return new Map([
    ['grpc.md', indexPage(services, methods)],
    ...Array.from(services, ([name, ofService]): [string, string] => [
      `grpc/${shortName(name)}.md`,
      servicePage(name, ofService),
    ]),
    ...methods.map((method): [string, string] => [`grpc/${pageName(method)}`, methodPage(method)]),
  ]);
}

function indexPage(
  services: ReadonlyMap<string, readonly GrpcMethod[]>,
  methods: readonly GrpcMethod[],
): string {
  return fillPage('grpc.md', {
    services: table(
      ['service', 'methods'],
      Array.from(services, ([name, { length }]) => [`\`${name}\``, String(length)]),
      [1],
    ),
    methods: methodTable(methods, ({ descriptor }) => descriptor.name),
    statuses: statusTable(COMMON_STATUSES),
  });
}

function servicePage(name: string, methods: readonly GrpcMethod[]): string {
  return `${joinParts([`# ${name}`, methodTable(methods, linkTo), '[All services](../grpc.md)'])}\n`;
}

const linkTo = (method: GrpcMethod): string => `[${method.descriptor.name}](${pageName(method)})`;

function methodTable(methods: readonly GrpcMethod[], named: (method: GrpcMethod) => string): string {
  return table(
    ['method', 'summary', 'served', 'units'],
    methods.map((method) => {
      const { summary, served, cost = 1 } = method;
      const isServed = served === 'here' ? 'yes' : 'no';
      return [named(method), cell(summary), isServed, String(cost)];
    }),
    [3],
  );
}

function methodPage(method: GrpcMethod): string {
  const { descriptor, summary, description, errors = [], kind, cost = 1 } = method;
  const { parent, name, input, output } = descriptor;
  const units = cost === 1 ? '1 unit' : `${cost} units`;
  return `${joinParts([
    `# ${name}`,
    `${summary}. A method of [\`${parent.typeName}\`](${shortName(parent.typeName)}.md) with ${KINDS[kind]}; a call costs ${units}.`,
    ...(description === undefined ? [] : [description]),
    `Path: \`/${parent.typeName}/${name}\``,
    '## Request',
    messageTables(input),
    '## Response',
    messageTables(output),
    ...(errors.length === 0
      ? []
      : ['## Statuses', statusTable(errors.map(({ status, when }) => [status, when] as const))]),
    '[Statuses of every method](../grpc.md#statuses-of-every-method)',
  ])}\n`;
}

function statusTable(statuses: readonly (readonly [status: GrpcStatusName, when: string])[]): string {
  return table(
    ['status', 'code', 'when'],
    statuses.map(([status, when]) => [
      status.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      String(GRPC_CODES[status]),
      cell(when),
    ]),
    [1],
  );
}

/** Returns the fields of a message and of all that it contains, a table each. */
function messageTables(root: DescMessage): string {
  const parts: string[] = [];
  for (const message of containedMessages(root)) {
    parts.push(`**${localName(message)}**`);
    parts.push(message.fields.length === 0 ? 'No fields.' : fieldTable(message));
  }
  return joinParts(parts);
}

function fieldTable(message: DescMessage): string {
  return table(
    ['number', 'field', 'type'],
    message.fields.map((field) => [String(field.number), `\`${field.name}\``, describeField(field)]),
    [0],
  );
}

function containedMessages(message: DescMessage, found = new Set<DescMessage>()): Set<DescMessage> {
  if (found.has(message)) return found;
  found.add(message);
  for (const field of message.fields)
    if (field.message !== undefined) containedMessages(field.message, found);
  return found;
}

function describeField(field: DescField): string {
  const repeated = field.fieldKind === 'list' ? 'repeated ' : '';
  const choice = field.oneof === undefined ? '' : `, one of \`${field.oneof.name}\``;
  const optional = field.fieldKind !== 'list' && field.proto.proto3Optional ? 'optional ' : '';
  return `${repeated}${optional}${typeOf(field)}${choice}`;
}

function typeOf(field: DescField): string {
  if (field.message !== undefined) return localName(field.message);
  if (field.enum !== undefined) return enumText(field.enum);
  return field.scalar === undefined ? 'map' : (ScalarType[field.scalar]?.toLowerCase() ?? 'bytes');
}

const enumText = (type: DescEnum): string =>
  `${localName(type)} (${type.values.map(({ name, number }) => `${number} ${name}`).join(', ')})`;

/** Returns a name without its package. */
const localName = ({ typeName, file }: DescMessage | DescEnum): string =>
  typeName.slice(file.proto.package.length + 1);

const shortName = (service: string): string => service.slice(service.lastIndexOf('.') + 1).toLowerCase();

const pageName = ({ descriptor }: GrpcMethod): string =>
  `${shortName(descriptor.parent.typeName)}-${descriptor.name}.md`;
