// Writes docs/methods/, docs/devchain.md, docs/node-face.md, docs/platform.md, docs/http.md, docs/faults.md, docs/settings.md, docs/cli.md, docs/library/, docs/rules/ and docs/schema/ from the tables of
// methods, controls, routes, settings, faults, commands and contract rules, with examples answered by the embedded chain as it starts and by
// the commands.
// With --check nothing is written: it fails when a page is not what it would write.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bytesToHex, DevChain } from '@dapikit/chain';
import { DEFAULT_POOL_LIMITS as POOL_LIMITS } from '@dapikit/chain/core-node';
import { contractJsonSchema, explain, RULE_CODES, validateContract } from '@dapikit/contract';
import {
  absentPlatform,
  controls,
  createDispatch,
  DEFAULT_SETTINGS,
  devMethods,
  methods,
  openSubscriptions,
  costOf,
  platformMethods,
  platformRpcMethods,
  PLATFORM_WRITERS,
  sharedPlatform,
  playExamples,
  problemsOf,
  routes,
  subscriptions,
} from '@dapikit/gateway';
import { createClock, createPlatform, listErrors, STORE_FAILURES } from '@dapikit/platform';
import { pino } from 'pino';
import { chain as chainCommand } from '../packages/cli/dist/commands/chain.js';
import { check } from '../packages/cli/dist/commands/check.js';
import { diff } from '../packages/cli/dist/commands/diff.js';
import { devOptions } from '../packages/cli/dist/commands/dev-options.js';
import { explainRule } from '../packages/cli/dist/commands/explain.js';
import { fees } from '../packages/cli/dist/commands/fees.js';
import { fmt } from '../packages/cli/dist/commands/fmt.js';
import { key } from '../packages/cli/dist/commands/key.js';
import { init } from '../packages/cli/dist/commands/init.js';
import { platform as platformCommand } from '../packages/cli/dist/commands/platform.js';
import { types } from '../packages/cli/dist/commands/types.js';
import { NODE_MEMBERS } from '../packages/cli/dist/serve/node-settings.js';
import { serveSettings } from '../packages/cli/dist/serve/serve-settings.js';
import { settingsSchema } from '../packages/cli/dist/serve/settings-schema.js';
import { formatJson } from '../packages/cli/dist/report/format-json.js';
import { formatPretty } from '../packages/cli/dist/report/format-pretty.js';
import { contractLanguagePage } from './contract-language-page.mjs';
import { LIBRARIES, libraryPage } from './library-pages.mjs';
import { nodeFacePage } from './node-face-page.mjs';

/** The clock of the examples, so that they are the same every time. */
const EXAMPLE_TIME = 1_767_225_600;
const LONGEST_EXAMPLE = 4000;
const LONGEST_CONTROL_EXAMPLE = 500;
/** What is compressed differs from one version of zlib to another; its first bytes do not. */
const LONGEST_ENCODED = 120;
/** What an exported state begins with before anything is compressed, in Base64. */
const EXPORT_BEGINS = 32;
const FOLDER = fileURLToPath(new URL('../docs/', import.meta.url));

const STORE_FAULTS = fileURLToPath(new URL('../packages/platform/test/faults/faults.json', import.meta.url));
const FAULTS = fileURLToPath(new URL('../packages/gateway/test/faults/faults.json', import.meta.url));

const checkOnly = process.argv.includes('--check');
const chain = new DevChain({ mining: 'manual' });
const [from, to] = chain.accounts;
const exampleChain = {
  genesis: await chain.blockHash(0),
  tip: chain.tip().hash,
  transaction: bytesToHex(chain.transfer(from, to, 100_000_000n)),
};
const log = pino({ level: 'silent' });
const subscribing = openSubscriptions(chain, log);
const dispatch = dispatchOn(chain, [...methods, ...subscribing.methods]);

