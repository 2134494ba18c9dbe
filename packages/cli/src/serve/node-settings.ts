import { UsageError } from '../option.js';
import { maskedUrl } from './masked-url.js';
import type { JsonSchema } from './setting.js';

/** A node as it is configured. */
export interface NodeSettings {
  readonly name: string;
  /** Without the credentials that stood in it. */
  readonly url: string;
  readonly credentials:
    | { readonly user: string; readonly password: string }
    | { readonly file: string }
    | { readonly userVariable: string; readonly passwordVariable: string }
    | undefined;
  readonly ca: string | undefined;
  readonly zmq: 'ask' | 'none' | readonly string[];
}

/** What is said of a node, by name. */
export const NODE_MEMBERS = {
  url: {
    about: 'of its RPC server, such as http://127.0.0.1:9998; may have user:password@ in it',
    schema: { type: 'string', pattern: '^https?://' },
  },
  name: {
    about: 'in metrics and logs; the host and port of the URL unless said otherwise',
    schema: { type: 'string' },
  },
  'credentials-file': {
    about:
      'file with one line user:password, such as the .cookie of the node; read again when the node refuses it',
    schema: { type: 'string' },
  },
  'user-env': { about: 'environment variable with the user', schema: { type: 'string' } },
  'password-env': { about: 'environment variable with the password', schema: { type: 'string' } },
  ca: {
    about: 'PEM file of the authority that signed its certificate, for https',
    schema: { type: 'string' },
  },
  zmq: {
    about: 'addresses at which it publishes; ask the node itself (ask), or poll only (none)',
    schema: {
      anyOf: [
        { enum: ['ask', 'none'] },
        { type: 'array', items: { type: 'string', pattern: '^(?:tcp|ipc)://' }, minItems: 1 },
      ],
      default: 'ask',
    },
  },
} as const satisfies Readonly<Record<string, { readonly about: string; readonly schema: JsonSchema }>>;

/** The name of something that is said of a node. */
export type NodeMember = keyof typeof NODE_MEMBERS;

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

/** What was said of a node: texts by member; only `zmq` may have several. */
export type NodeTexts = ReadonlyMap<NodeMember, readonly string[]>;

/** What is wrong with a node, and of which member. */
export class NodeMistake extends UsageError {
  constructor(
    message: string,
    readonly member: NodeMember | undefined,
  ) {
    super(message);
  }
}

/**
 * A node from what was said of it.
 * @throws {NodeMistake} for what cannot be; what stands in a URL is not in the message, as there may be a password in it.
 */
export function readNode(texts: NodeTexts): NodeSettings {
  for (const [member, [...given]] of texts) {
    if (given.length > 1 && member !== 'zmq')
      throw new NodeMistake(`${member}: expected one value, found several`, member);
    if (given.some((value) => value === ''))
      throw new NodeMistake(`${member}: expected a value, found none`, member);
  }
  const one = (member: NodeMember): string | undefined => texts.get(member)?.[0];
  const url = readUrl(one('url'));
  const stated = `${url.origin}${url.pathname === '/' ? '' : url.pathname}`;
  return {
    name: one('name') ?? url.host,
    url: stated,
    credentials: readCredentials(url, one),
    ca: one('ca'),
    zmq: readZmq(texts.get('zmq') ?? ['ask']),
  };
}

function readUrl(text: string | undefined): URL {
  if (text === undefined) throw new NodeMistake('expected the url of the node, found none', undefined);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new NodeMistake('url: expected one such as http://127.0.0.1:9998, found something else', 'url');
  return url;
}

