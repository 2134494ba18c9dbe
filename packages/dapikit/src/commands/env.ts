import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DevChain } from '@dapikit/chain';
import { base58 } from '@scure/base';
import { command, EXIT } from '../program/command.js';
import { describeNoUrl, isHttpUrl, LOCAL_URL } from '../program/http-url.js';
import { option, UsageError } from '../program/option.js';
import { quoted } from '../program/program-name.js';
import { readSettingText } from '../settings/setting-option.js';
import { serveSettings } from '../settings/settings-table.js';
import { chainOptions, chainSettings } from './chain-options.js';

/** The URL of the module that makes programs for testnet use the local network: without spaces, which `NODE_OPTIONS` would split. */
const PRELOAD = new URL('../preload/local-network.js', import.meta.url).href;

const { stateDirectory } = serveSettings;

/** Implements `dapikit env`: prints the variables with which programs use the local network, as commands of a shell. */
export const env = command({
  name: 'env',
  about: 'print the variables with which SDKs and tutorials use the local network',
  usage: '[options]',
  maxOperands: 0,
  options: {
    url: option({
      flag: 'url',
      env: 'DAPIKIT_URL',
      value: 'url',
      about: 'address of the local network',
      default: LOCAL_URL,
      read: readUrl,
    }),
    stateDirectory: option({
      flag: 'state-dir',
      env: 'DAPIKIT_STATE_DIR',
      value: 'folder',
      about: 'folder of its certificate',
      default: stateDirectory.default,
      defaultText: '~/.dapikit',
      read: (text, name) => readSettingText(stateDirectory, text, name),
    }),
    mnemonic: chainOptions.mnemonic,
  },
  examples: [
    ['env', 'what there is'],
    ['env --url http://127.0.0.1:3777', 'for a network at another port'],
  ],
  notes: ['eval "$(dapikit env)" sets all of it in a shell of Linux or macOS.'],
  run({ url, stateDirectory: folder, mnemonic }, _, { stdout }) {
    stdout.write(describe(url.replace(/\/+$/, ''), join(folder, 'tls', 'cert.pem'), walletsOf(mnemonic)));
    return Promise.resolve(EXIT.fine);
  },
});

function readUrl(text: string, name: string): string {
  if (isHttpUrl(text)) return text;
  throw new UsageError(`${name}: ${describeNoUrl(text)}`);
}

type Wallets = DevChain['wallets'];

function walletsOf(mnemonic: string | undefined): Wallets {
  const chain = new DevChain({
    ...chainSettings({ mnemonic, masternodeChanges: undefined }),
    mining: 'manual',
  });
  const { wallets } = chain;
  chain.close();
  return wallets;
}

function describe(url: string, certificate: string, [first, second]: Wallets): string {
  const recipient = second?.identities[0]?.id;
  return [
    '# programs for testnet that use evo-sdk, and dapikit itself',
    assign('DAPIKIT_URL', url),
    assign('NODE_OPTIONS', `--import=${PRELOAD}`),
    '# clients with TLS, such as the presets of SDKs',
    existsSync(certificate)
      ? assign('NODE_EXTRA_CA_CERTS', certificate)
      : `# ${assign('NODE_EXTRA_CA_CERTS', certificate)}: the first start writes it`,
    '# the official tutorials',
    ...(first === undefined ? [] : [assign('PLATFORM_MNEMONIC', first.mnemonic)]),
    ...(second === undefined ? [] : [assign('SECONDARY_PLATFORM_MNEMONIC', second.mnemonic)]),
    ...(recipient === undefined ? [] : [assign('RECIPIENT_ID', base58.encode(recipient))]),
    '',
    `# evo-sdk:      new EvoSDK({ network: 'local', trusted: true, addresses: ['${url}'], quorumUrl: '${url}' })`,
    `# dapi-client:  new DAPIClient({ dapiAddresses: ['${new URL(url).host}:self-signed'] })`,
    `# gRPC and gRPC-web: ${url}, also over TLS`,
    '',
  ].join('\n');
}

const assign = (name: string, value: string): string => `export ${name}=${quoted(value)}`;
