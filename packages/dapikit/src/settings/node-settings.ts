import { maskedUrl, Mismatch, type JsonSchema } from '@dapikit/gateway';
import { UsageError } from '../program/option.js';
import { shownUrl } from './shown-url.js';

/** Describes a node as it is configured. */
export interface NodeSettings {
  readonly name: string;
  /** Without credentials. */
  readonly url: string;
  readonly credentials:
    | { readonly user: string; readonly password: string }
    | { readonly file: string }
    | { readonly userVariable: string; readonly passwordVariable: string }
    | undefined;
  readonly ca: string | undefined;
  readonly zmq: 'ask' | 'none' | readonly string[];
}

/** Returns whether a node has a name of its own, and not only its address. */
export const isNamed = ({ name, url }: NodeSettings): boolean => name !== new URL(url).host;

/** Lists the settings of a node, by name. */
export const NODE_MEMBERS = {
  url: {
    about: 'URL of its RPC server, such as http://127.0.0.1:9998; may contain user:password@',
    schema: { type: 'string', pattern: '^https?://' },
  },
  name: {
    about: 'name in metrics, logs and /readyz; by default the host and port of the URL',
    schema: { type: 'string' },
  },
  'credentials-file': {
    about:
      'file with one line user:password, such as the .cookie of the node; read again when the node rejects it',
    schema: { type: 'string' },
  },
  'user-env': { about: 'environment variable with the user', schema: { type: 'string' } },
  'password-env': { about: 'environment variable with the password', schema: { type: 'string' } },
  ca: {
    about: 'certificate authority of its HTTPS certificate (PEM file)',
    schema: { type: 'string' },
  },
  zmq: {
    about: 'ZMQ addresses of the node; ask to query the node for them, none to poll only',
    schema: {
      anyOf: [
        { enum: ['ask', 'none'] },
        { type: 'array', items: { type: 'string', pattern: '^(?:tcp|ipc)://' }, minItems: 1 },
      ],
      default: 'ask',
    },
  },
} as const satisfies Readonly<Record<string, { readonly about: string; readonly schema: JsonSchema }>>;

/** Names a setting of a node. */
export type NodeMember = keyof typeof NODE_MEMBERS;

/** Describes a node without further members: its URL alone. */
export const NODE_URL_SCHEMA: JsonSchema = {
  description: NODE_MEMBERS.url.about,
  ...NODE_MEMBERS.url.schema,
};

export const NODE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(NODE_MEMBERS).map(([name, { about, schema }]) => [
      name,
      { description: about, ...schema },
    ]),
  ),
  required: ['url'],
  dependentRequired: { 'user-env': ['password-env'], 'password-env': ['user-env'] },
  additionalProperties: false,
};

export function isNodeMember(name: string): name is NodeMember {
  return Object.hasOwn(NODE_MEMBERS, name);
}

/** Describes the texts of a node by member; only `zmq` may have several. `undefined` for a member that is given but unreadable. */
export type NodeTexts = ReadonlyMap<NodeMember, readonly string[] | undefined>;

/** Reports an error in the description of a node, and the member that has it. */
export class NodeError extends UsageError {
  constructor(
    message: string,
    readonly member: NodeMember | undefined,
  ) {
    super(message);
  }
}

/** Describes a node, and every error in its description. */
export interface ReadNode {
  /** `undefined` where anything is wrong or unreadable. */
  readonly node: NodeSettings | undefined;
  readonly errors: readonly NodeError[];
}

/** Reads a node from its texts. No password is in a message. */
export function readNode(given: NodeTexts): ReadNode {
  const errors: NodeError[] = [];
  const attempt = <Value>(read: () => Value): Value | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      errors.push(error);
      return undefined;
    }
  };
  const texts: NodeTexts = new Map(
    [...given].map(([member, values]) => [member, attempt(() => valuesOf(member, values))]),
  );
  const one = (member: NodeMember): string | undefined => texts.get(member)?.[0];
  const isUrlUnreadable = texts.has('url') && one('url') === undefined;
  const url = isUrlUnreadable ? undefined : attempt(() => readUrl(one('url')));
  const credentials = attempt(() => readCredentials(url, texts));
  const zmq = attempt(() => readZmq(texts.get('zmq') ?? ['ask']));
  const isReadable = errors.length === 0 && ![...texts.values()].includes(undefined);
  if (!isReadable || url === undefined || zmq === undefined) return { node: undefined, errors };
  const address = `${url.origin}${url.pathname === '/' ? '' : url.pathname}`;
  return { node: { name: one('name') ?? url.host, url: address, credentials, ca: one('ca'), zmq }, errors };
}

function valuesOf(member: NodeMember, values: readonly string[] | undefined): readonly string[] | undefined {
  if (values !== undefined && values.length > 1 && member !== 'zmq')
    throw new NodeError(`${member} is given more than once`, member);
  if (values?.includes('') === true) throw new NodeError(`${member} has no value`, member);
  return values;
}

