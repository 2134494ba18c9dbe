import { DEFAULT_CONFIG, CONFIG_KEY_OPTIONS } from '../model/config.js';
import type { ContractShape } from '../model/contract-model.js';
import { getFormatTag } from '../model/format-tag.js';
import type { Diagnostic } from '../diagnostic/diagnostic.js';
import { encodeIdentifier, readIdentifier } from '../model/identifier.js';
import { detectShape, type Form } from '../model/contract-shape.js';
import { LIMITS } from '../protocol/limits.js';
import { NEWEST_RELEASED_PROTOCOL, getProtocol } from '../protocol/protocol-versions.js';
import { getMember, getText, type JsonNode, type ObjectNode } from '../source/json-node.js';
import { describeReplaced } from '../rules/computed-members.js';
import { readJson } from '../source/read-json.js';
import { readValue } from '../source/read-value.js';

/** Lists the members to add to a contract that lacks them. */
export interface OfficialMembers {
  /** Base58. */
  readonly id: string;
  /** Base58. */
  readonly ownerId: string;
  readonly version: number;
}

/** Configures {@link officialContract}. */
export interface OfficialContractOptions {
  /** One of `PROTOCOL_VERSIONS`; the newest released one when absent. It decides the formats of missing parts. */
  readonly protocolVersion?: number;
  /** Form of the input: a whole contract, or only its document types; detected when absent. */
  readonly form?: Form;
  /** Baseline in the official JSON, whose other members an update by bare document types keeps. */
  readonly registered?: string;
  /** True to replace the id and the owner that the contract has by the given ones: a registration computes them. */
  readonly replacesIds?: boolean;
}

