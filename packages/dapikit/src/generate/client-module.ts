import {
  formatDocComment,
  quotePropertyName,
  toPascalCase,
  type ContractDescription,
  type DocumentTypeDescription,
} from '@dapikit/contract';
import type { TokensAndGroups } from './contract-tokens.js';
import { aggregatesOf, indexMethods, isProvable, type IndexMethod } from './index-methods.js';
import { TOKEN_TYPES, tokenInterface, tokenMembers } from './token-members.js';

/** Holds the parts of a client beside its document types. */
interface ClientParts {
  /** Name of the contract, such as `notes`. */
  readonly name: string;
  readonly tokens: TokensAndGroups;
  /** Price of a contest. */
  readonly contestCredits: bigint;
}

/**
 * Writes the module with the client: an interface a document type, which has what its options and indices allow, and the function that makes it.
 * @param names of the interfaces of data by document type
 */
export function clientModule(
  { documentTypes, protocolVersion }: ContractDescription,
  names: ReadonlyMap<string, string>,
  { name, tokens, contestCredits }: ClientParts,
): string {
  const client = clientName(name);
  const types = documentTypes
    .filter((type) => names.has(type.name))
    .map((type) => ({ type, data: names.get(type.name) ?? '', methods: indexMethods(type) }));
  const bodies = [
    ...types.map(({ type, data, methods }) => collectionType({ type, data, methods }, contestCredits)),
    clientType(client, types, tokens),
    clientFunction(client, types, tokens, protocolVersion),
  ];
  return [importsOf(bodies.join('\n'), types), ...bodies].join('\n\n').concat('\n');
}

/** Returns the name of the client: `my-notes` gives `MyNotes`. */
function clientName(text: string): string {
  const name = toPascalCase(text);
  return /^[\p{ID_Start}]/u.test(name) ? name : `Contract${name}`;
}

interface ClientType {
  readonly type: DocumentTypeDescription;
  /** Name of the interface of data. */
  readonly data: string;
  readonly methods: readonly IndexMethod[];
}

/** Types of `@dapikit/client` that a client may need. */
const RUNTIME_TYPES = [
  'Averaged',
  'ContestAgreement',
  'ContractOptions',
  'Counted',
  'Documents',
  'Ordered',
  'Payment',
  'Prefixed',
  'Ranged',
  'Summed',
  ...TOKEN_TYPES,
];

/** Names the types that the modules of a client use beside its documents. @param name of the contract */
export const reservedNames = (name: string): readonly string[] => [
  ...RUNTIME_TYPES,
  'ConnectedSdk',
  'ContractClient',
  'DocumentShape',
  'Promise',
  'Readonly',
  'RejectionCode',
  'RejectionNotes',
  clientName(name),
];

function importsOf(code: string, types: readonly ClientType[]): string {
  const used = RUNTIME_TYPES.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const documents = types.flatMap(({ type, data }) =>
    isCreatable(type) || type.documentsMutable ? [data, `${data}Document`] : [`${data}Document`],
  );
  // A contract may have tokens only.
  const hasTypes = types.length > 0;
  return [
    `import { ContractClient, type ConnectedSdk, ${used.map((name) => `type ${name}`).join(', ')} } from '@dapikit/client';`,
    ...(hasTypes
      ? [`import type { ${['Identifier', ...documents].join(', ')} } from './documents.js';`]
      : []),
    "import { REJECTIONS } from './rejections.js';",
    ...(hasTypes ? ["import { SHAPES } from './shapes.js';"] : []),
    '',
    "export * from './documents.js';",
    "export type { RejectionCode } from './rejections.js';",
  ].join('\n');
}

const isCreatable = ({ creationRestrictionMode }: DocumentTypeDescription): boolean =>
  creationRestrictionMode !== 2;

/** Returns whether documents of a type can be deleted: the network rejects that where it keeps their history. */
export const isDeletable = ({ canBeDeleted, documentsKeepHistory }: DocumentTypeDescription): boolean =>
  canBeDeleted && !documentsKeepHistory;

/** Writes the interface of the documents of a type: what its options do not allow is not there. */
function collectionType({ type, data, methods }: ClientType, contestCredits: bigint): string {
  const document = `${data}Document`;
  const members = [
    '/** Returns a document by its id. */',
    `get(id: Identifier): Promise<${document} | undefined>;`,
    '/** Reads all documents in the order of their ids. */',
    `all(): ${[`Documents<${document}>`, ...aggregatesOf(type.aggregates)].join(' & ')};`,
    ...writes(type, data, contestCredits),
    ...methods.flatMap((method) => describeMethod(method, document)),
  ];
  return [
    ...formatDocComment(
      [
        `Documents of type ${JSON.stringify(type.name)}.`,
        ...type.indices
          .filter((index) => !isProvable(index))
          .map(({ name }) => `The index ${JSON.stringify(name)} has no method: it names a property twice.`),
      ],
      '',
    ),
    `export interface ${data}Collection {`,
    ...members.map((member) => `  ${member}`),
    '}',
  ].join('\n');
}