const pages = new Map([
  ['settings.md', settingsPage()],
  ['cli.md', commandsPage()],
  ['methods/README.md', indexPage()],
  ['faults.md', faultsPage()],
  ['http.md', await httpPage()],
  ['schema/dapikit.schema.json', `${JSON.stringify(settingsSchema(), null, 2)}\n`],
  ['schema/data-contract.schema.json', `${JSON.stringify(contractJsonSchema(), null, 2)}\n`],
]);
pages.set('devchain.md', await devChainPage());
pages.set('node-face.md', nodeFacePage());
pages.set('platform.md', await platformPage());
pages.set('contract-language.md', contractLanguagePage());
for (const library of LIBRARIES) pages.set(`library/${library.name}.md`, libraryPage(library));
pages.set('rules/README.md', rulesIndexPage());
for (const code of RULE_CODES) pages.set(`rules/${code}.md`, rulePage(explain(code)));
for (const method of [...methods, ...subscribing.methods])
  pages.set(`methods/${method.name}.md`, await methodPage(method));
subscribing.close();
for (const folder of ['library', 'methods', 'rules', 'schema'])
  mkdirSync(join(FOLDER, folder), { recursive: true });
const outdated = [...pages].filter(([file, page]) => read(join(FOLDER, file)) !== page);
for (const [file, page] of outdated) {
  if (!checkOnly) writeFileSync(join(FOLDER, file), page);
}
if (checkOnly && outdated.length > 0) {
  console.error(`docs/ is outdated (${outdated.map(([file]) => file).join(', ')}): run npm run docs`);
  process.exitCode = 1;
}

function dispatchOn(layer1, table) {
  const platformStatus = absentPlatform('0.1.0', () => EXAMPLE_TIME);
  const context = { layer1, platformStatus, statusEncoding: 'rs-dapi' };
  return createDispatch(table, context, DEFAULT_SETTINGS, log);
}

async function devChainPage() {
  const sections = [];
  for (const control of controls) sections.push(await controlSection(control));
  return `${[
    '# Controls of the development chain',
    'As JSON-RPC 2.0 methods at `POST /dev`, and in a program as functions of a `DevChain` of [`@dapikit/chain`](library/chain.md), as each ' +
      'control says, with the params by their names. Methods are for programs on this machine: a request ' +
      'from elsewhere, that a proxy passed on, to a name that is not localhost, or from a page of another origin is refused with HTTP status ' +
      '403. Each example is the first call on a chain as it starts.',
    [
      '| control | what it does |',
      '| --- | --- |',
      ...controls.map(({ name, summary }) => `| [${name}](#${name.toLowerCase()}) | ${summary} |`),
    ].join('\n'),
    ...sections,
  ].join('\n\n')}\n`;
}

async function controlSection({ name, summary, changes, inProgram, params, result, refusals, example }) {
  const fresh = new DevChain({ mining: 'manual' });
  const given = example(fresh);
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, ...(given && { params: given }) });
  const { body } = await dispatchOn(fresh, devMethods(fresh))(request, { requestId: 'docs' });
  const rows = Object.entries(params).map(([param, { schema, isRequired, expected }]) => {
    return `| \`${param}\`${isRequired ? '' : ' (optional)'} | ${expected} | ${schema.description ?? ''} |`;
  });
  return [
    `## ${name}`,
    `${summary}.`,
    `Changes: ${changes}`,
    `In a program: \`${inProgram}\``,
    rows.length === 0
      ? 'No params.'
      : ['| param | what | about |', '| --- | --- | --- |', ...rows].join('\n'),
    ...(refusals.length === 0
      ? []
      : [
          [
            '| refused: `data.reason` | when |',
            '| --- | --- |',
            ...refusals.map(({ reason, when }) => `| \`${reason}\` | ${when} |`),
          ].join('\n'),
        ]),
    fence(
      `${cut(request, LONGEST_CONTROL_EXAMPLE)}\n${cut(body, result.contentEncoding === undefined ? LONGEST_CONTROL_EXAMPLE : LONGEST_ENCODED)}`,
    ),
  ].join('\n\n');
}

