import { createCurlLine } from '../rpc/curl-line.js';

/** Describes a program that uses the server that shows this page. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  /** A line for a shell that installs what it needs. */
  readonly install?: string;
  readonly code: string;
  /** A sentence below the code. */
  readonly note?: string;
}

const DPNS = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';

const call = (method: string): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method });

/** Lists programs for a server: those of Dash Platform where it has a local one. @param origin such as `http://127.0.0.1:3000` */
export const listSnippets = (origin: string, hasPlatform: boolean): readonly Snippet[] => [
  { id: 'curl', label: 'curl', code: createCurlLine(`${origin}/`, call('getStatus')) },
  ...(hasPlatform ? platformSnippets(origin) : []),
  {
    id: 'python',
    label: 'Python',
    code: `import json
import urllib.request

def call(method, params={}, path="/"):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    request = urllib.request.Request("${origin}" + path, body.encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)["result"]

print(call("getBestBlockHash"))${hasPlatform ? `\nprint(call("status", path="/platform"))` : ''}
`,
  },
  {
    id: 'websocket',
    label: 'WebSocket',
    code: `const socket = new WebSocket('${origin.replace(/^http/, 'ws')}/');
socket.onopen = () => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribeToBlocks' }));
socket.onmessage = ({ data }) => console.log(data);
`,
    note: 'Runs in a browser, and in Node 22 or newer.',
  },
];

const platformSnippets = (origin: string): readonly Snippet[] => [
  {
    id: 'evo-sdk',
    label: 'evo-sdk',
    install: 'npm install @dashevo/evo-sdk',
    code: `import { EvoSDK } from '@dashevo/evo-sdk';

const url = '${origin}';
const sdk = new EvoSDK({ network: 'local', trusted: true, addresses: [url], quorumUrl: url });
await sdk.connect();

const dpns = await sdk.contracts.fetch('${DPNS}');
console.log('DPNS version', dpns.version);
`,
    note: 'Every response is verified: its proof, and the signature of the quorum.',
  },
  {
    id: 'dapi-client',
    label: 'dapi-client',
    install: 'npm install @dashevo/dapi-client',
    code: `import DAPIClient from '@dashevo/dapi-client';

const client = new DAPIClient({ dapiAddresses: ['${new URL(origin).host}:self-signed'] });
const { chain } = await client.core.getBlockchainStatus();
console.log(chain.name, 'height', chain.blocksCount);
`,
  },
  {
    id: 'dash',
    label: 'dash',
    install: 'npm install dash',
    code: `import Dash from 'dash';

const client = new Dash.Client({ network: 'local', wallet: { mnemonic: null } });
const account = await client.getWalletAccount();
console.log(account.getUnusedAddress().address);
await client.disconnect();
`,
    note: 'The network "local" is port 2443 of this machine, where dapikit dev listens as well.',
  },
];
