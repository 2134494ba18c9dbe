import { isObject } from '../json/json-values.js';

/** Describes a block by its height and hash. */
export interface Tip {
  readonly height: number;
  readonly hash: string;
}

/** Describes the server, as far as it offers something to this page. */
export interface Server {
  /** The chain, such as `main` or `regtest`; absent where the server does not know it. */
  readonly network?: string;
  /** The last block, as it was when the page was opened. */
  readonly tip?: Tip;
  /** True if the controls of a development chain are open to this browser. */
  readonly controls: boolean;
  /** True if a local platform is open to this browser. */
  readonly platform: boolean;
  /** Time after which an attack on a contract tries nothing new, in seconds; absent where the server attacks none for this browser. */
  readonly attackSeconds?: number;
  /** True if the server verifies its network and trusts no peer. */
  readonly verifies: boolean;
  /** True if the page stands alone: no server of dapikit answers it. */
  readonly isStatic: boolean;
  /** The program as a shell calls it: npx would ask a registry for it where it is not installed. */
  readonly program: string;
}

/** Says that nothing is known of a server. */
export const NO_SERVER: Server = {
  controls: false,
  platform: false,
  verifies: false,
  isStatic: false,
  program: 'dapikit',
};

/** Loads what the server offers; nothing where it does not say. Never rejects. */
export async function loadServer(): Promise<Server> {
  try {
    const response: unknown = await (await fetch('studio/server.json')).json();
    return isObject(response) ? readServer(response) : NO_SERVER;
  } catch {
    return NO_SERVER;
  }
}

function readServer({
  network,
  tip,
  controls,
  platform,
  attackSeconds,
  verifies,
  isStatic,
  program,
}: Readonly<Record<string, unknown>>): Server {
  const last = readTip(tip);
  return {
    ...(typeof network === 'string' && { network }),
    ...(last && { tip: last }),
    ...(typeof attackSeconds === 'number' && { attackSeconds }),
    controls: controls === true,
    platform: platform === true,
    verifies: verifies === true,
    isStatic: isStatic === true,
    program: typeof program === 'string' ? program : NO_SERVER.program,
  };
}

/** Reads a block from JSON; `undefined` where it is none. */
export function readTip(value: unknown): Tip | undefined {
  if (!isObject(value)) return undefined;
  const { height, hash } = value;
  return typeof height === 'number' && typeof hash === 'string' ? { height, hash } : undefined;
}