function readCredentials(
  url: URL,
  one: (member: NodeMember) => string | undefined,
): NodeSettings['credentials'] {
  const file = one('credentials-file');
  const userVariable = one('user-env');
  const passwordVariable = one('password-env');
  const hasUser = url.username !== '' || url.password !== '';
  const kinds = [hasUser, file !== undefined, userVariable !== undefined || passwordVariable !== undefined];
  if (kinds.filter(Boolean).length > 1)
    throw new NodeMistake(
      'expected the credentials once, found several of: in url, credentials-file, user-env and password-env',
      file === undefined ? 'user-env' : 'credentials-file',
    );
  if (hasUser) return { user: decoded(url.username), password: decoded(url.password) };
  if (file !== undefined) return { file };
  if (userVariable === undefined && passwordVariable === undefined) return undefined;
  if (userVariable === undefined || passwordVariable === undefined)
    throw new NodeMistake(
      'user-env and password-env go together: give both, or neither',
      userVariable === undefined ? 'password-env' : 'user-env',
    );
  return { userVariable, passwordVariable };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new NodeMistake('url: the credentials have a % that begins no escape: write it %25', 'url');
  }
}

const ZMQ_ADDRESS = /^(?:tcp:\/\/(?:\[[^\]]+\]|[^:[\]/]+):\d{1,5}|ipc:\/\/.+)$/;

function readZmq(texts: readonly string[]): NodeSettings['zmq'] {
  const [first] = texts;
  if (texts.length === 1 && (first === 'ask' || first === 'none')) return first;
  const wrong = texts.find((text) => !ZMQ_ADDRESS.test(text));
  if (wrong === undefined && texts.length > 0) return texts;
  throw new NodeMistake(
    `zmq: expected ask, none, or addresses such as tcp://127.0.0.1:29998, found ${JSON.stringify(wrong ?? [])}`,
    'zmq',
  );
}

/**
 * Nodes as they are written in a flag or in the environment: URLs with spaces between them, each with its other members behind
 * `?` as in a query: `http://127.0.0.1:9998?credentials-file=/var/lib/dash/.cookie&zmq=tcp://127.0.0.1:29998`.
 * @throws {UsageError} for what cannot be.
 */
export function readNodesText(text: string, name: string): readonly NodeSettings[] {
  const nodes = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word, at) => {
      try {
        return readNode(textsOf(word));
      } catch (error) {
        throw error instanceof UsageError
          ? new UsageError(`${name}: node ${at + 1}: ${error.message}`)
          : error;
      }
    });
  const twice = nameGivenTwice(nodes);
  if (twice !== undefined)
    throw new UsageError(`${name}: two nodes are called ${JSON.stringify(twice)}: give them names`);
  return nodes;
}

function textsOf(word: string): NodeTexts {
  const [url = '', ...rest] = word.split('?');
  const texts = new Map<NodeMember, string[]>([['url', [url]]]);
  for (const [member, value] of new URLSearchParams(rest.join('?'))) {
    if (!isNodeMember(member) || member === 'url')
      throw new NodeMistake(
        `there is no member ${JSON.stringify(member)}, expected one of ${Object.keys(NODE_MEMBERS).slice(1).join(', ')}`,
        undefined,
      );
    texts.set(member, [...(texts.get(member) ?? []), value]);
  }
  return texts;
}

/** The name that two nodes have. */
export function nameGivenTwice(nodes: readonly NodeSettings[]): string | undefined {
  const names = nodes.map(({ name }) => name);
  return names.find((name, at) => names.indexOf(name) !== at);
}

/** A node with its secrets hidden, by the members of the file. */
export function shownNode({
  name,
  url,
  credentials,
  ca,
  zmq,
}: NodeSettings): Readonly<Record<string, unknown>> {
  return {
    name,
    // The credentials that stood in it are kept apart.
    url: credentials && 'user' in credentials ? maskedUrl(url.replace('://', '://@')) : url,
    ...(credentials && 'file' in credentials ? { 'credentials-file': credentials.file } : {}),
    ...(credentials && 'userVariable' in credentials
      ? { 'user-env': credentials.userVariable, 'password-env': credentials.passwordVariable }
      : {}),
    ...(ca === undefined ? {} : { ca }),
    zmq,
  };
}