function writes(type: DocumentTypeDescription, data: string, contestCredits: bigint): string[] {
  const document = `${data}Document`;
  const { tokenCost: cost } = type;
  const changes = `{ readonly [Name in keyof ${data}]?: ${data}[Name] | null }`;
  const written: (readonly [boolean, string, string, object | undefined])[] = [
    [
      isCreatable(type),
      `${createNote(type)}${contestNote(type, contestCredits)}`,
      `create(data: ${data}$): Promise<${document}>;`,
      cost.create,
    ],
    [
      type.documentsMutable,
      'Replaces properties; `null` removes one, and the others stay.',
      `replace(document: ${document}, changes: ${changes}$): Promise<${document}>;`,
      cost.replace,
    ],
    [isDeletable(type), 'Deletes a document.', `delete(document: ${document}$): Promise<void>;`, cost.delete],
    [
      type.transferable === 1,
      'Gives a document to another identity.',
      `transfer(document: ${document}, recipient: Identifier$): Promise<${document}>;`,
      cost.transfer,
    ],
    [
      type.tradeMode === 1,
      'Offers a document for a price in credits. A replace, a transfer or a sale ends the offer.',
      `setPrice(document: ${document}, credits: bigint$): Promise<${document}>;`,
      cost.update_price,
    ],
    [
      type.tradeMode === 1,
      'Buys a document for its price in credits.',
      `purchase(document: ${document}, credits: bigint$): Promise<${document}>;`,
      cost.purchase,
    ],
  ];
  return written
    .filter(([isAllowed]) => isAllowed)
    .flatMap(([, about, signature, price]) => [
      `/** ${about}${priceOf(price)} */`,
      signature.replace('$', parameterOf(price, type, signature)),
    ]);
}

/** Returns the parameter with which the caller agrees to a price. */
function parameterOf(price: object | undefined, type: DocumentTypeDescription, signature: string): string {
  const isContest = hasContest(type) && signature.startsWith('create(');
  if (price !== undefined) return `, payment: Payment${isContest ? ' & ContestAgreement' : ''}`;
  return isContest ? ', payment?: ContestAgreement' : '';
}

const hasContest = ({ indices }: DocumentTypeDescription): boolean =>
  indices.some(({ contested }) => contested !== undefined);

const createNote = ({ creationRestrictionMode }: DocumentTypeDescription): string =>
  creationRestrictionMode === 0
    ? 'Creates a document.'
    : 'Creates a document: only the owner of the contract can.';

const contestNote = (type: DocumentTypeDescription, credits: bigint): string =>
  hasContest(type)
    ? ` Where masternodes vote on who gets its values, that costs ${credits} credits more, and the document is not among the others before it wins.`
    : '';

const priceOf = (price: object | undefined): string => {
  if (price === undefined) return '';
  const { amount, tokenPosition, contractId } = Object(price);
  const from = contractId === undefined ? '' : ` of contract ${contractId}`;
  return ` It costs ${amount} of token ${tokenPosition}${from}.`;
};

/** Writes the overloads of an index: one for each number of values. */
function describeMethod({ name, index, fields, overloads }: IndexMethod, document: string): string[] {
  const lost = fields.filter(({ mustBePresent }) => mustBePresent).map(({ path }) => path);
  return [
    ...formatDocComment(
      [
        `Reads by the index ${JSON.stringify(index.name)}: ${index.properties.join(', ')}.`,
        ...(lost.length === 0
          ? []
          : [
              `Documents without ${lost.join(', ')} are not among them: the index is unique, and no proof shows these.`,
            ]),
      ],
      '',
    ),
    ...overloads.map(({ where, result }) => {
      const values = where.map(({ path, type }) => `readonly ${quotePropertyName(path)}: ${type}`).join('; ');
      return `${name}(${values === '' ? '' : `where: { ${values} }`}): ${result(document)};`;
    }),
  ];
}

function clientType(client: string, types: readonly ClientType[], tokens: TokensAndGroups): string {
  const members = tokenInterface(tokens);
  return [
    `/** The documents of the contract${members.length === 0 ? '' : ', and its tokens and groups'}. */`,
    `export interface ${client} {`,
    ...types.map(({ type, data }) => `  readonly ${quotePropertyName(type.name)}: ${data}Collection;`),
    ...members,
    '}',
  ].join('\n');
}

function clientFunction(
  client: string,
  types: readonly ClientType[],
  tokens: TokensAndGroups,
  protocolVersion: number,
): string {
  return [
    '/**',
    ' * Connects the documents of the contract with an SDK.',
    ' * @param sdk an `EvoSDK` that is connected.',
    ' */',
    `export function create${client}(sdk: ConnectedSdk, options: ContractOptions): ${client} {`,
    `  const client = new ContractClient(sdk, options, { protocolVersion: ${protocolVersion}, rejections: REJECTIONS });`,
    '  return {',
    ...types.map(
      ({ type, data }) =>
        `    ${quotePropertyName(type.name)}: client.documents<${data}Collection>(SHAPES[${JSON.stringify(type.name)}]),`,
    ),
    ...tokenMembers(client, tokens),
    '  };',
    '}',
  ].join('\n');
}
