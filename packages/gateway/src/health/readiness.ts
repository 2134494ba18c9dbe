import { NodeUnavailable, type Layer1, type NodeStatus } from '@dapikit/chain';
import type { GatewaySettings } from '../settings.js';

/** Why traffic should go elsewhere. `code` is stable. */
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

/** Whether the gateway should get traffic, and what that was judged by. */
export interface Readiness {
  readonly isReady: boolean;
  readonly reasons: readonly UnreadyReason[];
  /** What the node told; `undefined` where it told nothing. */
  readonly node: NodeStatus | undefined;
  /** Since the median time of the last eleven blocks, in seconds. */
  readonly tipAge: number | undefined;
  /** Whether the store of the platform answers; `undefined` where there is none. The chain is served without it. */
  readonly isPlatformUp: boolean | undefined;
}

/** When a chain does not go on as it should. */
export type ReadinessSettings = Pick<GatewaySettings, 'readyMaxTipAge' | 'readyMaxBlocksBehind'>;

/** A probe waits no longer: it comes again. */
const LONGEST_LOOK_MS = 2_000;
/** However often somebody asks, the node is not asked more often. */
const KEPT_MS = 1_000;

/** Judges by the progress of the chain whether the gateway should get traffic. */
export class ReadinessCheck {
  readonly #layer1: Layer1;
  readonly #now: () => number;
  readonly #isPlatformUp: (() => Promise<boolean>) | undefined;
  #settings: ReadinessSettings;
  #isDraining = false;
  #look: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined;

  /**
   * @param now the present, in milliseconds since the epoch
   * @param isPlatformUp whether the store of the platform answers; absent where there is none
   */
  constructor(
    layer1: Layer1,
    settings: ReadinessSettings,
    now: () => number,
    isPlatformUp?: () => Promise<boolean>,
  ) {
    this.#isPlatformUp = isPlatformUp;
    this.#layer1 = layer1;
    this.#settings = settings;
    this.#now = now;
  }

  /** Judges by these from now on. */
  reconfigure(settings: ReadinessSettings): void {
    this.#settings = settings;
    this.#look = undefined;
  }

  /** From now on the gateway is not ready, whatever the chain does. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Never fails; asks the node at most once a second. */
  async check(): Promise<Readiness> {
    const at = this.#now();
    if (this.#look === undefined || Math.abs(at - this.#look.at) >= KEPT_MS) {
      this.#look = { at, readiness: this.#judge() };
    }
    const readiness = await this.#look.readiness;
    if (!this.#isDraining) return readiness;
    const reasons = [{ code: 'draining', message: 'the gateway is stopping' } as const, ...readiness.reasons];
    return { ...readiness, isReady: false, reasons };
  }

  async #judge(): Promise<Readiness> {
    const [ofChain, isPlatformUp] = await Promise.all([this.#judgeChain(), this.#isPlatformUp?.()]);
    return { ...ofChain, isPlatformUp };
  }

  async #judgeChain(): Promise<Omit<Readiness, 'isPlatformUp'>> {
    const deadline = AbortSignal.timeout(LONGEST_LOOK_MS);
    try {
      const node = await this.#layer1.status({ signal: deadline });
      const tipAge = Math.max(0, Math.floor(this.#now() / 1000) - node.medianTime);
      const reasons = shortcomings(node, tipAge, this.#settings);
      return { isReady: reasons.length === 0, reasons, node, tipAge };
    } catch (error) {
      const reason = deadline.aborted ? SLOW : failure(error);
      return { isReady: false, reasons: [reason], node: undefined, tipAge: undefined };
    }
  }
}

const SLOW: UnreadyReason = {
  code: 'node-unavailable',
  message: `no node told its status within ${LONGEST_LOOK_MS} ms`,
};

/** Nothing of an unforeseen error goes out, and no address of a node. */
function failure(error: unknown): UnreadyReason {
  return error instanceof NodeUnavailable
    ? { code: 'node-unavailable', message: `no node answers: ${error.reason}` }
    : { code: 'node-failed', message: 'the node does not tell its status' };
}

/** Blocks of a regtest chain come when somebody asks for one. */
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
    const message = `the node lacks ${behind} blocks of which it has the headers, at most ${readyMaxBlocksBehind} are allowed`;
    reasons.push({ code: 'blocks-behind', message });
  }
  if (readyMaxTipAge > 0 && network !== ON_DEMAND && tipAge * 1000 > readyMaxTipAge) {
    const message = `the median time of the last blocks is ${tipAge} s ago, at most ${readyMaxTipAge / 1000} s are allowed`;
    reasons.push({ code: 'tip-too-old', message });
  }
  return reasons;
}
