import type { DevChain } from '@dapikit/chain';
import {
  costOf,
  PLATFORM_WRITERS,
  platformMethods,
  platformRpcMethods,
  platformSubscriptions,
  playExamples,
  sharedPlatform,
  type Dispatch,
  type ExamplePlay,
  type PlatformMethod,
} from '@dapikit/gateway';
import { createClock, createPlatform, listErrors, STORE_FAILURES } from '@dapikit/platform';
import { createExampleDispatch, EXAMPLE_TIME, exampleRequest, exampleResponse } from './example-dispatch.js';
import { fillPage } from './fill-page.js';
import { fence, joinParts, table, truncate } from './markdown.js';
import { paramTable } from './param-table.js';

const MAX_EXAMPLE = 500;
/** The first characters of an exported state in Base64, before anything is compressed. */
const MAX_EXPORT = 32;
const RESULT_PREFIX = '{"jsonrpc":"2.0","result":"';

/** Returns platform.md: the methods of the local platform. */
export async function platformPage(chain: DevChain): Promise<string> {
  return fillPage('platform.md', {
    methods: table(
      ['method', 'what it does', 'writes', 'units'],
      platformMethods.map((method) => [
        link(method.name),
        method.summary,
        method.isWrite ? 'yes' : '',
        String(costOf(method)),
      ]),
    ),
    writers: table(
      ['`platform-writes`', 'who may write'],
      PLATFORM_WRITERS.map((writers) => [
        `\`${writers}\``,
        sharedPlatform(writers, 'clients').callersOf('write'),
      ]),
    ),
    reserved: table(['method', 'for', 'as'], platformMethods.flatMap(reservedRow)),
    sections: joinParts(await methodSections(chain)),
    subscriptions: joinParts(platformSubscriptions.map(subscriptionSection)),
    failures: table(
      ['`data.store.reason`', 'the database …', 'transient', 'fix'],
      Object.entries(STORE_FAILURES).map(([reason, { words, isTransient, fix }]) => [
        `\`${reason}\``,
        words,
        isTransient ? 'yes' : '',
        fix,
      ]),
    ),
    errors: table(
      ['name', 'number', 'paid'],
      listErrors().map(({ name, code, isPaid }) => [name, String(code), isPaid ? 'yes' : '']),
    ),
  });
}

function subscriptionSection({
  name,
  summary,
  description,
  params,
  notification,
}: (typeof platformSubscriptions)[number]): string {
  return joinParts([
    `### ${name}`,
    `${summary}. ${description}`,
    ...(params === undefined ? [] : ['Its params, as JSON Schema:', jsonBlock(params)]),
    'Its notifications:',
    jsonBlock(notification),
  ]);
}

const jsonBlock = (value: object): string => fence('json', JSON.stringify(value, undefined, 2));

function link(name: string): string {
  return `[${name}](#${name.toLowerCase()})`;
}

function reservedRow({ name, reserved }: PlatformMethod): string[][] {
  if (reserved === undefined) return [];
  const callers =
    reserved.use === 'own' ? 'nobody' : sharedPlatform('admin', 'admin').callersOf(reserved.use);
  return [[link(name), callers, reserved.why]];
}

/** Calls the example of each method on the same state of one platform. */
async function methodSections(chain: DevChain): Promise<string[]> {
  const platform = await createPlatform({
    clock: createClock({ time: EXAMPLE_TIME * 1000, frozen: true, source: () => 0 }),
    signsWithStore: true,
  });
  const play = await playExamples(platform);
  let { snapshot } = play;
  const dispatch = createExampleDispatch(chain, platformRpcMethods({ platform: async () => platform }));
  const sections: string[] = [];
  for (const method of platformMethods) {
    const { id } = await platform.snapshot();
    sections.push(await methodSection(method, dispatch, { ...play, snapshot }));
    if (['revert', 'dropSnapshot', 'importState'].includes(method.name))
      ({ id: snapshot } = await platform.snapshot());
    else await platform.revert({ id });
  }
  await platform.close();
  return sections;
}

async function methodSection(method: PlatformMethod, dispatch: Dispatch, play: ExamplePlay): Promise<string> {
  const { name, summary, description, params, result, example } = method;
  const request = exampleRequest(name, example(play));
  const response = await exampleResponse(dispatch, request);
  const shownRequest = request.replace(play.file, truncate(play.file, MAX_EXPORT));
  const maxResponse =
    result['contentEncoding'] === undefined ? MAX_EXAMPLE : RESULT_PREFIX.length + MAX_EXPORT;
  return joinParts([
    `## ${name}`,
    `${summary}. ${description}`,
    paramTable(params),
    fence('json', `${truncate(shownRequest, MAX_EXAMPLE)}\n${truncate(response, maxResponse)}`),
  ]);
}