async function platformPage() {
  const platform = await createPlatform({
    clock: createClock({ time: EXAMPLE_TIME * 1000, frozen: true, source: () => 0 }),
  });
  const play = await playExamples(platform);
  let { snapshot } = play;
  const dispatch = dispatchOn(chain, platformRpcMethods({ platform: async () => platform }));
  const sections = [];
  for (const method of platformMethods) {
    const { id } = await platform.snapshot();
    sections.push(await platformSection(method, dispatch, Object.assign({}, play, { snapshot })));
    if (method.name === 'revert' || method.name === 'importState')
      ({ id: snapshot } = await platform.snapshot());
    else await platform.revert({ id });
  }
  await platform.close();
  return `${[
    '# The platform',
    'Contracts and their documents run on a local platform as they would on the network: as JSON-RPC 2.0 methods at `POST /platform` of ' +
      '`dapikit dev` and [`dapikit serve`](#shared-by-a-team), as functions of the same names of `createPlatform` in `@dapikit/platform`, and ' +
      'from the command line with [`dapikit platform`](cli.md#dapikit-platform). `GET /platform/openrpc.json` and `rpc.discover` describe it. ' +
      'Signatures are not asked for; all that depends on who acts is.',
    'In `dapikit dev` it is for programs on this machine, as the [controls](devchain.md) are. It begins when it is first asked for, by `getStatus` ' +
      'too, keeps its state for as long as `dapikit dev` runs, or in a file (`--platform-data`) or a PostgreSQL database (`--platform-store`). Its ' +
      'blocks know the height of the development chain, its time runs and goes on with that of the chain, and its masternodes are those of the chain.',
    'Ids are base58. Credits and amounts are numbers where these are exact, and decimal text otherwise: 1 DASH is 100,000,000,000 credits. Times are ' +
      'milliseconds since the beginning of 1970. Every method below has an example, called on one and the same state.',
    'What the network would refuse is an error -32050 with the official name as `data.reason`, the official number as `data.code`, whether the signer ' +
      'paid for it (`data.isPaid`, `data.fee`) and what the official error carries (`data.payload`); a contract has all of its diagnostics in ' +
      '`data.diagnostics`. What cannot be understood is -32602, as are queries that the network refuses, by their official names.',
    [
      '| method | what it does | writes | units |',
      '| --- | --- | --- | --- |',
      ...platformMethods.map(
        (method) =>
          `| [${method.name}](#${method.name.toLowerCase()}) | ${method.summary} | ${method.isWrite ? 'yes' : ''} | ${costOf(method)} |`,
      ),
    ].join('\n'),
    'The units are those of a rate limit that a call takes of a client, where there is one.',
    ...sharedPlatformSection(),
    ...sections,
    '## When the database does not answer',
    'Errors are -32003 with `data.reason` `store-unavailable`; `data.store` says why (`reason`), whether the same call may succeed later with ' +
      'nothing changed (`isPassing`), and whether a write may be stored all the same (`mayBeStored`): then what was to be written is to be read first. ' +
      'In a program it is a `StoreUnavailable` with the same members. A write that was answered is stored, one that was not is stored whole or not ' +
      'at all, and the platform goes on by itself when the database is back. What brings which of them is told under [faults](faults.md).',
    [
      '| `data.store.reason` | the database … | passes | what to do |',
      '| --- | --- | --- | --- |',
      ...Object.entries(STORE_FAILURES).map(
        ([reason, { words, isPassing, advice }]) =>
          `| \`${reason}\` | ${words} | ${isPassing ? 'yes' : ''} | ${advice} |`,
      ),
    ].join('\n'),
    '## Errors',
    'Those of contracts themselves are in [rules](rules/README.md).',
    [
      '| name | number | paid |',
      '| --- | --- | --- |',
      ...listErrors().map(({ name, code, isPaid }) => `| ${name} | ${code} | ${isPaid ? 'yes' : ''} |`),
    ].join('\n'),
  ].join('\n\n')}\n`;
}

function sharedPlatformSection() {
  const reserved = platformMethods.filter((method) => method.reserved !== undefined);
  return [
    '## Shared by a team',
    '`dapikit serve` has a platform where [`platform-store`](settings.md) names where its state is kept: a file (LMDB; a write waits for the disk) ' +
      'or a PostgreSQL database, which several gateways can share. All processes of `--workers` share it, each with up to 10 connections to the database. The gateway does not start where it cannot ' +
      'be opened; where the database goes away later, calls are answered with -32003 `store-unavailable`, `/readyz` says `"platform":"away"` and ' +
      '`dapikit_platform_up` is 0, the chain is served all the same, and the platform is there again when the database is. `getStatus` tells of it ' +
      'unless `drive-url` or `tenderdash-url` name a live one.',
    'Whoever may use the gateway may read. Who may write, `platform-writes` says; for somebody else a call is an error -32051, alone or in a batch, ' +
      'and nothing of it is done. `x-permission` in the OpenRPC description says for each method whether it writes and who may call it.',
    [
      '| `platform-writes` | who may write |',
      '| --- | --- |',
      ...PLATFORM_WRITERS.map(
        (writers) => `| \`${writers}\` | ${sharedPlatform(writers, () => false).callersOf('write')} |`,
      ),
    ].join('\n'),
    'A program on the machine of the gateway calls from a loopback address, to one or to `localhost`, and no proxy passes its call on: a call with a ' +
      'header of proxies, over HTTP/1.0 (as nginx passes calls on) or from one of `trusted-proxies` is not of this machine. A proxy on this machine ' +
      'that speaks HTTP/1.1 and adds no header, such as HAProxy without `option forwardfor` or whatever passes TCP on, cannot be told from a program: ' +
      'whoever calls through it may write `Host: localhost`. Name it in `trusted-proxies`, or say `none`. ' +
      'The admin address has the platform as well, for programs on this machine only, without keys, limits or TLS.',
    'Some methods are about all of the platform. Whatever `platform-writes` says they are for programs on the machine of the gateway, and for nobody ' +
      'where it says `none`; the clock is nobody’s:',
    [
      '| method | for | as |',
      '| --- | --- | --- |',
      ...reserved.map(
        ({ name, reserved: { use, why } }) =>
          `| [${name}](#${name.toLowerCase()}) | ${use === 'own' ? 'nobody' : 'programs on the machine of the gateway'} | ${why} |`,
      ),
    ].join('\n'),
    'Its time is that of the machine and what `advanceTime` moved it on by; it never goes back: `revert` and `importState` bring another state, and ' +
      'contests that were due end at once. A process whose clock is behind catches up with the last block when it writes or is asked for `status`. ' +
      'Blocks know the height of layer 1 as the nodes told it last. Masternodes are those that `registerMasternode` put into the list.',
  ];
}

