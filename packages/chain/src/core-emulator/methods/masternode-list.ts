import type { Masternode } from '../../rules/consensus/masternode.js';
import { formatNetworkAddress, UNSPECIFIED_ADDRESS } from '../../primitives/masternode/network-address.js';
import { outPointKey } from '../../primitives/transaction/transaction.js';
import { describeMasternodeAddresses, masternodesAfter, typeName } from '../json/describe-masternode.js';
import { addressOf, keyAddress } from '../json/describe-script.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { invalidParameter } from '../rpc/rpc-params.js';

/** Describes a masternode in one mode, and gives the text that its filter searches. */
interface Mode {
  readonly describe: (facts: Facts) => unknown;
  readonly searched: (facts: Facts) => string;
}

interface Facts {
  readonly masternode: Masternode;
  readonly outPoint: string;
  readonly address: string;
  readonly payee: string;
  readonly status: string;
  readonly lastPaidTime: number;
  readonly collateralAddress: string;
}

const JSON_MODE: Mode = { describe: describe, searched: searchedJson };

const MODES: ReadonlyMap<string, Mode> = new Map<string, Mode>([
  ['addr', textMode(({ address }) => address)],
  [
    'full',
    textMode(({ masternode, address, payee, status, lastPaidTime }) =>
      [
        status.padStart(18),
        masternode.penalty,
        payee,
        String(lastPaidTime).padStart(10),
        String(masternode.lastPaidHeight).padStart(6),
        address,
      ].join(' '),
    ),
  ],
  [
    'info',
    textMode(({ masternode, address, payee, status }) =>
      [status.padStart(18), masternode.penalty, payee, address].join(' '),
    ),
  ],
  ['json', JSON_MODE],
  ['recent', JSON_MODE],
  ['evo', JSON_MODE],
  ['owneraddress', silent(({ masternode }) => keyAddress(masternode.keyIdOwner))],
  ['votingaddress', silent(({ masternode }) => keyAddress(masternode.keyIdVoting))],
  ['lastpaidtime', silent(({ lastPaidTime }) => lastPaidTime)],
  ['lastpaidblock', silent(({ masternode }) => masternode.lastPaidHeight)],
  ['payee', textMode(({ payee }) => payee)],
  ['pubkeyoperator', silent(({ masternode }) => masternode.pubKeyOperator)],
  ['status', textMode(({ status }) => status)],
]);

/** Source: `nSuperblockCycle` of regtest in `src/chainparams.cpp` of dashpay/dash. */
const RECENT_BLOCKS = 20;

/** Implements the list of masternodes, under either of the two names of the method. */
export const masternodeList = listNamed('masternode list');
export const masternodelist = listNamed('masternodelist');

function listNamed(name: string): EmulatorMethod {
  return {
    name,
    category: 'Dash',
    summary: 'returns the masternodes by collateral, with the requested field of each',
    params: [
      {
        name: 'mode',
        type: 'string',
        isOptional: true,
        about: `${[...MODES.keys()].join(', ')}; json when left out`,
      },
      { name: 'filter', type: 'string', isOptional: true, about: 'text that the results must contain' },
    ],
    answer(node, params) {
      const wanted = params.isGiven(0) ? params.text(0).toLowerCase() : 'json';
      const filter = params.isGiven(1) ? params.text(1) : '';
      const mode = MODES.get(wanted);
      if (mode === undefined) throw invalidParameter(`strMode ${wanted} not found`);
      const { tip } = node.chain;
      const described = masternodesAfter(tip)
        .filter(({ platform }) => wanted !== 'evo' || platform !== undefined)
        .filter(({ banHeight }) => {
          return wanted !== 'recent' || banHeight === undefined || tip.height - banHeight <= RECENT_BLOCKS;
        })
        .map((masternode) => factsOf(masternode, node))
        .filter((facts) => facts.outPoint.includes(filter) || mode.searched(facts).includes(filter));
      return Object.fromEntries(described.map((facts) => [facts.outPoint, mode.describe(facts)]));
    },
  };
}

function textMode(text: (facts: Facts) => string): Mode {
  return { describe: text, searched: text };
}

/** Returns a mode whose filter searches the collateral only. */
function silent(describe: Mode['describe']): Mode {
  return { describe, searched: ({ outPoint }) => outPoint };
}

function factsOf(masternode: Masternode, { chain }: EmulatedNode): Facts {
  const { collateral, service, scriptPayout, banHeight, lastPaidHeight } = masternode;
  const coin = chain.coins.coin(collateral);
  const hasAddress = service.ip !== UNSPECIFIED_ADDRESS.ip;
  return {
    masternode,
    outPoint: outPointKey(collateral),
    address: hasAddress ? formatNetworkAddress(service) : '',
    payee: addressOf(scriptPayout) ?? 'UNKNOWN',
    status: banHeight === undefined ? 'ENABLED' : 'POSE_BANNED',
    lastPaidTime: lastPaidHeight === 0 ? 0 : (chain.blockAt(lastPaidHeight)?.time ?? 0),
    collateralAddress: (coin && addressOf(coin.scriptPubKey)) ?? 'UNKNOWN',
  };
}

/** Describes a masternode in the requested mode. Source: `masternodelist_helper` in `src/rpc/masternode.cpp` of dashpay/dash. */
function describe({ masternode, payee, status, lastPaidTime, collateralAddress }: Facts): object {
  const { platform } = masternode;
  return {
    proTxHash: masternode.proTxHash,
    address: formatNetworkAddress(masternode.service),
    addresses: describeMasternodeAddresses(masternode),
    payee,
    status,
    type: typeName(masternode),
    platformNodeID: platform?.nodeId,
    platformP2PPort: platform?.p2pPort,
    platformHTTPPort: platform?.httpPort,
    pospenaltyscore: masternode.penalty,
    consecutivePayments: 0,
    lastpaidtime: lastPaidTime,
    lastpaidblock: masternode.lastPaidHeight,
    owneraddress: keyAddress(masternode.keyIdOwner),
    votingaddress: keyAddress(masternode.keyIdVoting),
    collateraladdress: collateralAddress,
    pubkeyoperator: masternode.pubKeyOperator,
  };
}

function searchedJson({
  masternode,
  address,
  payee,
  status,
  lastPaidTime,
  collateralAddress,
}: Facts): string {
  return [
    masternode.proTxHash,
    address,
    payee,
    status,
    masternode.penalty,
    lastPaidTime,
    masternode.lastPaidHeight,
    keyAddress(masternode.keyIdOwner),
    keyAddress(masternode.keyIdVoting),
    collateralAddress,
    masternode.pubKeyOperator,
  ].join(' ');
}