/** Holds a contract in the official JSON, and its original form. */
export interface OfficialContract {
  readonly text: string;
  readonly shape: ContractShape;
  /** Id and owner of the contract, or the given ones if it has none; undefined if malformed. */
  readonly id: string | undefined;
  readonly ownerId: string | undefined;
  /** The hint at an id or owner that others replace; none where they are equal, or missing. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Converts a contract to the official JSON, which the official libraries accept. Existing members are unchanged,
 * numbers with all their digits; members of the other forms are copied if the official JSON has them.
 *
 * Does not check the contract: use `validateContract`.
 *
 * @param contract JSON text, or a JSON value, in any form that `validateContract` accepts.
 * @param members for a contract without them; bare document types never have them.
 * @returns undefined when the input is no JSON object, or nested too deeply.
 * @throws {InvalidOptionError} when `protocolVersion` is not one of `PROTOCOL_VERSIONS`.
 */
export function officialContract(
  contract: unknown,
  members: OfficialMembers,
  {
    protocolVersion = NEWEST_RELEASED_PROTOCOL,
    form = 'auto',
    registered,
    replacesIds = false,
  }: OfficialContractOptions = {},
): OfficialContract | undefined {
  const protocol = getProtocol(protocolVersion);
  const { root: given, depth } = typeof contract === 'string' ? readJson(contract) : readValue(contract);
  if (given?.kind !== 'object' || depth > LIMITS.jsonDepth) return undefined;
  const shape = detectShape(given, form);
  const replaced = replacesIds ? listReadableIds(given, shape) : [];
  const root = withoutMembers(given, replaced);
  const formats = {
    contract: protocol.contractFormats.at(-1) ?? '0',
    config: protocol.configFormats.at(-1) ?? '0',
  };
  const said = (name: 'id' | 'ownerId'): string | undefined => {
    const node = shape === 'documents' ? undefined : getMember(root, name);
    return node === undefined ? members[name] : getText(node);
  };
  return {
    text: writeObject(ENTRIES[shape](root, { members, formats, registered })),
    shape,
    id: said('id'),
    ownerId: said('ownerId'),
    diagnostics: explainReplaced(given, replaced, members),
  };
}

type IdName = 'id' | 'ownerId';
const ID_NAMES = ['id', 'ownerId'] as const;

/** Lists the id and the owner that a whole contract has. Malformed ones stay, and are reported. */
const listReadableIds = (root: ObjectNode, shape: ContractShape): readonly IdName[] =>
  ID_NAMES.filter((name) => {
    const node = shape === 'documents' ? undefined : getMember(root, name);
    return readIdentifier(node) !== undefined && (shape !== 'official' || node?.kind === 'string');
  });

const withoutMembers = (root: ObjectNode, names: readonly string[]): ObjectNode => ({
  ...root,
  members: new Map([...root.members].filter(([name]) => !names.includes(name))),
});

function explainReplaced(
  root: ObjectNode,
  replaced: readonly IdName[],
  members: OfficialMembers,
): readonly Diagnostic[] {
  const others = replaced.filter((name) => {
    const bytes = readIdentifier(getMember(root, name));
    return (
      bytes !== undefined && encodeIdentifier(bytes) !== members[name] && bytes.some((byte) => byte !== 0)
    );
  });
  return others.length === 0 ? [] : [describeReplaced(others)];
}

interface Given {
  readonly members: OfficialMembers;
  readonly formats: { readonly contract: string; readonly config: string };
  readonly registered: string | undefined;
}

const ENTRIES: Readonly<Record<ContractShape, (root: ObjectNode, given: Given) => readonly Entry[]>> = {
  official: (root, { members }) => [...listMissingMembers(root, members), ...listEntries(root)],
  specification: (root, { members, formats }) => [
    ['$formatVersion', JSON.stringify(formats.contract)],
    ...listMissingMembers(root, members),
    ...copyMembers(root, ['id', 'ownerId', 'version']),
    ['config', configText(root, formats.config)],
    ['documentSchemas', toJsonText(getMember(root, 'documents')) ?? '{}'],
    ...copyMembers(root, ['$defs']).map(([, defs]): Entry => ['schemaDefs', defs]),
    ...copyMembers(root, ['groups', 'tokens', 'keywords', 'description']),
  ],
  documents: (root, { members, formats, registered }) => {
    const before = registered === undefined ? undefined : readJson(registered).root;
    if (before?.kind !== 'object')
      return [
        ['$formatVersion', JSON.stringify(formats.contract)],
        ...listMissingMembers(undefined, members),
        ['config', configText(undefined, formats.config)],
        ['documentSchemas', writeJson(root)],
      ];
    const after: ReadonlyMap<string, string> = new Map([
      ...listMissingMembers(undefined, members),
      ['documentSchemas', writeJson(root)],
    ]);
    return listEntries(before).map(([name, value]) => [name, after.get(name) ?? value]);
  },
};

type Entry = readonly [name: string, text: string];

const listMissingMembers = (
  root: ObjectNode | undefined,
  { id, ownerId, version }: OfficialMembers,
): Entry[] =>
  Object.entries({ id, ownerId, version })
    .filter(([name]) => root?.members.has(name) !== true)
    .map(([name, value]) => [name, JSON.stringify(value)]);

const copyMembers = (root: ObjectNode, names: readonly string[]): Entry[] =>
  names.flatMap((name) => {
    const value = toJsonText(getMember(root, name));
    return value === undefined ? [] : [[name, value] as const];
  });

const OPTIONS = [...Object.keys(DEFAULT_CONFIG), ...CONFIG_KEY_OPTIONS, 'sizedIntegerTypes'];

/**
 * Writes the config. In the specification's form options can also be beside the document types; those of `config`
 * take precedence.
 */
function configText(root: ObjectNode | undefined, format: string): string {
  const config = getMember(root, 'config');
  const options = OPTIONS.flatMap((name) => {
    const value = toJsonText(getMember(config, name) ?? getMember(root, name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return writeObject([
    ['$formatVersion', toJsonText(getFormatTag(config)) ?? JSON.stringify(format)],
    ...options,
  ]);
}

const listEntries = (root: ObjectNode): Entry[] =>
  [...root.members].map(([name, value]) => [name, writeJson(value)]);

const toJsonText = (node: JsonNode | undefined): string | undefined =>
  node === undefined ? undefined : writeJson(node);

/** Writes a value as JSON with all the digits of its integers. */
function writeJson(node: JsonNode): string {
  switch (node.kind) {
    case 'null':
      return 'null';
    case 'number':
      return node.integer === undefined ? String(node.value) : String(node.integer);
    case 'boolean':
    case 'string':
      return JSON.stringify(node.value);
    case 'array':
      return `[${node.items.map(writeJson).join(',')}]`;
    default:
      return writeObject(listEntries(node));
  }
}

const writeObject = (entries: readonly Entry[]): string =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