async function platformSection({ name, summary, description, params, result, example }, dispatch, play) {
  const given = example(play);
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, ...(given && { params: given }) });
  const { body } = await dispatch(request, 'docs');
  const rows = Object.entries(params).map(([param, { schema, isRequired, expected }]) => {
    return `| \`${param}\`${isRequired ? '' : ' (optional)'} | ${expected} | ${(schema.description ?? '').replaceAll('|', '\\|')} |`;
  });
  return [
    `## ${name}`,
    `${summary}. ${description}`,
    rows.length === 0
      ? 'No params.'
      : ['| param | what | about |', '| --- | --- | --- |', ...rows].join('\n'),
    fence(
      `${cut(request.replace(play.file, cut(play.file, EXPORT_BEGINS)), LONGEST_CONTROL_EXAMPLE)}\n${cut(body, result.contentEncoding === undefined ? LONGEST_CONTROL_EXAMPLE : '{"jsonrpc":"2.0","result":"'.length + EXPORT_BEGINS)}`,
    ),
  ].join('\n\n');
}

function cut(text, longest) {
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}

function settingsPage() {
  const served = Object.values(serveSettings).map(
    (setting) =>
      `| \`${setting.flag}\` | ${defaultOf(setting)} | ${setting.isReloadable ? 'yes' : ''} | ${setting.about} |`,
  );
  const node = Object.entries(NODE_MEMBERS).map(([name, { about }]) => `| \`${name}\` | ${about} |`);
  const rows = Object.values(devOptions).map(
    (option) =>
      `| ${flagOf(option)} | ${option.env ? `\`${option.env}\`` : ''} | ${defaultOf(option)} | ${option.about} |`,
  );
  return `${[
    '# Settings',
    '',
    'Times are in milliseconds.',
    '',
    '## dapikit serve',
    '',
    'A setting has one name: `max-depth: 10` in the file (YAML, `--config`), `DAPIKIT_MAX_DEPTH=10` in the environment, `--max-depth 10` as a flag. A flag wins over the environment, that over the file, and that over the default. `dapikit config check` finds all mistakes, with their lines; `dapikit config print` tells every value and where it comes from. [A JSON Schema](schema/dapikit.schema.json) completes the file in editors.',
    '',
    'What is marked "reload" takes another value at SIGHUP, for requests and WebSockets that come from then on; no request is lost, and nodes that stay as they were keep their connections. Clients whose limits are others start with full ones. The others need a restart, and the log says so. When the settings are wrong, the log says what, and all former ones stay. The files of the certificate are looked at every second besides: a new pair serves the connections that are made from then on.',
    '',
    '| name | default | reload | what it does |',
    '| --- | --- | --- | --- |',
    ...served,
    '',
    'A node of `nodes` has these members. In a flag or the environment it is its URL with the others behind `?`: `http://127.0.0.1:9998?credentials-file=/var/lib/dash/.cookie&zmq=tcp://127.0.0.1:29998`, and spaces between nodes.',
    '',
    '| member | what it is |',
    '| --- | --- |',
    ...node,
    '',
    'The first certificate, in place of the self-signed one, needs a restart as well, and so does the way back.',
    '',
    '## dapikit dev',
    '',
    'A flag wins over an environment variable, and that over the default.',
    '',
    '| flag | environment | default | what it does |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')}\n`;
}

function flagOf({ flag, value, short }) {
  return `${short ? `\`-${short}\`, ` : ''}\`--${flag}${value ? ` <${value}>` : ''}\``;
}

