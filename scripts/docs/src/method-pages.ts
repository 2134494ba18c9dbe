import { bytesToHex, type DevChain } from '@dapikit/chain';
import {
  methods,
  openSubscriptions,
  type Begin,
  type Dispatch,
  type ExampleChain,
  type Method,
  type Session,
  type Stop,
} from '@dapikit/gateway';
import { createExampleDispatch, exampleRequest, exampleResponse, SILENT_LOG } from './example-dispatch.js';
import { fillPage } from './fill-page.js';
import { fence, joinParts, jsonBlock, table, truncate } from './markdown.js';

const MAX_EXAMPLE = 4000;

/** Returns the pages of methods/: an index, and a page of each method and subscription. */
export async function methodPages(chain: DevChain): Promise<ReadonlyMap<string, string>> {
  const subscribing = openSubscriptions(chain, SILENT_LOG);
  const all = [...methods, ...subscribing.methods];
  const dispatch = createExampleDispatch(chain, all);
  const exampleChain = await createExampleChain(chain);
  const pages = new Map([['methods/README.md', indexPage(subscribing.methods)]]);
  for (const method of all)
    pages.set(`methods/${method.name}.md`, await methodPage(method, dispatch, exampleChain));
  subscribing.close();
  return pages;
}

async function createExampleChain(chain: DevChain): Promise<ExampleChain> {
  const [from, to] = chain.accounts;
  if (from === undefined || to === undefined) throw new Error('the development chain has no accounts');
  return {
    genesis: await chain.blockHash(0),
    tip: chain.tip().hash,
    transaction: bytesToHex(chain.transfer(from, to, 100_000_000n)),
  };
}

function indexPage(subscribing: readonly Method[]): string {
  return fillPage('methods.md', {
    methods: table(
      ['method', 'what it gives'],
      methods.map(({ name, summary, deprecated }) => [
        `[${name}](${name}.md)`,
        `${summary}${deprecated === undefined ? '' : ' (deprecated)'}`,
      ]),
    ),
    subscriptions: table(
      ['method', 'what it tells'],
      subscribing.map(({ name, summary }) => [`[${name}](${name}.md)`, summary]),
    ),
  });
}

async function methodPage(method: Method, dispatch: Dispatch, chain: ExampleChain): Promise<string> {
  const { name, summary, description, cost, params, result, errors, deprecated, notification } = method;
  const request = exampleRequest(name, method.exampleParams(chain));
  const session = new RecordingSession();
  const response = await exampleResponse(dispatch, request, session);
  const { begin } = session;
  return `${joinParts([
    `# ${name}`,
    ...(deprecated === undefined
      ? []
      : [
          `> Deprecated since ${deprecated.since}; ${deprecated.replacedBy} replaces it. Answers carry the header \`Deprecation: @${deprecated.date}\`.`,
        ]),
    `${summary}.`,
    description,
    ...(cost === undefined ? [] : [`A call takes ${cost} units of a client's rate limit.`]),
    '## Params',
    params === undefined ? 'None.' : jsonBlock(params),
    '## Result',
    jsonBlock(result),
    ...(notification === undefined
      ? []
      : ['## Notifications', 'What they tell, in `params.result`:', jsonBlock(notification)]),
    '## Errors',
    errors.length === 0 ? 'None of its own.' : errorTable(errors),
    '## Example',
    'On the embedded chain as it starts.',
    fence('json', request),
    exampleBlock(response),
    ...(begin === undefined ? [] : ['and then', exampleBlock(await firstNotification(name, begin))]),
  ])}\n`;
}

function exampleBlock(text: string): string {
  return fence('json', truncate(text, MAX_EXAMPLE));
}

function errorTable(errors: Method['errors']): string {
  return table(
    ['code', '`data.reason`', 'when'],
    errors.map(({ code, reason, when }) => [String(code), `\`${reason}\``, when]),
    [0],
  );
}

/** A connection that records the subscription of an example. */
class RecordingSession implements Session {
  readonly mayControl = true;
  begin: Begin | undefined;

  subscribe(_name: string, begin: Begin): number {
    this.begin = begin;
    return 1;
  }

  unsubscribe(): boolean {
    return true;
  }
}

async function firstNotification(method: string, begin: Begin): Promise<string> {
  let stop: Stop | undefined;
  const result = await new Promise<object>((resolve) => {
    stop = begin(resolve);
  });
  stop?.();
  return JSON.stringify({ jsonrpc: '2.0', method, params: { subscription: 1, result } });
}
