import { CONFIG_DEFAULTS, CONFIG_KEY_OPTIONS } from '../model/config.js';
import type { ContractShape } from '../model/contract-frame.js';
import { formatTag } from '../model/format-tag.js';
import { shapeOf, type Form } from '../model/shape.js';
import { LIMITS } from '../protocol/limits.js';
import { NEWEST_PROTOCOL, PROTOCOLS } from '../protocol/protocol-rules.js';
import { member, textOf, type JsonNode, type ObjectNode } from '../source/json-node.js';
import { readJson } from '../source/read-json.js';
import { readValue } from '../source/read-value.js';

/** What a contract is given where it does not say it. */
export interface OfficialMembers {
  /** Base58. */
  readonly id: string;
  /** Base58. */
  readonly ownerId: string;
  readonly version: number;
}

/** How {@link officialContract} reads. */
export interface OfficialContractOptions {
  /** 1 to 13; the newest when absent: it decides about the formats of what is not written yet. */
  readonly protocolVersion?: number;
  /** What the input is: a whole contract, or only its document types; told apart by shape when absent. */
  readonly form?: Form;
  /** The registered contract in the official JSON that bare document types update: they keep all else of it. */
  readonly registered?: string;
}

/** A contract in the official JSON, and what it was before. */
export interface OfficialContract {
  readonly text: string;
  readonly shape: ContractShape;
  /** What it says about its id and its owner: what was given when it says nothing, nothing when it says something odd. */
  readonly id: string | undefined;
  readonly ownerId: string | undefined;
}

/**
 * A contract in the official JSON: what the official libraries take. Members that are there stay as they are, numbers with
 * all their digits; of members without a meaning in the other forms only those are kept that the official JSON has.
 *
 * Whether the network takes the contract is not asked: that is `validateContract`.
 *
 * @param contract JSON text, or the value that it stands for, in any form that `validateContract` takes.
 * @param members for where the contract does not say them; bare document types never do.
 * @returns nothing when the input is no JSON object, or nests deeper than contracts can.
 * @throws {RangeError} when `protocolVersion` is not one of `PROTOCOL_VERSIONS`.
 */
export function officialContract(
  contract: unknown,
  members: OfficialMembers,
  { protocolVersion = NEWEST_PROTOCOL, form = 'auto', registered }: OfficialContractOptions = {},
): OfficialContract | undefined {
  const protocol = PROTOCOLS.get(protocolVersion);
  if (protocol === undefined)
    throw new RangeError(
      `expected a protocol version from 1 to ${NEWEST_PROTOCOL}, found ${protocolVersion}`,
    );
  const { root, depth } = typeof contract === 'string' ? readJson(contract) : readValue(contract);
  if (root?.kind !== 'object' || depth > LIMITS.jsonDepth) return undefined;
  const shape = shapeOf(root, form);
  const formats = {
    contract: protocol.contractFormats.at(-1) ?? '0',
    config: protocol.configFormats.at(-1) ?? '0',
  };
  const said = (name: 'id' | 'ownerId'): string | undefined => {
    const node = shape === 'documents' ? undefined : member(root, name);
    return node === undefined ? members[name] : textOf(node);
  };
  return {
    text: jsonObject(ENTRIES[shape](root, { members, formats, registered })),
    shape,
    id: said('id'),
    ownerId: said('ownerId'),
  };
}

interface Given {
  readonly members: OfficialMembers;
  readonly formats: { readonly contract: string; readonly config: string };
  readonly registered: string | undefined;
}

const ENTRIES: Readonly<Record<ContractShape, (root: ObjectNode, given: Given) => readonly Entry[]>> = {
  official: (root, { members }) => [...absent(root, members), ...entriesOf(root)],
  specification: (root, { members, formats }) => [
    ['$formatVersion', JSON.stringify(formats.contract)],
    ...absent(root, members),
    ...kept(root, ['id', 'ownerId', 'version']),
    ['config', configText(root, formats.config)],
    ['documentSchemas', text(member(root, 'documents')) ?? '{}'],
    ...kept(root, ['$defs']).map(([, defs]): Entry => ['schemaDefs', defs]),
    ...kept(root, ['groups', 'tokens', 'keywords', 'description']),
  ],
  documents: (root, { members, formats, registered }) => {
    const before = registered === undefined ? undefined : readJson(registered).root;
    if (before?.kind !== 'object')
      return [
        ['$formatVersion', JSON.stringify(formats.contract)],
        ...absent(undefined, members),
        ['config', configText(undefined, formats.config)],
        ['documentSchemas', jsonText(root)],
      ];
    const after: ReadonlyMap<string, string> = new Map([
      ...absent(undefined, members),
      ['documentSchemas', jsonText(root)],
    ]);
    return entriesOf(before).map(([name, value]) => [name, after.get(name) ?? value]);
  },
};

type Entry = readonly [name: string, text: string];

const absent = (root: ObjectNode | undefined, { id, ownerId, version }: OfficialMembers): Entry[] =>
  Object.entries({ id, ownerId, version })
    .filter(([name]) => root?.members.has(name) !== true)
    .map(([name, value]) => [name, JSON.stringify(value)]);

const kept = (root: ObjectNode, names: readonly string[]): Entry[] =>
  names.flatMap((name) => {
    const value = text(member(root, name));
    return value === undefined ? [] : [[name, value] as const];
  });

const OPTIONS = [...Object.keys(CONFIG_DEFAULTS), ...CONFIG_KEY_OPTIONS, 'sizedIntegerTypes'];

/** In the specification's form options may stand beside the document types; those of `config` count more. */
function configText(root: ObjectNode | undefined, format: string): string {
  const config = member(root, 'config');
  const options = OPTIONS.flatMap((name) => {
    const value = text(member(config, name) ?? member(root, name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return jsonObject([['$formatVersion', text(formatTag(config)) ?? JSON.stringify(format)], ...options]);
}

const entriesOf = (root: ObjectNode): Entry[] =>
  [...root.members].map(([name, value]) => [name, jsonText(value)]);

const text = (node: JsonNode | undefined): string | undefined =>
  node === undefined ? undefined : jsonText(node);

/** A value as JSON with all the digits of its integers. */
function jsonText(node: JsonNode): string {
  switch (node.kind) {
    case 'null':
      return 'null';
    case 'number':
      return node.integer === undefined ? String(node.value) : String(node.integer);
    case 'boolean':
    case 'string':
      return JSON.stringify(node.value);
    case 'array':
      return `[${node.items.map(jsonText).join(',')}]`;
    default:
      return jsonObject(entriesOf(node));
  }
}

const jsonObject = (entries: readonly Entry[]): string =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
