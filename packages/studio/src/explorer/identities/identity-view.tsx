import { base64, hex } from '@scure/base';
import { Badge } from '../../components/badge.js';
import { CopyButton } from '../../components/copy-button.js';
import { DataTable } from '../../components/data-table.js';
import { ExplorerLink } from '../../components/explorer-link.js';
import { HashText } from '../../components/hash-text.js';
import { Loading } from '../../components/loading.js';
import { Notice } from '../../components/notice.js';
import { Panel } from '../../components/panel.js';
import { ProofLink } from '../../components/proof-link.js';
import { RpcErrorNotice } from '../../components/rpc-error-notice.js';
import { getInteger, getList, getMembers, getNumber, getText } from '../../json/json-values.js';
import { createHref } from '../../navigation/route.js';
import { platform } from '../../rpc/platform.js';
import { useRequest } from '../../rpc/use-request.js';
import { formatDash } from '../../text/format-dash.js';
import { formatTime } from '../../text/format-time.js';
import { formatAmount, loadTokens, type ShownToken } from '../tokens/token.js';
import { TransitionTable } from '../transitions/transition-table.js';

interface ShownKey {
  readonly id: number;
  readonly purpose: string;
  readonly securityLevel: string;
  readonly type: string;
  /** The key or its hash, in hexadecimal digits. */
  readonly data: string;
  readonly disabledAt: number | undefined;
  /** The contract, and perhaps the document type, that the key is bound to; empty without one. */
  readonly bounds: string;
}

interface ShownIdentity {
  readonly id: string;
  readonly balance: bigint;
  readonly revision: bigint;
  readonly nonce: bigint;
  readonly keys: readonly ShownKey[];
}

/** Shows an identity: balance, nonce, keys, tokens and transitions. */
export function IdentityView({ id, revision }: { readonly id: string; readonly revision: unknown }) {
  const { value, error } = useRequest(async () => ({ found: await loadIdentity(id) }), [id, revision]);
  if (error !== undefined) return <RpcErrorNotice title="This identity cannot be shown" error={error} />;
  if (value === undefined) return <Loading what="the identity" />;
  const aside = (
    <span class="button-row">
      <ProofLink subject={{ identityId: id }} />
      <a href={createHref('explorer', ['identities'])}>Close</a>
    </span>
  );
  if (value.found === undefined)
    return (
      <Panel title="Identity" aside={aside}>
        <Notice kind="warn" title="The platform has no identity with this id">
          <p>The server says so. Show its proof to verify that nothing is stored there.</p>
        </Notice>
      </Panel>
    );
  return (
    <>
      <Panel title="Identity" aside={aside}>
        <div class="explorer-stack">
          <IdentityFacts identity={value.found} />
          <h3>Keys</h3>
          <KeyTable keys={value.found.keys} />
          <TokenBalances id={id} revision={revision} />
        </div>
      </Panel>
      <Panel title="Transitions that name it">
        <TransitionTable identityId={id} revision={revision} />
      </Panel>
    </>
  );
}

async function loadIdentity(id: string): Promise<ShownIdentity | undefined> {
  const [identity, nonce] = await Promise.all([
    platform.call('getIdentity', { id }),
    platform.call('getIdentityNonce', { id }),
  ]);
  if (identity === null) return undefined;
  return {
    id,
    balance: getInteger(identity, 'balance'),
    revision: getInteger(identity, 'revision'),
    nonce: getInteger(nonce, 'nonce'),
    keys: getList(getMembers(identity)['keys']).map(readKey),
  };
}

function readKey(key: unknown): ShownKey {
  const bounds = getMembers(key)['contractBounds'];
  return {
    id: getNumber(key, 'id') ?? 0,
    purpose: getText(key, 'purpose'),
    securityLevel: getText(key, 'securityLevel'),
    type: getText(key, 'type'),
    data: hex.encode(base64.decode(getText(key, 'data'))),
    disabledAt: getNumber(key, 'disabledAt'),
    bounds: [getText(bounds, 'contractId'), getText(bounds, 'documentType')].filter(Boolean).join(' '),
  };
}

function IdentityFacts({ identity }: { readonly identity: ShownIdentity }) {
  const { id, balance, revision, nonce } = identity;
  return (
    <dl class="facts">
      <dt>Id</dt>
      <dd>
        <HashText hash={id} isWhole /> <CopyButton text={() => id} />
      </dd>
      <dt>Balance</dt>
      <dd>
        {formatDash(balance)} DASH ({balance.toLocaleString('en')} credits)
      </dd>
      <dt>Nonce</dt>
      <dd>{nonce.toLocaleString('en')} (documents and tokens have a nonce per contract)</dd>
      <dt>Revision</dt>
      <dd>{revision.toLocaleString('en')} (the number of key changes)</dd>
    </dl>
  );
}

function KeyTable({ keys }: { readonly keys: readonly ShownKey[] }) {
  return (
    <DataTable
      label="Keys"
      columns={[
        { title: 'Id', cell: ({ id }: ShownKey) => id },
        { title: 'Purpose', cell: ({ purpose }: ShownKey) => purpose },
        { title: 'Security level', cell: ({ securityLevel }: ShownKey) => securityLevel },
        { title: 'Type', cell: ({ type }: ShownKey) => type },
        { title: 'Public key or hash', cell: ({ data }: ShownKey) => <HashText hash={data} /> },
        {
          title: 'State',
          cell: ({ disabledAt, bounds }: ShownKey) => (
            <>
              {disabledAt === undefined ? (
                'enabled'
              ) : (
                <Badge tone="warn">disabled {formatTime(disabledAt)}</Badge>
              )}
              {bounds !== '' && <> for contract {bounds}</>}
            </>
          ),
        },
      ]}
      rows={keys}
      keyOf={({ id }) => String(id)}
    />
  );
}

interface Balance {
  readonly token: ShownToken;
  readonly balance: bigint;
  readonly isFrozen: boolean;
}

/** Shows the token balances of an identity; nothing where it has none. */
function TokenBalances({ id, revision }: { readonly id: string; readonly revision: unknown }) {
  const { value = [] } = useRequest(() => loadBalances(id), [id, revision]);
  if (value.length === 0) return null;
  return (
    <>
      <h3>Tokens</h3>
      <DataTable
        label="Token balances"
        columns={[
          { title: 'Token', cell: ({ token }: Balance) => token.name },
          { title: 'Id', cell: ({ token }: Balance) => <ExplorerLink kind="token" id={token.id} /> },
          {
            title: 'Balance',
            isNumber: true,
            cell: ({ balance, token }: Balance) => formatAmount(balance, token.decimals),
          },
          {
            title: 'State',
            cell: ({ isFrozen }: Balance) => (isFrozen ? <Badge tone="warn">frozen</Badge> : 'usable'),
          },
        ]}
        rows={value}
        keyOf={({ token }) => token.id}
      />
    </>
  );
}

async function loadBalances(identityId: string): Promise<readonly Balance[]> {
  const tokens = await loadTokens();
  const all = await Promise.all(
    tokens.map(async (token) => {
      const account = await platform.call('getTokenBalance', { tokenId: token.id, identityId });
      const isFrozen = getMembers(account)['isFrozen'] === true;
      return { token, balance: getInteger(account, 'balance'), isFrozen };
    }),
  );
  return all.filter(({ balance, isFrozen }) => balance > 0n || isFrozen);
}
