import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import {
  contractJsonSchema,
  explain,
  explainKeyword,
  formatContract,
  nearestNames,
  textEdits,
  typesFor,
  validateContract,
} from '@dapikit/contract';
import { fillPage } from './fill-page.js';
import { fence, joinParts } from './markdown.js';

const PACKAGES = new URL('../../../packages/', import.meta.url);

/** A package with a page of its exports. */
interface Library {
  readonly name: string;
  /** The exports to start with. */
  readonly begin: readonly string[];
  /** The declaration files of its entry points by their subpath. */
  readonly entryPoints: Readonly<Record<string, string>>;
}

const LIBRARIES: readonly Library[] = [
  {
    name: 'contract',
    begin: [
      'validateContract',
      'explain',
      'compareContracts',
      'validateDocument',
      'estimateFees',
      'typesFor',
    ],
    entryPoints: { '': 'contract/dist/modules/index.d.ts' },
  },
  {
    name: 'protocol',
    begin: [
      'decodeStateTransition',
      'stateTransition',
      'signableBytes',
      'decode',
      'encode',
      'Codec',
      'DecodeError',
    ],
    entryPoints: { '': 'protocol/dist/index.d.ts', '/node': 'protocol/dist/node/index.d.ts' },
  },
  {
    name: 'proof',
    begin: [
      'verifyIdentity',
      'ProvenResponse',
      'Proven',
      'verifyResponse',
      'verifyPathQuery',
      'ProofError',
      'Grove',
      'proveQuery',
    ],
    entryPoints: { '': 'proof/dist/index.d.ts', '/prover': 'proof/dist/prover.d.ts' },
  },
  {
    name: 'chain',
    begin: [
      'createDevChain',
      'DevChain',
      'DevChainOptions',
      'withDevChain',
      'verifyChainLock',
      'decodeTransaction',
    ],
    entryPoints: {
      '': 'chain/dist/index.d.ts',
      '/vitest': 'chain/dist/devchain/vitest/index.d.ts',
      '/core-emulator': 'chain/dist/core-emulator/index.d.ts',
      '/core-node': 'chain/dist/nodes/core-node/index.d.ts',
      '/core-pool': 'chain/dist/nodes/core-pool/index.d.ts',
    },
  },
  {
    name: 'light-client',
    begin: [
      'createLightClient',
      'VerifiedNetwork',
      'VerifiedPlatform',
      'Checkpoint',
      'walkTo',
      'jump',
      'applyVerifiedDiff',
      'requireChainLock',
      'HeaderChain',
      'checkRecorded',
      'VerificationError',
    ],
    entryPoints: {
      '': 'light-client/dist/index.d.ts',
      '/message-limits': 'light-client/dist/grpc/message-limits.d.ts',
      '/node': 'light-client/dist/node/index.d.ts',
    },
  },
  {
    name: 'platform',
    begin: [
      'createPlatform',
      'Platform',
      'PlatformOptions',
      'IdentityApi',
      'ContractApi',
      'DocumentApi',
      'QueryApi',
      'ContestApi',
      'MasternodeApi',
      'TokenApi',
      'StateApi',
      'ConsensusError',
    ],
    entryPoints: { '': 'platform/dist/index.d.ts' },
  },
  {
    name: 'client',
    begin: ['ContractOptions', 'Documents', 'Ranged', 'Signer', 'identifier', 'isRejected'],
    entryPoints: { '': 'client/dist/index.d.ts' },
  },
];

/** Max lines of an inferred type that are printed. */
const MAX_TYPE_LINES = 12;

/** Calls of the libraries whose results are printed. */
const EXAMPLES: ReadonlyMap<string, () => unknown> = new Map<string, () => unknown>([
  [
    'validateContract',
    () => validateContract('{"note": {"type": "object"}}').diagnostics.map(({ code }) => code),
  ],
  ['textEdits', () => textEdits('{"a": 1}')([{ op: 'replace', path: '/a', value: 2 }])],
  ['explain', () => explain('index-order')?.fix],
  ['explainKeyword', () => explainKeyword('property', 'byteArray')?.about],
  ['nearestNames', () => nearestNames('lenght', ['length', 'width'])],
  ['formatContract', () => formatContract('{"note":{"type":"object"}}').text],
  ['contractJsonSchema', () => Object.keys(contractJsonSchema({ protocolVersion: 9 }))],
  ['typesFor', () => Object.keys(typesFor('{"note": {"type": "object"}}'))],
]);

