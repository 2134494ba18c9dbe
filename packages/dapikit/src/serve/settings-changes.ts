import { composeSettings, type GatewaySettings, type SettingTable } from '@dapikit/gateway';
import { serveSettings, type ServeValues } from '../settings/settings-table.js';

const SETTINGS: SettingTable = serveSettings;

/** Returns whether a setting applies without a restart. Another certificate is taken over; whether there is one at all is not. */
export function isReloadable(name: string, before: ServeValues, after: ServeValues): boolean {
  if (name === 'tlsCert' || name === 'tlsKey')
    return (before.tlsCert === undefined) === (after.tlsCert === undefined);
  return SETTINGS[name]?.needsRestart !== true;
}

/** Returns the names of the settings that have another value. */
export function changesOf(before: ServeValues, after: ServeValues): string[] {
  const now: Readonly<Record<string, unknown>> = after;
  return Object.entries(before)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name]))
    .map(([name]) => name);
}

/** Returns the flags of settings. */
export function flagsOf(names: readonly string[]): string[] {
  return names.map((name) => SETTINGS[name]?.flag ?? name);
}

/** Returns the settings of the gateway among those of the command. */
export function gatewaySettings(values: ServeValues): GatewaySettings {
  return { ...composeSettings(values), stateDirectory: values.stateDirectory };
}
