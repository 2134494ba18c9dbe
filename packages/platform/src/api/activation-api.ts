import { JUDGED_PROTOCOLS } from '@dapikit/contract';
import { InputError } from '../base/errors/input-error.js';
import { NewerProtocolError } from '../base/errors/newer-protocol-error.js';
import { protocolOf } from '../state/chain/protocol.js';
import { readUnsigned, type IntegerInput } from '../state/input/read-input.js';
import { checkObject } from '../state/input/read-input.js';
import type { LocalPlatformStatus, StateApi } from './state-api.js';

/** Describes the activation of a protocol. */
export interface ActivateProtocol {
  /** A later version than that of the platform. */
  readonly version: number;
  /** The height of the first block of that protocol: blocks without transitions come before it. That of the next block when absent. */
  readonly height?: IntegerInput;
  /** True if proofs may end, where the trees of the protocol are not published. */
  readonly force?: boolean;
}

/** Upgrades a platform, as a network is upgraded. */
export interface ActivationApi {
  /**
   * Brings the state to a later protocol between two blocks. What is stored stays and keeps the rules that it was stored by: contracts
   * have those of the protocol of their registration or last update. A revert goes back to an earlier state, and not to an earlier
   * protocol. Rejects with `InputError` where the protocol is no later one, or ends proofs and `force` is not set.
   */
  activateProtocol(input: ActivateProtocol): Promise<LocalPlatformStatus>;
}

/** A running platform at one protocol. */
export interface RunningPlatform<Methods> {
  readonly methods: Methods;
  readonly protocolVersion: number;
  readonly hasTrees: boolean;
  /** Ends its work, and leaves the store open. */
  readonly end: () => Promise<void>;
}

/** Holds the height of the first block of a later protocol while it is awaited: those of the former protocol end before it. */
export interface AwaitedProtocol {
  height: bigint | undefined;
}

type Method = (...input: readonly unknown[]) => Promise<unknown>;

/** Most blocks that an activation makes before its own. */
const MAX_BLOCKS = 10_000n;

/**
 * Returns the methods of a platform that can be brought to a later protocol: those of the protocol that runs. A call whose block comes
 * after the activation is made again by the new protocol.
 *
 * @param start starts the platform of a protocol on the same store, and upgrades its state
 * @param awaited is set while blocks lead to an activation: the platform makes none from that height on
 */
export function withActivation<Methods extends Pick<StateApi, 'status' | 'mineBlock'> & object>(
  first: RunningPlatform<Methods>,
  start: (protocolVersion: number) => Promise<RunningPlatform<Methods>>,
  awaited: AwaitedProtocol,
): { readonly methods: Methods & ActivationApi; readonly end: () => Promise<void> } {
  let running = first;
  let activating: Promise<void> = Promise.resolve();
  const call = async (name: string, input: readonly unknown[]): Promise<unknown> => {
    const used = running;
    try {
      return await methodOf(used.methods, name)(...input);
    } catch (error) {
      if (!(error instanceof NewerProtocolError)) throw error;
      await activating.catch(() => undefined);
      if (running === used) throw error;
      return await methodOf(running.methods, name)(...input);
    }
  };
  const activate = async (input: ActivateProtocol): Promise<void> => {
    const { version, height } = readActivation(input, running);
    const former = running;
    try {
      await mineUpTo(running.methods, height, awaited);
      running = await start(version);
    } finally {
      awaited.height = undefined;
    }
    await former.end();
  };
  const names = Object.keys(first.methods);
  const methods = Object.fromEntries(
    names.map((name) => [name, async (...input: readonly unknown[]) => call(name, input)]),
  );
  return {
    methods: {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each has the name and the input that it had
      ...(methods as Methods),
      activateProtocol: async (input) => {
        activating = activating.catch(() => undefined).then(async () => activate(input));
        await activating;
        return running.methods.status();
      },
    },
    end: async () => {
      await activating.catch(() => undefined);
      await running.end();
    },
  };
}

function methodOf(methods: object, name: string): Method {
  const method: unknown = Reflect.get(methods, name);
  if (typeof method !== 'function') throw new TypeError(`no method ${name}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all methods of a platform are such functions
  return method as Method;
}

/** Reads an activation. @throws {InputError} */
function readActivation(
  input: ActivateProtocol,
  { protocolVersion, hasTrees }: Pick<RunningPlatform<unknown>, 'protocolVersion' | 'hasTrees'>,
): { readonly version: number; readonly height: bigint | undefined } {
  checkObject(input, 'the input of activateProtocol');
  const { version, height, force } = input;
  const later = JUDGED_PROTOCOLS.filter((one) => one > protocolVersion);
  if (!later.includes(version))
    throw new InputError('version', {
      problem: `the platform runs protocol ${protocolVersion}`,
      expected: later.length === 0 ? 'no activation: there is no later protocol' : later.join(', '),
      found: version,
    });
  if (hasTrees && protocolOf(version).unpublishedTrees && force !== true)
    throw new InputError('force', {
      problem: `proofs end at protocol ${version}, whose trees are not published`,
      expected: 'true',
      found: force,
      fix: 'pass force: true, or start the platform without proofs',
    });
  return { version, height: height === undefined ? undefined : readUnsigned(height, 'height') };
}

/** Makes blocks until the next one has a height, which nobody else makes. @throws {InputError} where that is past or too far away */
async function mineUpTo(
  { status, mineBlock }: Pick<StateApi, 'status' | 'mineBlock'>,
  height: bigint | undefined,
  awaited: AwaitedProtocol,
): Promise<void> {
  if (height === undefined) return;
  const next = ((await status()).block?.height ?? 0n) + 1n;
  if (height < next || height - next > MAX_BLOCKS)
    throw new InputError('height', {
      problem: `the next block has height ${next}`,
      expected: `a height from ${next} to ${next + MAX_BLOCKS}`,
      found: height,
    });
  awaited.height = height;
  try {
    for (;;) await mineBlock();
  } catch (error) {
    if (!(error instanceof NewerProtocolError)) throw error;
  }
}
