import type { Json } from '@dapikit/gateway';
import type { Platform } from '@dapikit/platform';
import { CommandFailure } from '../command.js';

/** A platform, in a gateway or in this process. */
export interface PlatformDoor {
  /** What a method answers. @throws {PlatformRefusal} @throws {CommandFailure} when there is no platform. */
  call(method: string, params?: Readonly<Record<string, unknown>>): Promise<Json>;
  close(): Promise<void>;
}

/** What a platform says no with. */
export class PlatformRefusal extends Error {
  override readonly name = 'PlatformRefusal';

  constructor(
    message: string,
    /** `data` of the error object. */
    readonly data: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

/** The platform of a gateway. @param url such as `http://127.0.0.1:3000/platform`. */
export function remotePlatform(url: string): PlatformDoor {
  return {
    call: async (method, params) => {
      const answer = await ask(url, { jsonrpc: '2.0', id: 1, method, ...(params && { params }) });
      if (answer.error !== undefined)
        throw new PlatformRefusal(answer.error.message, answer.error.data ?? {});
      return answer.result ?? null;
    },
    close: () => Promise.resolve(),
  };
}

interface Answer {
  readonly result?: Json;
  readonly error?: { readonly message: string; readonly data?: Readonly<Record<string, unknown>> };
}

async function ask(url: string, request: object): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
  } catch {
    throw new CommandFailure(
      `there is no platform at ${url}: start one with dapikit dev, name another with --url, or keep one in a folder with --data`,
    );
  }
  const text = await response.text();
  if (response.ok) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a gateway answers
    return JSON.parse(text) as Answer;
  }
  throw new CommandFailure(`${url} answers HTTP status ${response.status}: ${text.slice(0, 500)}`);
}

/** A platform that keeps its state in a folder. Not beside another program that uses the folder. */
export async function localPlatform(folder: string): Promise<PlatformDoor> {
  const [{ createPlatform, openLmdbStore }, { callPlatform, JsonRpcError }] = await Promise.all([
    import('@dapikit/platform'),
    import('@dapikit/gateway'),
  ]);
  const platform = await opened(folder, async () =>
    createPlatform({ store: openLmdbStore({ path: folder }) }),
  );
  return {
    call: async (method, params) => {
      try {
        // What goes in and comes out is what JSON can tell.
        const given: Json | undefined = params && JSON.parse(JSON.stringify(params));
        const answer: Json = JSON.parse(
          JSON.stringify(
            (await callPlatform(method, given, { platform: () => Promise.resolve(platform) })) ?? null,
          ),
        );
        return answer;
      } catch (error) {
        if (error instanceof JsonRpcError) throw new PlatformRefusal(error.message, { ...error.data });
        throw error;
      }
    },
    close: async () => platform.close(),
  };
}

async function opened(folder: string, open: () => Promise<Platform>): Promise<Platform> {
  try {
    return await open();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`the platform in ${folder} cannot be opened: ${reason}`);
  }
}
