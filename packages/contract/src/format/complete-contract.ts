import { CONFIG_KEY_OPTIONS, DEFAULT_CONFIG } from '../model/config.js';
import { decodeVariant, type Shape } from '../model/decoding.js';
import { TOKEN_SHAPE } from '../model/token-shape.js';
import { readJson } from '../source/read-json.js';
import { asObject, getInteger, getMember, type JsonNode, type ObjectNode } from '../source/json-node.js';
import { DEFAULT_TOKEN_VALUES } from '../update/token-defaults.js';

/** A JSON object whose integers beyond 2^53 are `bigint`. */
type Members = Readonly<Record<string, unknown>>;

/** Maps an object of a token to its members. Members of the same name mean the same everywhere. */
const TOKEN_OBJECTS: Readonly<Record<string, readonly string[]>> = {
  conventions: ['localizations', 'decimals'],
  keepsHistory: [
    'keepsTransferHistory',
    'keepsFreezingHistory',
    'keepsMintingHistory',
    'keepsBurningHistory',
    'keepsDirectPricingHistory',
    'keepsDirectPurchaseHistory',
  ],
  distributionRules: [
    'perpetualDistribution',
    'perpetualDistributionRules',
    'preProgrammedDistribution',
    'newTokensDestinationIdentity',
    'newTokensDestinationIdentityRules',
    'mintingAllowChoosingDestination',
    'mintingAllowChoosingDestinationRules',
    'changeDirectPurchasePricingRules',
  ],
  marketplaceRules: ['tradeMode', 'tradeModeChangeRules'],
};

const TOKEN_MEMBERS = [
  'conventions',
  'conventionsChangeRules',
  'baseSupply',
  'maxSupply',
  'keepsHistory',
  'startAsPaused',
  'allowTransferToFrozenBalance',
  'maxSupplyChangeRules',
  'distributionRules',
  'marketplaceRules',
  'manualMintingRules',
  'manualBurningRules',
  'freezeRules',
  'unfreezeRules',
  'destroyFrozenFundsRules',
  'emergencyActionRules',
  'mainControlGroup',
  'mainControlGroupCanBeModified',
  'description',
];

const DEFAULT_FORMAT = '0';

/**
 * Completes an accepted contract: returns the official JSON with every member, where the contract leaves out what has a default.
 * Integers beyond 2^53 are `bigint`; those that have no 64 bits are numbers, as in the official library. Tags of
 * tokens are text, also where the contract has their numbers.
 *
 * @param text the official JSON of a contract that `validateContract` accepts, as {@link officialContract} writes it.
 * @throws {RangeError} when the text is no JSON object.
 * @example
 * import { completeContract } from '@dapikit/contract';
 *
 * const contract = completeContract('{"$formatVersion": "1", "documentSchemas": {}}');
 * contract.config.sizedIntegerTypes; // => true
 * contract.keywords; // => []
 */
export function completeContract(text: string): Members {
  const { root } = readJson(text);
  if (root?.kind !== 'object') throw new RangeError('expected the JSON of a contract, found another value');
  const contract = membersOf(valueOf(root));
  const tokens = asObject(getMember(root, 'tokens'))?.members ?? [];
  const { $formatVersion } = tagged(contract);
  return {
    ...tagged(contract),
    // Official libraries give a contract without a config the one of its own format.
    config: completeConfig(membersOf(contract['config'] ?? { $formatVersion })),
    schemaDefs: contract['schemaDefs'] ?? null,
    documentSchemas: contract['documentSchemas'] ?? {},
    groups: contract['groups'] ?? {},
    tokens: Object.fromEntries(Array.from(tokens, ([position, token]) => [position, completeToken(token)])),
    keywords: contract['keywords'] ?? [],
    description: contract['description'] ?? null,
  };
}

function completeConfig(config: Members): Members {
  return {
    ...DEFAULT_CONFIG,
    ...Object.fromEntries(CONFIG_KEY_OPTIONS.map((name) => [name, null])),
    sizedIntegerTypes: true,
    ...tagged(config),
  };
}

const completeToken = (token: JsonNode): Members =>
  completeObject(membersOf(valueOf(token, TOKEN_SHAPE)), TOKEN_MEMBERS);

function completeObject(given: Members, names: readonly string[]): Members {
  const members = names.map((name): [string, unknown] => {
    const value = Object.hasOwn(given, name) ? given[name] : (DEFAULT_TOKEN_VALUES[name] ?? null);
    const inner = TOKEN_OBJECTS[name];
    return [name, inner === undefined ? value : completeObject(membersOf(value), inner)];
  });
  return { ...tagged(given), ...Object.fromEntries(members) };
}

/** Returns an object with its version under the current name, which older libraries write `$format_version`. */
function tagged({ $format_version: older, ...members }: Members): Members {
  return { ...members, $formatVersion: members['$formatVersion'] ?? older ?? DEFAULT_FORMAT };
}

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const [MIN_INTEGER, MAX_INTEGER] = [-(2n ** 63n), 2n ** 64n - 1n];

/** @param shape of a token, or of a value in one; its tags become text. */
function valueOf(node: JsonNode, shape?: Shape): unknown {
  switch (node.kind) {
    case 'null':
      return null;
    case 'object':
      return objectOf(node, shape);
    case 'array':
      return node.items.map((item) => valueOf(item));
    case 'number': {
      const { integer, value } = node;
      const isExact = Number.isSafeInteger(value) || integer === undefined;
      return isExact || integer < MIN_INTEGER || integer > MAX_INTEGER ? value : integer;
    }
    default:
      return node.value;
  }
}

function objectOf(node: ObjectNode, shape: Shape | undefined): Members {
  const variant = shape?.kind === 'choice' ? decodeVariant(node, shape) : undefined;
  const version = shape?.kind === 'record' ? getInteger(getMember(node, '$formatVersion')) : undefined;
  return Object.fromEntries([
    ...Array.from(node.members, ([name, member]) => [name, valueOf(member, shapeIn(shape, variant, name))]),
    ...(variant === undefined ? [] : [['$type', variant]]),
    ...(version === undefined ? [] : [['$formatVersion', String(version)]]),
  ]);
}

/** Returns the shape of a member of an object. */
function shapeIn(shape: Shape | undefined, variant: string | undefined, name: string): Shape | undefined {
  switch (shape?.kind) {
    case 'map':
      return shape.value;
    case 'record':
      return shape.fields[name]?.shape;
    case 'choice':
      return variant === undefined ? undefined : shape.variants[variant]?.[name]?.shape;
    default:
      return undefined;
  }
}
