// Writes the generated pages of docs/reference/ from the tables of methods, controls, routes, settings, faults, calls of evo-sdk, commands and contract
// rules, and the Markdown pages of scripts/docs/pages/. Examples are responses of the embedded chain as it starts.
// Git has the pages that are one table or one subject. Pages of single rules, errors, transitions, gRPC methods and of the API are written for the
// documentation site, and not committed. With --check nothing is written: it fails if a committed page is outdated.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DevChain } from '@dapikit/chain';
import { settingsSchema } from 'dapikit';
import { contractJsonSchema } from '@dapikit/contract';
import { accessPage } from './access-page.js';
import { commandsPage } from './commands-page.js';
import { consensusErrorPages } from './consensus-error-pages.js';
import { contractLanguagePage } from './contract-language-page.js';
import { coreEmulatorPage } from './core-emulator-page.js';
import { devChainPage } from './dev-chain-page.js';
import { errorsPage } from './errors-page.js';
import { evoSdkPage } from './evo-sdk-page.js';
import { expressionLanguagePage } from './expression-language-page.js';
import { faultsPage } from './faults-page.js';
import { grpcPages } from './grpc-pages.js';
import { httpPage } from './http-page.js';
import { libraryPages } from './library-pages.js';
import { methodPages } from './method-pages.js';
import { platformPage } from './platform-page.js';
import { rulePages } from './rule-pages.js';
import { settingsPage } from './settings-page.js';
import { transitionPages } from './transition-pages.js';

const FOLDER = fileURLToPath(new URL('../../../docs/reference/', import.meta.url));
/** Folders with generated pages only: any other file in them is of a rule, method or library that no longer exists. */
const GENERATED_FOLDERS = ['api', 'consensus-errors', 'grpc', 'methods', 'rules', 'schema', 'transitions'];
/** Pages that are built for the documentation site, and not committed. */
const NOT_COMMITTED = /^(?:api|consensus-errors|grpc|rules|schema|transitions)\//;

const isCheck = process.argv.includes('--check');
const pages = await createPages();
const outdated = [...pages].filter(
  ([file, page]) => !(isCheck && NOT_COMMITTED.test(file)) && readIfPresent(file) !== page,
);
const stale = listGenerated().filter((file) => !pages.has(file) && !(isCheck && NOT_COMMITTED.test(file)));
if (isCheck) reportDifferences();
else writePages();

async function createPages(): Promise<ReadonlyMap<string, string>> {
  const chain = new DevChain({ mining: 'manual' });
  return new Map([
    ['settings.md', settingsPage()],
    ['cli.md', await commandsPage()],
    ['errors.md', errorsPage()],
    ['evo-sdk.md', evoSdkPage()],
    ['faults.md', faultsPage()],
    ['access.md', accessPage()],
    ['contract-language.md', contractLanguagePage()],
    ['expression-language.md', expressionLanguagePage()],
    ['core-emulator.md', coreEmulatorPage()],
    ['devchain.md', await devChainPage()],
    ['http.md', await httpPage(chain)],
    ['platform.md', await platformPage(chain)],
    ['schema/dapikit.schema.json', `${JSON.stringify(settingsSchema(), null, 2)}\n`],
    ['schema/data-contract.schema.json', `${JSON.stringify(contractJsonSchema(), null, 2)}\n`],
    ...(await methodPages(chain)),
    ...(await grpcPages()),
    ...rulePages(),
    ...consensusErrorPages(),
    ...transitionPages(),
    ...libraryPages(),
  ]);
}

function reportDifferences(): void {
  const files = [...outdated.map(([file]) => file), ...stale];
  if (files.length === 0) return;
  console.error(`docs/reference/ is outdated (${files.join(', ')}): run npm run docs`);
  process.exitCode = 1;
}

function writePages(): void {
  for (const [file, page] of outdated) {
    mkdirSync(dirname(join(FOLDER, file)), { recursive: true });
    writeFileSync(join(FOLDER, file), page);
  }
  for (const file of stale) rmSync(join(FOLDER, file));
}

function listGenerated(): string[] {
  return GENERATED_FOLDERS.flatMap((folder) => {
    try {
      return readdirSync(join(FOLDER, folder)).map((name) => `${folder}/${name}`);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  });
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(join(FOLDER, file), 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
