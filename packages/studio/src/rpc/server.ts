import { isObject } from './json-rpc-client.js';

/** A block by its place. */
export interface Tip {
  readonly height: number;
  readonly hash: string;
}

/** What the server says of itself to this page. */
export interface Server {
  /** Which chain it is, such as `main` or `regtest`; absent where it does not know. */
  readonly network?: string;
  /** The last block, as it was when the page was opened. */
  readonly tip?: Tip;
  /** Whether there is a development chain whose controls answer to this browser. */
  readonly controls: boolean;
  /** Whether there is a local platform that answers to this browser. */
  readonly platform: boolean;
}

const NOTHING: Server = { controls: false, platform: false };

/** Asks the server what it is and what it lets this page do; nothing, where it does not say. Never rejects. */
export async function askServer(): Promise<Server> {
  try {
    const answer: unknown = await (await fetch('/studio/server.json')).json();
    return isObject(answer) ? serverOf(answer) : NOTHING;
  } catch {
    return NOTHING;
  }
}

function serverOf({ network, tip, controls, platform }: Readonly<Record<string, unknown>>): Server {
  const last = tipOf(tip);
  return {
    ...(typeof network === 'string' && { network }),
    ...(last && { tip: last }),
    controls: controls === true,
    platform: platform === true,
  };
}

/** A block in what the server says; `undefined` where there is none. */
export function tipOf(value: unknown): Tip | undefined {
  if (!isObject(value)) return undefined;
  const { height, hash } = value;
  return typeof height === 'number' && typeof hash === 'string' ? { height, hash } : undefined;
}