function defaultOf({ default: value, defaultText }) {
  return defaultText ?? (typeof value === 'string' || typeof value === 'number' ? value : '');
}

function commandsPage() {
  const text =
    '{\n  "note": {\n    "type": "object",\n    "properties": {\n      "text": { "type": "string", "position": "0", "maxLength": 63 }\n    },\n    "additionalProperties": false\n  }\n}\n';
  const report = {
    files: [{ name: 'note.json', text, verdict: validateContract(text) }],
    unreadable: [],
    protocolVersion: 13,
    judge: 'specification',
    quiet: false,
    maxWarnings: Number.POSITIVE_INFINITY,
  };
  return `${[
    '# Commands',
    'From a clone, after `npm ci` and `npm run build`: `npx dapikit <command>`. `dapikit dev` has a page of its own: [settings](settings.md).',
    ...[check, explainRule, fees, diff, types, fmt, init, platformCommand, key, chainCommand].map(
      commandSection,
    ),
    '## Formats of `dapikit check`',
    [
      '- `pretty`: for people. Colours on a terminal only; control characters of a file are shown as `\\u{1b}`.',
      '- `json`: one object for the whole run, below. Lines and columns start at 1 and count UTF-16 units, a byte order mark left out. Members may be added; `version` changes when one is removed or changes its meaning.',
      '- `sarif`: SARIF 2.1.0, for code scanning. What an editor can mend without a decision comes as a fix.',
      '- `github`: annotations of GitHub Actions.',
      '- `junit`: a suite for each file, a failed case for each error.',
    ].join('\n'),
    'Of a file at most 1000 diagnostics are shown, and the number of `more`. A file has at most 1 MiB, fifty times what the network takes.',
    'A contract with a mistake, in `pretty`:',
    ['```text', formatPretty(report, { isColoured: false, columns: undefined }).trimEnd(), '```'].join('\n'),
    'The same in `json`:',
    fence(formatJson(report).trimEnd()),
  ].join('\n\n')}\n`;
}

