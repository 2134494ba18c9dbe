import { type IndexPosition } from '../keys/key-spaces.js';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import {
  entryDocumentId,
  entryPosition,
  indexPrefix,
  MAX_KEY_BYTES,
  type TypeLocation,
} from '../keys/key-spaces.js';
import { behindPrefix, tupleKey } from '../keys/tuple-key.js';
import type { Entry, StoreView } from '../../store/store.js';
import { maxKey, minKey, successor, valueRange } from './key-bounds.js';
import type { IndexLevel, IndexPlan, Selection } from '@dapikit/proof/document-query';

/** Describes the start of a walk: at a document, or after it. */
export interface WalkStart {
  readonly position: IndexPosition;
  readonly documentId: Uint8Array;
  readonly included: boolean;
}

type RangeSelection = Extract<Selection, { kind: 'range' }>;

/**
 * Goes through the entries of an index level by level. As soon as all the levels below go in one direction and are
 * unbounded, one scan reads the rest. Below values that together are too long for a key there is nothing.
 */
export class IndexWalk {
  readonly #found: Uint8Array[] = [];
  /** Values below which nothing was selected, where these use up the limit. */
  #empty = 0;

  constructor(
    private readonly view: StoreView,
    private readonly place: TypeLocation,
    private readonly plan: IndexPlan,
    private readonly start: WalkStart | undefined,
  ) {}

  /** Returns the ids of the documents, as many as the plan allows. */
  async run(): Promise<Uint8Array[]> {
    await this.#walk([], this.start);
    return this.#found;
  }

  get #left(): number {
    return this.plan.limit - this.#found.length - this.#empty;
  }

  /** @param start only while the position is the one of the start so far. */
  async #walk(position: IndexPosition, start: WalkStart | undefined): Promise<void> {
    const at = position.length;
    const level = this.plan.levels[at];
    if (level === undefined) {
      await this.#scan(position, { kind: 'range' }, this.plan.idsDescending, start);
    } else if (level.select.kind === 'keys') {
      for (const key of level.descending ? level.select.keys.toReversed() : level.select.keys) {
        if (this.#left === 0) return;
        const compared = this.#comparedToStart(key, at, level, start);
        if (compared >= 0) await this.#enter([...position, key], compared === 0 ? start : undefined);
      }
    } else if (this.#isUniform(at)) {
      await this.#scan(position, level.select, level.descending, start);
    } else {
      await this.#step(position, level, level.select, start);
    }
  }

  /** Walks what is below a value. Where nothing there uses up the limit, a value that exists does. */
  async #enter(position: IndexPosition, start: WalkStart | undefined): Promise<void> {
    const before = this.#left;
    await this.#walk(position, start);
    if (this.plan.emptyBranchesUseLimit === undefined || this.#left < before) return;
    const from = indexPrefix(this.place, this.plan.index, position);
    if (from.length > MAX_KEY_BYTES) return;
    const [entry] = await this.view.scan({ from, to: behindPrefix(from), limit: 1 });
    if (entry !== undefined) this.#empty += 1;
  }

  /** Walks a level value by value, each found by a scan of one entry. */
  async #step(
    position: IndexPosition,
    level: IndexLevel,
    select: RangeSelection,
    start: WalkStart | undefined,
  ): Promise<void> {
    const { descending } = level;
    const prefix = indexPrefix(this.place, this.plan.index, position);
    if (prefix.length > MAX_KEY_BYTES) return;
    let { from, to } = valueRange(prefix, select);
    const startKey = start?.position[position.length];
    if (startKey !== undefined) {
      const at = concatBytes([prefix, tupleKey(startKey)]);
      if (descending) to = minKey(to, behindPrefix(at));
      else from = maxKey(from, at);
    }
    while (this.#left > 0 && compareBytes(from, to) < 0) {
      const [entry] = await this.view.scan({ from, to, reverse: descending, limit: 1 });
      const key = entry && entryPosition(entry.key)[position.length];
      if (key === undefined) return;
      const isStart = startKey !== undefined && compareBytes(key, startKey) === 0;
      await this.#enter([...position, key], isStart ? start : undefined);
      const walked = concatBytes([prefix, tupleKey(key)]);
      if (descending) to = walked;
      else from = behindPrefix(walked);
    }
  }

  /** Scans all entries of a level and those below it. */
  async #scan(
    position: IndexPosition,
    select: RangeSelection,
    descending: boolean,
    start: WalkStart | undefined,
  ): Promise<void> {
    const prefix = indexPrefix(this.place, this.plan.index, position);
    if (prefix.length > MAX_KEY_BYTES) return;
    let { from, to } = valueRange(prefix, select);
    if (start !== undefined) {
      const at = concatBytes([indexPrefix(this.place, this.plan.index, start.position), start.documentId]);
      const isBehind = start.included === descending;
      if (descending) to = minKey(to, isBehind ? successor(at) : at);
      else from = maxKey(from, isBehind ? successor(at) : at);
    }
    if (this.#left === 0 || compareBytes(from, to) >= 0) return;
    const entries = await this.view.scan({ from, to, reverse: descending, limit: this.#left });
    this.#found.push(...entries.map(({ key }: Entry) => entryDocumentId(key)));
  }

  /** Returns whether the levels below one are unbounded and go in its direction, as the ids do. */
  #isUniform(at: number): boolean {
    const { levels, idsDescending } = this.plan;
    const descending = levels[at]?.descending;
    const below = levels.slice(at + 1);
    return (
      idsDescending === descending &&
      below.every(({ select, descending: own }) => own === descending && isUnbounded(select))
    );
  }

  /** Returns whether a key comes before (below 0), at (0) or behind the start in the direction of its level. */
  #comparedToStart(
    key: Uint8Array,
    at: number,
    { descending }: IndexLevel,
    start: WalkStart | undefined,
  ): number {
    const startKey = start?.position[at];
    return startKey === undefined ? 1 : compareBytes(key, startKey) * (descending ? -1 : 1);
  }
}

const isUnbounded = (select: Selection): boolean =>
  select.kind === 'range' && select.from === undefined && select.to === undefined;
