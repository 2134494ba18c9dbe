import { decode } from 'cborg';
import { exceededLimit } from '../../base/messages/json-limits.js';
import { countOf, memberAt, textOf } from '../../base/platform-status/loose-json.js';
import { GrpcError } from '../method/grpc-error.js';
import { readResponseText } from '../../base/platform-status/read-response-text.js';
import { GatewayError } from '../../base/gateway-error.js';

const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
/** A response has some hundred values at most. */
const RESPONSE_LIMITS = { maxJsonValues: 20_000, maxDepth: 64 };
/** Longer CBOR than that of any consensus error. */
const MAX_INFO_BYTES = 65_536;
const TIMEOUT_MS = 15_000;
const HEIGHT_TIMEOUT_MS = 1000;

/** Reports an error object of Tenderdash's RPC server. */
export class TenderdashError extends GatewayError {
  override readonly name = 'TenderdashError';

  /** @param text what it says in `data`, else in `message` */
  constructor(
    readonly code: number,
    readonly text: string,
  ) {
    super(text);
  }
}

/** Describes what Tenderdash says of a checked or executed state transition. */
export interface TransitionCheck {
  /** 0 for success; a consensus error otherwise. */
  readonly code: number;
  readonly text: string;
  /** The serialised consensus error. */
  readonly consensusError: Uint8Array | undefined;
}

/** Describes a state transition of a block. */
export interface CommittedTransition {
  readonly height: number;
  readonly bytes: Uint8Array;
  readonly check: TransitionCheck;
}

/** Calls the RPC server of Tenderdash. All methods reject with GrpcError where it does not answer, TenderdashError for its errors. */
export class TenderdashConnection {
  /** @param url such as `http://127.0.0.1:26657` */
  constructor(private readonly url: string) {}

  /** Returns the height of the latest block, within a second. */
  async height(): Promise<number> {
    const status = await this.#call('status', {}, AbortSignal.timeout(HEIGHT_TIMEOUT_MS));
    return heightOf(memberAt(status, 'sync_info', 'latest_block_height'));
  }

  /** Hands a state transition to the mempool, and waits for its check. */
  async broadcast(transition: Uint8Array): Promise<TransitionCheck> {
    return checkOf(await this.#call('broadcast_tx', { tx: base64(transition) }));
  }

  /** Checks a state transition against the state, and nothing else. */
  async check(transition: Uint8Array): Promise<TransitionCheck> {
    return checkOf(await this.#call('check_tx', { tx: base64(transition) }));
  }

  /** Returns whether the mempool has a state transition among its first 100. */
  async hasUnconfirmed(transition: Uint8Array): Promise<boolean> {
    const listed = memberAt(await this.#call('unconfirmed_txs', { limit: '100' }), 'txs');
    return Array.isArray(listed) && listed.includes(base64(transition));
  }

  /** Returns the state transition with a hash; undefined where no block has it. */
  async committed(hash: Uint8Array, signal?: AbortSignal): Promise<CommittedTransition | undefined> {
    try {
      const found = await this.#call('tx', { hash: base64(hash) }, signal);
      const result = memberAt(found, 'tx_result');
      if (result === undefined || result === null) return undefined;
      const bytes = Buffer.from(textOf(memberAt(found, 'tx')), 'base64');
      return { height: heightOf(memberAt(found, 'height')), bytes, check: checkOf(result) };
    } catch (error) {
      if (error instanceof TenderdashError && error.text.includes('not found')) return undefined;
      throw error;
    }
  }

  async #call(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const { ok, response } = await this.#post(
      { jsonrpc: '2.0', id: 1, method, params },
      signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    );
    const error = memberAt(response, 'error');
    if (error === undefined || error === null) {
      if (!ok) throw unavailable('an HTTP status of an error');
      return objectOf(memberAt(response, 'result'), 'result');
    }
    objectOf(error, 'error');
    const text = textOf(memberAt(error, 'data')) || textOf(memberAt(error, 'message'));
    throw new TenderdashError(Number(memberAt(error, 'code')), text);
  }

  async #post(body: object, signal: AbortSignal): Promise<{ ok: boolean; response: unknown }> {
    try {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(this.url, { method: 'POST', headers, body: JSON.stringify(body), signal });
      const text = await readResponseText(response, MAX_RESPONSE_BYTES);
      const exceeded = exceededLimit(text, RESPONSE_LIMITS);
      if (exceeded !== undefined) throw new RangeError(`a response exceeds ${exceeded}`);
      return { ok: response.ok, response: JSON.parse(text) as unknown };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw new GrpcError('deadlineExceeded', 'the platform did not answer in time', {}, { cause: error });
      throw new GrpcError('unavailable', 'Service unavailable', {}, { cause: error });
    }
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Returns the status for a response that is not what Tenderdash says. */
const unavailable = (found: string): GrpcError =>
  new GrpcError(
    'unavailable',
    'Service unavailable',
    {},
    { cause: new TypeError(`Tenderdash sent ${found}`) },
  );

function objectOf(value: unknown, name: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw unavailable(`${name} that is not an object`);
}

function heightOf(value: unknown): number {
  const height = countOf(value);
  if (height > 0) return height;
  throw unavailable('no height of a block');
}

/** Returns a code; 0 where there is none: Tenderdash may leave it out. */
function codeOf(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw unavailable('a code that is not a whole number');
}

function checkOf(result: unknown): TransitionCheck {
  const code = codeOf(memberAt(objectOf(result, 'tx_result'), 'code'));
  const info = infoOf(textOf(memberAt(result, 'info')));
  const text = textOf(memberAt(result, 'data')) || textOf(memberAt(info, 'message'));
  const data = memberAt(info, 'data');
  const error = memberAt(data, 'serializedError') ?? memberAt(data, 'serialized_error');
  return { code, text, consensusError: error instanceof Uint8Array ? error : undefined };
}

/** Decodes what Drive adds to a result: CBOR in Base64. Source: `error_mapping.rs` of rs-dapi in dashpay/platform. */
function infoOf(text: string): unknown {
  if (text.length > (MAX_INFO_BYTES * 4) / 3) return undefined;
  try {
    return text === '' ? undefined : (decode(Buffer.from(text, 'base64')) as unknown);
  } catch {
    return undefined;
  }
}