function commandSection({ name, about, usage, actions, options, examples, notes }) {
  const rows = Object.values(options).map(
    (option) => `| ${flagOf(option)} | ${defaultOf(option)} | ${option.about} |`,
  );
  return [
    `## dapikit ${name}`,
    `${about[0].toUpperCase()}${about.slice(1)}: \`dapikit ${name} ${usage}\``,
    ...(actions.length === 0
      ? []
      : [
          [
            '| action | what it does |',
            '| --- | --- |',
            ...actions.map(([action, purpose]) => `| \`${action}\` | ${purpose} |`),
          ].join('\n'),
        ]),
    ['| flag | default | what it does |', '| --- | --- | --- |', ...rows].join('\n'),
    ...(examples.length === 0
      ? []
      : [['```sh', ...examples.map(([line, purpose]) => `dapikit ${line}  # ${purpose}`), '```'].join('\n')]),
    ...notes,
  ].join('\n\n');
}

function indexPage() {
  const rows = methods.map(
    ({ name, summary, deprecated }) =>
      `| [${name}](${name}.md) | ${summary}${deprecated ? ' (deprecated)' : ''} |`,
  );
  return `${[
    '# JSON-RPC methods',
    '',
    '| method | what it gives |',
    '| --- | --- |',
    ...rows,
    '',
    'Over a WebSocket at the same address all of them, and those that need one: [websocket.md](../websocket.md).',
    '',
    '| method | what it tells |',
    '| --- | --- |',
    ...subscribing.methods.map(({ name, summary }) => `| [${name}](${name}.md) | ${summary} |`),
  ].join('\n')}\n`;
}

function faultsPage() {
  const { node, disagreement, notifications, redis, client } = JSON.parse(read(FAULTS));
  const { opening, running, file } = JSON.parse(read(STORE_FAULTS));
  return `${[
    '# Faults',
    'What goes wrong beyond the gateway, what a client is answered then, and how long that takes at most. Every line is tried at every build, with every method, and the gateway is well afterwards.',
    '## The only node',
    'Errors of JSON-RPC: code and `data.reason`; the HTTP status is 200. They are those of what is not remembered: the tip, and what was asked for lately, are answered as before, for a minute after the last answer of a node (`--max-stale-tip`), and what is under a ChainLock for good; `X-Dapikit-Cache: stale` says so. Once the node is taken out, calls end at once, with `node-unavailable`; so do they, after 3 s at most, where no node has been seen since the start. `getStatus` asks no node, and is answered.',
    ['| the node … | the client sees | after |', '| --- | --- | --- |', ...faultRows(node, nodeTime)].join(
      '\n',
    ),
    '## One node of several',
    'Whatever of the above befalls one of two nodes, every method has its answer from the other: at once, or where the first says nothing within the time above, `getBlockHash` within a second. A transaction goes to both at once.',
    ['| the node … | the client sees | after |', '| --- | --- | --- |', ...faultRows(disagreement)].join(
      '\n',
    ),
    '## What a node publishes',
    [
      '| the node … | subscribers are told | after |',
      '| --- | --- | --- |',
      ...faultRows(notifications, nodeTime),
    ].join('\n'),
    '## Redis',
    'For the rate limits of several gateways.',
    ['| Redis … | the client sees | after |', '| --- | --- | --- |', ...faultRows(redis, redisTime)].join(
      '\n',
    ),
    '## The client',
    'HTTP status and `data.reason`, or that the connection is closed.',
    ['| the client … | it sees | after |', '| --- | --- | --- |', ...faultRows(client, clientTime)].join(
      '\n',
    ),
    '## The database of the platform',
    'The `reason` of a `StoreUnavailable`, and `data.store.reason` of error -32003 at `/platform`: [what they mean](platform.md#when-the-database-does-not-answer). Nothing that was answered is lost, no connection stays, and the platform goes on when the fault is over. A program can wait shorter or longer than the 15 seconds (`timeout` of `openPostgresStore`).',
    [
      '| PostgreSQL, when it is opened, … | the caller sees | after |',
      '| --- | --- | --- |',
      ...storeFaultRows(opening),
    ].join('\n'),
    [
      '| PostgreSQL, while it is used, … | the caller sees | after |',
      '| --- | --- | --- |',
      ...storeFaultRows(running),
    ].join('\n'),
    ['| the file … | the caller sees | after |', '| --- | --- | --- |', ...storeFaultRows(file)].join('\n'),
    'A file of LMDB has no checksums: bits of it that are others are found by `verify` at best, and may end the process at worst. Keep an export.',
  ].join('\n\n')}\n`;
}