/** Returns the pages of api/: the exports of each library with their declarations and examples. */
export function libraryPages(): ReadonlyMap<string, string> {
  return new Map(LIBRARIES.map((library) => [`api/${library.name}.md`, libraryPage(library)]));
}

function libraryPage({ name, begin, entryPoints }: Library): string {
  const sections = Object.entries(entryPoints).flatMap(([subpath, file]) => [
    ...(subpath === '' ? [] : [`# @dapikit/${name}${subpath}`]),
    ...exportSections(new URL(file, PACKAGES)),
  ]);
  const page = fillPage(`api/${name}.md`, {
    begin: begin.map((exported) => `[${exported}](#${exported.toLowerCase()})`).join(', '),
    exports: joinParts(sections),
  });
  const missing = begin.filter((exported) => !page.includes(`\n## ${exported}\n`));
  if (missing.length > 0) throw new Error(`@dapikit/${name} does not export ${missing.join(', ')}`);
  return page;
}

function exportSections(index: URL): string[] {
  const exported = readFileSync(index, 'utf8').matchAll(/export (?:type )?\{([^}]*)\} from '([^']*)\.js'/g);
  const sections = Array.from(exported).flatMap(([, names = '', file = '']) =>
    names
      .split(',')
      .map((name) => name.replace(/\btype\b/, '').trim())
      .filter((name) => name !== '')
      .map((name) => exportSection(name, new URL(`${file}.d.ts`, index))),
  );
  return sections.toSorted((a, b) => (a < b ? -1 : 1));
}

function exportSection(name: string, file: URL): string {
  const text = readFileSync(file, 'utf8');
  const [, elsewhere] =
    new RegExp(`export (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']*)\\.js'`).exec(text) ?? [];
  if (elsewhere !== undefined) return exportSection(name, new URL(`${elsewhere}.d.ts`, file));
  const declaration = findDeclaration(name, text.split('\n'));
  if (declaration === undefined) throw new Error(`no declaration of ${name} in ${file.pathname}`);
  const example = EXAMPLES.get(name);
  return joinParts([
    `## ${name}`,
    fence('ts', shortenType(declaration)),
    ...(example === undefined ? [] : [describeExample(example)]),
  ]);
}

/** Returns a declaration with its docstring, without `export`, `declare` and private members; `undefined` if there is none. */
function findDeclaration(name: string, lines: readonly string[]): string | undefined {
  const declares = new RegExp(
    `^export (?:declare )?(?:function|const|type|interface|(?:abstract )?class) ${name}\\b`,
  );
  const first = lines.findIndex((line) => declares.test(line));
  if (first === -1) return undefined;
  const end = lines.findIndex((line, at) => at >= first && /^\}|[;}]$/.test(line) && !/^\s/.test(line));
  let start = first;
  if (lines[first - 1]?.trimEnd().endsWith('*/') === true)
    do start -= 1;
    while (lines[start]?.startsWith('/**') === false);
  return lines
    .slice(start, end + 1)
    .join('\n')
    .replaceAll('export declare ', '')
    .replaceAll('export ', '')
    .replaceAll(/^ +#private;\n/gm, '')
    .replaceAll(/import\("[^"]*"\)\./g, '');
}

/** Shortens types that are inferred from a definition and fill pages to their name. */
function shortenType(declaration: string): string {
  const lines = declaration.split('\n');
  const opens = lines.findIndex((line) => /^const .*<.*[{(]$/.test(line));
  const opening = lines[opens];
  if (opening === undefined || lines.length - opens <= MAX_TYPE_LINES) return declaration;
  return [...lines.slice(0, opens), opening.replace(/<.*$/, '<…>;')].join('\n');
}

function describeExample(call: () => unknown): string {
  const code = String(call).replace(/^\(\) =>\s*/, '');
  const result = inspect(call(), { depth: 5, breakLength: 100 }).replaceAll(/^/gm, '// ');
  return fence('ts', `${code};\n${result}`);
}