function readUrl(text: string | undefined): URL {
  if (text === undefined) throw new NodeError('url is missing: set the URL of the node', undefined);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url;
  const suggestion = HOST_AND_PORT.test(text) ? `; did you mean http://${text}?` : '';
  throw new NodeError(
    `url: expected one such as http://127.0.0.1:9998, found ${shownUrl(text)}${suggestion}`,
    'url',
  );
}

const HOST_AND_PORT = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i;

function readCredentials(url: URL | undefined, texts: NodeTexts): NodeSettings['credentials'] {
  const one = (member: NodeMember): string | undefined => texts.get(member)?.[0];
  const [hasFile, hasUser, hasPassword] = [
    texts.has('credentials-file'),
    texts.has('user-env'),
    texts.has('password-env'),
  ];
  const isInUrl = url !== undefined && (url.username !== '' || url.password !== '');
  if ([isInUrl, hasFile, hasUser || hasPassword].filter(Boolean).length > 1)
    throw new NodeError(
      'credentials are given more than once: use one of url, credentials-file, or user-env and password-env',
      hasFile ? 'credentials-file' : 'user-env',
    );
  if (hasUser !== hasPassword)
    throw new NodeError(
      'give both user-env and password-env, or neither',
      hasUser ? 'user-env' : 'password-env',
    );
  if (isInUrl) return { user: decoded(url.username), password: decoded(url.password) };
  const [file, userVariable, passwordVariable] = [
    one('credentials-file'),
    one('user-env'),
    one('password-env'),
  ];
  if (file !== undefined) return { file };
  return userVariable === undefined || passwordVariable === undefined
    ? undefined
    : { userVariable, passwordVariable };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new NodeError('url: the credentials have a % that begins no escape: write it %25', 'url');
  }
}

const ZMQ_ADDRESS = /^(?:tcp:\/\/(?:\[[^\]]+\]|[^:[\]/]+):\d{1,5}|ipc:\/\/.+)$/;

function readZmq(texts: readonly string[]): NodeSettings['zmq'] {
  const [first] = texts;
  if (texts.length === 1 && (first === 'ask' || first === 'none')) return first;
  const wrong = texts.find((text) => !ZMQ_ADDRESS.test(text));
  if (wrong === undefined && texts.length > 0) return texts;
  throw new NodeError(
    `zmq: expected ask, none, or addresses such as tcp://127.0.0.1:29998, found ${JSON.stringify(wrong ?? [])}`,
    'zmq',
  );
}

/**
 * Reads nodes as they are written in a flag or in the environment: URLs with spaces between them, each with its other members behind
 * `?` as in a query: `http://127.0.0.1:9998?credentials-file=/var/lib/dash/.cookie&zmq=tcp://127.0.0.1:29998`.
 */
export function readNodesText(text: string): readonly NodeSettings[] | Mismatch {
  const read = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(readNodeText);
  const errors = read.flatMap(({ errors: found }, at) =>
    found.map(({ message }) => `node ${at + 1}: ${message}`),
  );
  if (errors.length > 0) return new Mismatch({ message: errors.join('; ') });
  const nodes = read.flatMap(({ node }) => node ?? []);
  const twice = nameGivenTwice(nodes);
  return twice === undefined
    ? nodes
    : new Mismatch({ message: `two nodes are called ${JSON.stringify(twice)}: give them names` });
}

function readNodeText(word: string): ReadNode {
  const [url = '', ...rest] = word.split('?');
  const query = rest.join('?');
  const members = [...new URLSearchParams(query)];
  const isUnknown = members.some(([member]) => !isNodeMember(member) || member === 'url');
  // The text before an @ may be the end of a password.
  if (isUnknown && query.includes('@'))
    return { node: undefined, errors: [new NodeError('url: the credentials have a ?: write it %3F', 'url')] };
  const texts = new Map<NodeMember, string[]>([['url', [url]]]);
  const errors: NodeError[] = [];
  for (const [member, value] of members) {
    if (isNodeMember(member) && member !== 'url') texts.set(member, [...(texts.get(member) ?? []), value]);
    else {
      const known = Object.keys(NODE_MEMBERS).slice(1).join(', ');
      const message = `unknown member ${JSON.stringify(member)}, expected one of ${known}`;
      errors.push(new NodeError(message, undefined));
    }
  }
  const { node, errors: others } = readNode(texts);
  return { node, errors: [...errors, ...others] };
}

/** Returns the name that two nodes have. */
export function nameGivenTwice(nodes: readonly NodeSettings[]): string | undefined {
  const names = nodes.map(({ name }) => name);
  return names.find((name, at) => names.indexOf(name) !== at);
}

/** Returns a node with its secrets hidden, by the members of the file. */
export function shownNode({
  name,
  url,
  credentials,
  ca,
  zmq,
}: NodeSettings): Readonly<Record<string, unknown>> {
  return {
    name,
    // The credentials of the URL are stored separately.
    url: credentials && 'user' in credentials ? maskedUrl(url.replace('://', '://@')) : url,
    ...(credentials && 'file' in credentials ? { 'credentials-file': credentials.file } : {}),
    ...(credentials && 'userVariable' in credentials
      ? { 'user-env': credentials.userVariable, 'password-env': credentials.passwordVariable }
      : {}),
    ...(ca === undefined ? {} : { ca }),
    zmq,
  };
}