function nodeTime(limit) {
  return `${POOL_LIMITS[limit] / 1000} s`;
}

function redisTime(name) {
  return { timeout: '0.1 s', retry: '1 s, and a second of connecting at most' }[name];
}

function clientTime(name) {
  return `${DEFAULT_SETTINGS[name] / 1000} s (\`--${devOptions[name].flag}\`)`;
}

function faultRows(faults, timeOf) {
  return Object.values(faults).map(
    ({ fault, sees, within }) =>
      `| ${fault} | ${sees.replace(/[a-z][a-z-]+-[a-z]+/, '`$&`')} | ${within === 'at once' ? within : timeOf(within)} |`,
  );
}

function storeFaultRows(faults) {
  const times = { timeout: '16 s at most', retries: '20 tries, and two seconds at most between them' };
  return Object.values(faults).map(
    ({ fault, sees, within }) => `| ${fault} | \`${sees}\` | ${times[within] ?? within} |`,
  );
}

async function methodPage(method) {
  const { name, summary, description, cost, params, result, errors, deprecated } = method;
  const exampleParams = method.exampleParams(exampleChain);
  const request = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: name,
    ...(exampleParams && { params: exampleParams }),
  });
  let begun;
  const session = {
    subscribe: (_, begin) => {
      begun = begin;
      return 1;
    },
    unsubscribe: () => true,
  };
  const { body } = await dispatch(request, { requestId: 'docs', session });
  const { notification } = subscriptions.find((subscription) => subscription.name === name) ?? {};
  const parts = [
    `# ${name}`,
    ...(deprecated
      ? [
          `> Deprecated since ${deprecated.since}; ${deprecated.replacedBy} replaces it. Answers carry the header \`Deprecation: @${deprecated.date}\`.`,
        ]
      : []),
    `${summary}.`,
    description,
    ...(cost === undefined ? [] : [`A call takes ${cost} units of a client's rate limit.`]),
    '## Params',
    params ? json(params) : 'None.',
    '## Result',
    json(result),
    ...(notification ? ['## Notifications', 'What they tell, in `params.result`:', json(notification)] : []),
    '## Errors',
    errors.length === 0
      ? 'None of its own.'
      : ['| code | `data.reason` | when |', '| ---: | --- | --- |', ...errors.map(errorRow)].join('\n'),
    '## Example',
    'On the embedded chain as it starts.',
    fence(request),
    fence(shortened(body)),
    ...(begun ? ['and then', fence(shortened(await firstNotification(name, begun)))] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

async function firstNotification(method, begin) {
  let stop;
  const result = await new Promise((resolve) => {
    stop = begin(resolve);
  });
  stop();
  return JSON.stringify({ jsonrpc: '2.0', method, params: { subscription: 1, result } });
}

function shortened(text) {
  return text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)} …` : text;
}

async function httpPage() {
  const parts = [
    '# HTTP routes',
    'The gateway describes itself as OpenAPI 3.1 at `GET /openapi.json`. Every answer has an `X-Request-Id`, and any origin may read it.',
    [
      '| route | what it does | errors |',
      '| --- | --- | --- |',
      ...(await Promise.all(routes.map(routeRow))),
    ].join('\n'),
    'On the development chain there is `POST /dev` besides, the [controls of the chain](devchain.md), for programs on this machine only.',
    'Errors of `/`, and of paths that are not there, are JSON-RPC error objects: see [errors.md](errors.md). Those of the other routes are problems (RFC 9457, `application/problem+json`) with `title`, `status` and a stable `code`, and with `expected`, `found`, `at` and `mend` as far as they are known.',
  ];
  for (const route of routes) parts.push(...(await routeSection(route)));
  return `${parts.join('\n\n')}\n`;
}

async function routeRow({ method, path, errors, docs }) {
  const { summary } = await docs(DEFAULT_SETTINGS);
  return `| \`${method} ${path}\` | ${summary} | ${errors === 'problem' ? 'problems' : 'JSON-RPC'} |`;
}

