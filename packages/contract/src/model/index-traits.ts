import { readCountable } from './aggregates.js';
import type { Index } from './contract-model.js';
import { isAlwaysPresent, listTexts } from './type-traits.js';
import {
  asObject,
  getBoolean,
  getInteger,
  getMember,
  getText,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';

/** Lists the names of the properties of an index. */
export const listNames = ({ entries }: Index): string[] => entries.map(({ key }) => String(key));

/** Returns whether a flag of an index is on. */
export const isOn = ({ node }: Index, ...flags: readonly string[]): boolean =>
  flags.some((flag) => getBoolean(getMember(node, flag)) === true);

/** Names the rankings of an index. */
export const RANKINGS = ['rankedCountable', 'rankedSummable', 'rankedAverageable'] as const;

/** Holds a ranking of an index that is on. */
export interface Ranking {
  readonly name: (typeof RANKINGS)[number];
  readonly node: JsonNode;
  /** Properties whose groups it ranks: the last one, or those of `at`. */
  readonly levels: readonly string[];
  /** True if it has the form {"at": …}. */
  readonly isAtLevels: boolean;
}

/** Lists the rankings of an index. */
export function listRankings(index: Index): Ranking[] {
  return RANKINGS.flatMap((name): Ranking[] => {
    const node = getMember(index.node, name);
    if (node?.kind === 'boolean' && node.value)
      return [{ name, node, levels: listNames(index).slice(-1), isAtLevels: false }];
    return node?.kind === 'object'
      ? [{ name, node, levels: readNames(getMember(node, 'at')), isAtLevels: true }]
      : [];
  });
}

/** Reads a name, or a list of names. */
export function readNames(node: JsonNode | undefined): string[] {
  const name = getText(node);
  return name === undefined ? listTexts(node) : [name];
}

/** Returns whether an index counts its documents. */
export const counts = (index: Index): boolean =>
  readCountable(getMember(index.node, 'countable')) === 'yes' ||
  isOn(index, 'rangeCountable', 'rangeAverageable') ||
  getMember(index.node, 'averageable') !== undefined;

/** Returns whether an index sums a property of its documents. */
export const sums = (index: Index): boolean =>
  ['summable', 'averageable'].some((name) => getText(getMember(index.node, name)) !== undefined);

/** Holds the windows or bands of an index. */
export interface Bucket {
  readonly kind: 'timeRange' | 'integerRange';
  readonly node: ObjectNode;
  readonly on: string;
  readonly range: bigint;
  readonly step: bigint;
  readonly phase: bigint;
  readonly ttl: bigint | undefined;
}

/** Reads the well-formed buckets of an index. */
export function readBucket({ node: index }: Index): Bucket | undefined {
  for (const kind of ['timeRange', 'integerRange'] as const) {
    const node = asObject(getMember(index, kind));
    const [range, step] = ['range', 'step'].map((name) => getInteger(getMember(node, name)));
    const phase = getMember(node, 'phase');
    const on = getText(getMember(node, 'on'));
    const start = phase === undefined ? 0n : getInteger(phase);
    if (
      node === undefined ||
      on === undefined ||
      range === undefined ||
      step === undefined ||
      start === undefined
    )
      continue;
    if (range < 1n || step < 1n || start < 0n) continue;
    return { kind, node, on, range, step, phase: start, ttl: getInteger(getMember(node, 'ttl')) };
  }
  return undefined;
}

/** Returns whether an index has buckets, also malformed ones. */
export const isBucketed = ({ node }: Index): boolean =>
  getMember(node, 'timeRange') !== undefined || getMember(node, 'integerRange') !== undefined;

/** Writes the key of the level at which a bucketed property is stored. */
export const writeBucketKey = ({ on, range, step, phase }: Bucket): string =>
  `${on}#${range}#${step}${phase === 0n ? '' : `#${phase}`}`;

/** Lists the keys of the levels of an index: names, and buckets in the place of the property that they divide. */
export function listLevels(index: Index): string[] {
  const bucket = readBucket(index);
  const names = listNames(index);
  return bucket === undefined || names[0] !== bucket.on ? names : [writeBucketKey(bucket), ...names.slice(1)];
}

/** Lists the components of the key of an entry: `$ownerId` where `terminal` is absent. */
export const listTerminal = ({ node }: Index): string[] => {
  const terminal = getMember(node, 'terminal');
  return terminal === undefined ? ['$ownerId'] : readNames(terminal);
};

/** Returns whether an index counts the entries of another one. */
export const isCounter = ({ node }: Index): boolean => getMember(node, 'summableOffCountIndex') !== undefined;

/** Lists the properties without which a document has no entry in an index; none where it skips nothing. */
export function listSkipped(index: Index): string[] {
  const { node, documentType } = index;
  const skip = getMember(node, 'skipIfAbsent');
  if (skip?.kind === 'array') return listTexts(skip);
  if (!(skip?.kind === 'boolean' && skip.value)) return [];
  return listNames(index).filter(
    (name) => documentType.fields.has(name) && !isAlwaysPresent(documentType, name),
  );
}

/** Returns whether an index skips documents. */
export const isSkipping = ({ node }: Index): boolean => {
  const skip = getMember(node, 'skipIfAbsent');
  return skip?.kind === 'array' || (skip?.kind === 'boolean' && skip.value);
};

/** Returns whether entries of an index stay after their documents. */
export const outlivesDelete = (index: Index): boolean => isOn(index, 'outlivesDelete');
