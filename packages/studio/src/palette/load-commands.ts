import { readMethods } from '../console/described-method.js';
import { ENDPOINTS } from '../console/endpoints.js';
import { getList, getText } from '../json/json-values.js';
import { createHref } from '../navigation/route.js';
import type { Tab } from '../navigation/tab.js';
import { loadNames, shortenId } from '../platform/state/identity.js';
import { labelContract, loadContracts } from '../platform/state/registered-contract.js';
import { loadAliases } from '../rpc/aliases.js';
import { createRpcClient } from '../rpc/json-rpc-client.js';
import { platform } from '../rpc/platform.js';
import type { Server } from '../rpc/server.js';
import type { PaletteCommand } from './palette-command.js';

const VIEWS: readonly (readonly [tab: string, view: string, label: string])[] = [
  ['contract', 'compare', 'Compare an update of a contract'],
  ['explorer', 'transitions', 'Transitions'],
  ['explorer', 'rejections', 'Rejections'],
  ['explorer', 'identities', 'Identities'],
  ['explorer', 'tokens', 'Tokens'],
  ['explorer', 'decode', 'Decode bytes'],
];

/** Lists tabs and their views. */
export function listPlaces(tabs: readonly Tab[]): readonly PaletteCommand[] {
  const shown = new Set(tabs.map(({ id }) => id));
  return [
    ...tabs.map(({ id, label }) => ({ kind: 'Tab', label, detail: '', href: createHref(id) })),
    ...VIEWS.filter(([tab]) => shown.has(tab)).map(([tab, view, label]) => ({
      kind: 'View',
      label,
      detail: '',
      href: createHref(tab, [view]),
    })),
  ];
}

/** Loads methods, contracts and identities of a server; what cannot be loaded is left out. */
export async function loadSubjects(server: Server): Promise<readonly PaletteCommand[]> {
  const loads = [
    ...ENDPOINTS.filter(({ isFor }) => !server.isStatic && isFor(server)).map(async ({ id, path, label }) =>
      readMethods(await createRpcClient(path).call('rpc.discover')).map(({ name, summary }) => ({
        kind: 'Method',
        label: name,
        detail: `${label}: ${summary}`,
        href: createHref('console', [id, name]),
      })),
    ),
    ...(server.platform ? [loadContractCommands(), loadIdentityCommands()] : []),
  ];
  const loaded = await Promise.allSettled(loads);
  return loaded.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

async function loadContractCommands(): Promise<readonly PaletteCommand[]> {
  return (await loadContracts()).map((contract) => ({
    kind: 'Contract',
    label: labelContract(contract),
    detail: contract.id,
    href: createHref('platform', [contract.id]),
  }));
}

async function loadIdentityCommands(): Promise<readonly PaletteCommand[]> {
  const [listed, aliases] = await Promise.all([
    platform.call('listIdentities', { limit: 100 }),
    loadAliases(),
  ]);
  const names = new Map([...aliases, ...loadNames()]);
  return getList(listed).map((one) => {
    const id = getText(one, 'id');
    return {
      kind: 'Identity',
      label: names.get(id) ?? shortenId(id),
      detail: id,
      href: createHref('explorer', ['identity', id]),
    };
  });
}