async function routeSection(route) {
  const { method, path, errors, example, docs, open } = route;
  const { description, parameters, requestBody = {} } = await docs(DEFAULT_SETTINGS);
  const bodies = Object.keys(requestBody).map((type) => `\`${type}\``);
  const section = [`## ${method} ${path}`, description];
  if (bodies.length > 0) section.push(`Its body: ${bodies.join(' or ')}.`);
  if (parameters.length > 0)
    section.push(
      [
        '| query parameter | values | default | what it is |',
        '| --- | --- | --- | --- |',
        ...parameters.map(parameterRow),
      ].join('\n'),
    );
  if (errors === 'problem')
    section.push(
      [
        '| status | `code` | when |',
        '| ---: | --- | --- |',
        ...problemsOf(route).map(({ status, code, when }) => `| ${status} | \`${code}\` | ${when} |`),
      ].join('\n'),
    );
  if (example === undefined) return section;
  const handle = open({ dispatch, routes, settings: DEFAULT_SETTINGS, log });
  const { body } = await handle({ ...example, body: Buffer.from(example.body), requestId: 'docs' });
  return [
    ...section,
    `\`${method} ${path}${example.query && `?${example.query}`}\` with`,
    fence(example.body),
    'is answered with',
    json(JSON.parse(body)),
  ];
}

function parameterRow({ name, description, schema }) {
  const values =
    schema.enum?.map((value) => `\`${value}\``).join(', ') ?? `${schema.minimum} to ${schema.maximum}`;
  return `| \`${name}\` | ${values} | \`${schema.default}\` | ${description} |`;
}

function rulesIndexPage() {
  const sections = [
    ['Rules of a data contract', 'contract'],
    ['Rules of an update', 'update'],
    ['Rules of documents', 'document'],
  ];
  const parts = sections.flatMap(([title, input]) => [
    `## ${title}`,
    ruleTable(RULE_CODES.filter((code) => explain(code).input === input)).join('\n'),
  ]);
  return `${['# Rules', ...parts].join('\n\n')}\n`;
}

function ruleTable(codes) {
  const rows = Array.from(codes, explain).map(
    ({ code, title, severity, versions }) =>
      `| [${code}](${code}.md) | ${title} | ${severity} | ${versionRange(versions)} |`,
  );
  return ['| code | rule | severity | protocol versions |', '| --- | --- | --- | --- |', ...rows];
}

function rulePage({
  code,
  input,
  title,
  severity,
  refusedBy,
  why,
  mend,
  official,
  versions,
  given,
  wrong,
  right,
}) {
  const refused = refusedBy === undefined ? '' : `, refused by the ${refusedBy}`;
  const named =
    official === undefined
      ? ''
      : ` The network’s name for it: \`${official.name}\` ${official.code ?? ''}`.trimEnd();
  return `${[
    `# ${code}`,
    `${title}.`,
    `${severity[0].toUpperCase()}${severity.slice(1)}${refused}, in protocol versions ${versionRange(versions)}.${named === '' ? '' : `${named}.`}`,
    why,
    ...(given === undefined
      ? []
      : [`The examples are checked with \`{ identityNonce: ${given.identityNonce}n }\`.`]),
    '## Mend',
    mend,
    '## Wrong',
    example(input, wrong),
    '## Right',
    example(input, right),
  ].join('\n\n')}\n`;
}

/** An example is text where the mistake is in the text, else a JSON value; for an update it is two of them. */
function example(input, value) {
  if (input === 'update')
    return [
      'Registered:',
      example('contract', value.before),
      'Update:',
      example('contract', value.after),
    ].join('\n\n');
  return typeof value === 'string' ? fence(value) : json(value);
}

function versionRange(versions) {
  const [first] = versions;
  const last = versions.at(-1);
  const isWhole = versions.length === last - first + 1;
  if (!isWhole) return versions.join(', ');
  return first === last ? `${first}` : `${first} to ${last}`;
}

function errorRow({ code, reason, when }) {
  return `| ${code} | \`${reason}\` | ${when} |`;
}

function json(value) {
  return fence(JSON.stringify(value, null, 2));
}

function fence(text) {
  return ['```json', text, '```'].join('\n');
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
