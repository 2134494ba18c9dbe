import { NodeUnavailableError, type Layer1, type NodeStatus } from '@dapikit/chain';
import type { NodeReport } from '../../base/observe/metrics.js';
import type { GatewaySettings } from '../../settings/settings.js';

/** Says why traffic should go elsewhere. `code` is stable. */
export interface UnreadyReason {
  readonly code:
    | 'draining'
    | 'node-unavailable'
    | 'node-failed'
    | 'initial-block-download'
    | 'blocks-behind'
    | 'tip-too-old';
  readonly message: string;
}

/** Says whether the gateway should get traffic, with the facts that decided it. */
export interface Readiness {
  readonly isReady: boolean;
  readonly reasons: readonly UnreadyReason[];
  /** The status of the node; `undefined` where it did not respond. */
  readonly node: NodeStatus | undefined;
  /** Since the median time of the last eleven blocks, in seconds. */
  readonly tipAge: number | undefined;
  /** True if the store of the platform responds; `undefined` where there is none. The chain is served without it. */
  readonly isPlatformUp: boolean | undefined;
  /** The nodes behind the gateway; none for a chain in this process. */
  readonly nodes: readonly NodeReport[];
}

/** Limits the delay of a healthy chain. */
export type ReadinessSettings = Pick<GatewaySettings, 'readyMaxTipAge' | 'readyMaxBlocksBehind'>;

/** The time limit of a probe. */
const MAX_PROBE_MS = 2_000;
/** The cache TTL of a probe, which limits the requests to the node. */
const CACHE_TTL_MS = 1_000;

/** Judges by the progress of the chain whether the gateway should get traffic. */
export class ReadinessCheck {
  readonly #layer1: Layer1;
  readonly #now: () => number;
  readonly #isPlatformUp: (() => Promise<boolean>) | undefined;
  readonly #nodes: () => readonly NodeReport[];
  #settings: ReadinessSettings;
  #isDraining = false;
  #probe: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined;

  /**
   * @param now the present, in milliseconds since the epoch
   * @param isPlatformUp whether the store of the platform responds; absent where there is none
   * @param nodes the state of the nodes behind `layer1`
   */
  constructor(
    layer1: Layer1,
    settings: ReadinessSettings,
    now: () => number,
    isPlatformUp?: () => Promise<boolean>,
    nodes: () => readonly NodeReport[] = () => [],
  ) {
    this.#nodes = nodes;
    this.#isPlatformUp = isPlatformUp;
    this.#layer1 = layer1;
    this.#settings = settings;
    this.#now = now;
  }

  /** Judges by these from now on. */
  reconfigure(settings: ReadinessSettings): void {
    this.#settings = settings;
    this.#probe = undefined;
  }

  /** Makes the gateway unready from now on, whatever the chain does. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Returns the readiness. Never fails; sends the node at most one request a second. */
  async check(): Promise<Readiness> {
    const at = this.#now();
    if (this.#probe === undefined || Math.abs(at - this.#probe.at) >= CACHE_TTL_MS) {
      this.#probe = { at, readiness: this.#judge() };
    }
    const readiness = await this.#probe.readiness;
    if (!this.#isDraining) return readiness;
    const reasons = [{ code: 'draining', message: 'the gateway is stopping' } as const, ...readiness.reasons];
    return { ...readiness, isReady: false, reasons };
  }

  async #judge(): Promise<Readiness> {
    const [ofChain, isPlatformUp] = await Promise.all([this.#judgeChain(), this.#isPlatformUp?.()]);
    return { ...ofChain, isPlatformUp, nodes: this.#nodes() };
  }

  async #judgeChain(): Promise<Omit<Readiness, 'isPlatformUp' | 'nodes'>> {
    const deadline = AbortSignal.timeout(MAX_PROBE_MS);
    try {
      const node = await this.#layer1.status({ signal: deadline });
      const tipAge = Math.max(0, Math.floor(this.#now() / 1000) - node.medianTime);
      const reasons = shortcomings(node, tipAge, this.#settings);
      return { isReady: reasons.length === 0, reasons, node, tipAge };
    } catch (error) {
      const reason = deadline.aborted ? SLOW : failure(error, this.#nodes());
      return { isReady: false, reasons: [reason], node: undefined, tipAge: undefined };
    }
  }
}

const SLOW: UnreadyReason = {
  code: 'node-unavailable',
  message: `no node returned its status within ${MAX_PROBE_MS} ms`,
};

/** Returns why no node returned its status. Nothing of an unforeseen error goes out, and no address of a node. */
function failure(error: unknown, nodes: readonly NodeReport[]): UnreadyReason {
  return error instanceof NodeUnavailableError
    ? { code: 'node-unavailable', message: `no node answers: ${summaryOf(nodes) ?? error.reason}` }
    : { code: 'node-failed', message: 'the node does not return its status' };
}

/** Returns the failures of the nodes, such as `2 connection refused, 1 syncing`; `undefined` without nodes. */
function summaryOf(nodes: readonly NodeReport[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { failure, state } of nodes) {
    const what = failure ?? state;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const summaries = [...counts].map(([what, count]) => (nodes.length === 1 ? what : `${count} ${what}`));
  return summaries.length === 0 ? undefined : summaries.join(', ');
}

/** Blocks of a regtest chain come on request only. */
const ON_DEMAND = 'regtest';

function shortcomings(
  { isInitialBlockDownload, headersHeight, tip, network }: NodeStatus,
  tipAge: number,
  { readyMaxBlocksBehind, readyMaxTipAge }: ReadinessSettings,
): UnreadyReason[] {
  const behind = headersHeight - tip.height;
  const reasons: UnreadyReason[] = [];
  if (isInitialBlockDownload && network !== ON_DEMAND) {
    reasons.push({ code: 'initial-block-download', message: 'the node fetches the blocks of the past' });
  }
  if (behind > readyMaxBlocksBehind) {
    const message = `the node lags ${behind} blocks behind its headers; at most ${readyMaxBlocksBehind} are allowed`;
    reasons.push({ code: 'blocks-behind', message });
  }
  if (readyMaxTipAge > 0 && network !== ON_DEMAND && tipAge * 1000 > readyMaxTipAge) {
    const message = `the median time of the last blocks is ${tipAge} s ago, at most ${readyMaxTipAge / 1000} s are allowed`;
    reasons.push({ code: 'tip-too-old', message });
  }
  return reasons;
}
