import { readFileSync } from 'node:fs';
import { UsageError } from '../option.js';
import { readConfigFile, type Mistake } from './config-file.js';
import { serveSettings, type ServeValues } from './serve-settings.js';

/** Where settings come from. */
export interface SettingsSources {
  /** The configuration file; `undefined` where there is none. */
  readonly file: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Texts by the name of the setting, as they stand behind the flags. */
  readonly flags: Readonly<Record<string, string | undefined>>;
}

/** Settings with all that is wrong with them. */
export interface ResolvedSettings {
  /** What is wrong has its default here. */
  readonly values: ServeValues;
  /** By the name of the setting, such as `flag --port` or `dapikit.yaml:3`. */
  readonly origins: ReadonlyMap<string, string>;
  readonly mistakes: readonly Mistake[];
  /** The text of the file, in which mistakes have their place. */
  readonly text: string;
  /** Whether the file could not be read. */
  readonly isUnreadable: boolean;
}

/** A setting comes from its flag, then from the environment, then from the file, then its default. Never throws. */
export function resolveSettings({ file, env, flags }: SettingsSources): ResolvedSettings {
  const { text, fault } = readText(file);
  const { values: inFile, mistakes, isBroken } = readConfigFile(text, serveSettings);
  const found: Mistake[] = [...(fault === undefined ? [] : [{ message: fault }]), ...mistakes];
  const origins = new Map<string, string>();
  const values = Object.entries(serveSettings).map(([name, setting]): [string, unknown] => {
    const given = [
      { text: flags[name], origin: `--${setting.flag}` },
      { text: env[setting.env] === '' ? undefined : env[setting.env], origin: setting.env },
    ].find((source) => source.text !== undefined);
    if (given?.text !== undefined) {
      origins.set(name, given.origin);
      try {
        return [name, setting.read(given.text, given.origin)];
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        found.push({ message: error.message });
        return [name, setting.default];
      }
    }
    const written = inFile.get(setting.flag);
    origins.set(name, written === undefined ? 'default' : `${file}:${written.line}`);
    return [name, written === undefined ? setting.default : written.value];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is what its own setting read
  const resolved = Object.fromEntries(values) as ServeValues;
  // Of a file that cannot be read it is not known what it says.
  const isFileKnown = fault === undefined && !isBroken;
  const isWrong = (flag: string): boolean => found.some(({ message }) => message.startsWith(flag));
  if (isFileKnown)
    found.push(...contradictions(resolved).filter(({ message }) => !isWrong(message.split(/[: ]/)[0] ?? '')));
  return { values: resolved, origins, mistakes: found, text, isUnreadable: fault !== undefined };
}

function readText(file: string | undefined): { readonly text: string; readonly fault?: string } {
  if (file === undefined) return { text: '' };
  try {
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return {
      text: '',
      fault: `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** What cannot be, though each setting for itself can. */
function contradictions(values: ServeValues): Mistake[] {
  const { tlsCert, tlsKey, nodes, requireApiKey, apiKeys, platformWrites } = values;
  const found: Mistake[] = [];
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    found.push({ message: 'tls-cert and tls-key go together: give both, or neither' });
  if (requireApiKey && apiKeys.length === 0)
    found.push({ message: 'require-api-key: there are no keys; name a file of them with api-keys' });
  if (platformWrites === 'keys' && apiKeys.length === 0)
    found.push({ message: 'platform-writes: there are no keys; name a file of them with api-keys' });
  if (nodes.length === 0) found.push({ message: 'nodes: expected at least one node, found none' });
  return found;
}
