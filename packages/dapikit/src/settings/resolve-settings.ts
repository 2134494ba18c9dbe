import { readFileSync } from 'node:fs';
import { fileErrorReason } from '../program/file-error.js';
import { UsageError } from '../program/option.js';
import { readConfigFile, type SettingsDiagnostic, type Span } from './config-file.js';
import { environmentName, readSettingText, sharedVariable } from './setting-option.js';
import { serveSettings, type ServeValues } from './settings-table.js';

/** Lists the sources of settings. */
export interface SettingsSources {
  /** The configuration file; `undefined` where there is none. */
  readonly file: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Texts of the flags by the name of the setting. */
  readonly flags: Readonly<Record<string, string | undefined>>;
}

/** Describes settings with all their errors. */
export interface ResolvedSettings {
  /** Values of the settings; an invalid one has its default here. */
  readonly values: ServeValues;
  /** By the name of the setting, such as `flag --port` or `dapikit.yaml:3`. */
  readonly origins: ReadonlyMap<string, string>;
  /** The names of the settings whose values are wrong. */
  readonly invalid: ReadonlySet<string>;
  /** The locations of settings in the file, by name. */
  readonly spans: ReadonlyMap<string, Span>;
  readonly errors: readonly SettingsDiagnostic[];
  /** The text of the file, in which errors have their place. */
  readonly text: string;
  /** True if the file could not be read. */
  readonly isUnreadable: boolean;
  /** True if nothing is known of what the file says. */
  readonly isBroken: boolean;
}

/** Returns the name and line of an error in the settings file, such as `dapikit.yaml:3`; `undefined` where it has none there. */
export function placeOfError(
  { span }: SettingsDiagnostic,
  file: string | undefined,
  text: string,
): string | undefined {
  if (span === undefined || file === undefined) return undefined;
  return `${file}:${text.slice(0, span[0]).split('\n').length}`;
}

/** Resolves settings: each comes from its flag, then from the environment, then from the file, then its default. Never throws. */
export function resolveSettings({ file, env, flags }: SettingsSources): ResolvedSettings {
  const { text, fault } = readText(file);
  const { values: inFile, errors, isBroken } = readConfigFile(text, serveSettings);
  const found: SettingsDiagnostic[] = [...(fault === undefined ? [] : [{ message: fault }]), ...errors];
  const origins = new Map<string, string>();
  const invalid = new Set<string>();
  const spans = new Map<string, Span>();
  const values = Object.entries(serveSettings).map(([name, setting]): [string, unknown] => {
    const variables = [environmentName(setting.flag), sharedVariable(setting.flag)].filter(
      (variable) => variable !== undefined,
    );
    const given = [
      { text: flags[name], origin: `--${setting.flag}` },
      ...variables.map((variable) => ({
        text: env[variable] === '' ? undefined : env[variable],
        origin: variable,
      })),
    ].find((source) => source.text !== undefined);
    if (given?.text !== undefined) {
      origins.set(name, given.origin);
      try {
        return [name, readSettingText<unknown>(setting, given.text, given.origin)];
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        found.push({ message: error.message });
        invalid.add(name);
        return [name, setting.default];
      }
    }
    const written = inFile.get(setting.flag);
    origins.set(name, written === undefined ? 'default' : `${file}:${written.line}`);
    if (written === undefined) return [name, setting.default];
    spans.set(name, written.span);
    if (written.value !== undefined) return [name, written.value];
    invalid.add(name);
    return [name, setting.default];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is what its own setting read
  const resolved = Object.fromEntries(values) as ServeValues;
  // Of a file that cannot be read it is not known what it says.
  const isFileKnown = fault === undefined && !isBroken;
  const ofValid = contradictions(resolved).filter(({ of }) => !of.some((name) => invalid.has(name)));
  if (isFileKnown) found.push(...ofValid.map(({ message }) => ({ message })));
  return {
    values: resolved,
    origins,
    invalid,
    spans,
    errors: found,
    text,
    isUnreadable: fault !== undefined,
    isBroken: !isFileKnown,
  };
}

function readText(file: string | undefined): { readonly text: string; readonly fault?: string } {
  if (file === undefined) return { text: '' };
  try {
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return {
      text: '',
      fault: `${file} cannot be read: ${fileErrorReason(error) ?? (error instanceof Error ? error.message : String(error))}`,
    };
  }
}

/** A contradiction between settings that are valid each for itself. */
interface Contradiction {
  readonly of: readonly (keyof ServeValues)[];
  readonly message: string;
}

/** Returns whether a second listener cannot have the port of the first one: `::` is all addresses, `0.0.0.0` those of IPv4. */
function areSameAddress({ host, adminHost }: Pick<ServeValues, 'host' | 'adminHost'>): boolean {
  const hosts = [host, adminHost];
  if (host === adminHost || hosts.includes('::')) return true;
  return hosts.includes('0.0.0.0') && !hosts.some((one) => one.includes(':'));
}

type Check = Contradiction & { readonly isFound: boolean };

/** Returns the contradictions between the settings of a network without a node and others. */
function contradictionsOfNetwork(values: ServeValues): Check[] {
  const { network, verify, nodes, driveUrls, platformStore, workers } = values;
  const isSet = (name: keyof ServeValues): boolean => values[name] !== undefined && values[name] !== false;
  const ofVerified = (['checkpoint', 'acceptFork', 'checkWork'] as const).find(isSet);
  const ofNetwork = (['peers', 'acceptExpiredCertificates'] as const).find(isSet);
  return [
    {
      of: ['network', 'nodes'],
      isFound: network !== undefined && nodes.length > 0,
      message: 'network is served without nodes: give either network or nodes',
    },
    {
      of: ['network', 'driveUrls', 'platformStore'],
      isFound: network !== undefined && (driveUrls.length > 0 || platformStore !== undefined),
      message: 'network has its platform from peers: leave out drive-url and platform-store',
    },
    {
      of: ['network', 'verify'],
      isFound: network !== undefined && verify !== undefined,
      message: 'network is verified in any case: leave out verify, which is for nodes',
    },
    {
      of: ['network', 'verify', 'workers'],
      isFound: (network ?? verify) !== undefined && workers > 1,
      message: `${network === undefined ? 'verify' : 'network'} is followed by one process: set workers to 1`,
    },
    {
      of: ['network', ...(ofNetwork === undefined ? [] : [ofNetwork])],
      isFound: network === undefined && ofNetwork !== undefined,
      message: `${flagOf(ofNetwork)} is for network: set network as well`,
    },
    {
      of: ['network', 'verify', ...(ofVerified === undefined ? [] : [ofVerified])],
      isFound: (network ?? verify) === undefined && ofVerified !== undefined,
      message: `${flagOf(ofVerified)} is for network and verify: set one of them as well`,
    },
  ];
}

const flagOf = (name: keyof typeof serveSettings | undefined): string =>
  name === undefined ? '' : serveSettings[name].flag;

/** Returns the contradictions between settings. */
function contradictions(values: ServeValues): Contradiction[] {
  const { tlsCert, tlsKey, nodes, isApiKeyRequired, apiKeys, platformWrites } = values;
  const { verifyProofs, driveUrls, port, adminPort, network } = values;
  const noKeys = 'no API keys: set a file of keys with api-keys';
  const found: readonly Check[] = [
    {
      of: ['tlsCert', 'tlsKey'],
      isFound: (tlsCert === undefined) !== (tlsKey === undefined),
      message: 'give both tls-cert and tls-key, or neither',
    },
    {
      of: ['isApiKeyRequired', 'apiKeys'],
      isFound: isApiKeyRequired && apiKeys.length === 0,
      message: `require-api-key: ${noKeys}`,
    },
    {
      of: ['platformWrites', 'apiKeys'],
      isFound: platformWrites === 'keys' && apiKeys.length === 0,
      message: `platform-writes: ${noKeys}`,
    },
    {
      of: ['verifyProofs', 'driveUrls'],
      isFound: verifyProofs !== 'off' && driveUrls.length === 0,
      message: `verify-proofs: ${verifyProofs} requires a node of Drive: set drive-url`,
    },
    {
      of: ['port', 'adminPort', 'host', 'adminHost'],
      isFound: port !== 0 && port === adminPort && areSameAddress(values),
      message: `admin-port: ${port} is the value of port as well: choose another one, or none`,
    },
    ...contradictionsOfNetwork(values),
    {
      of: ['nodes'],
      isFound: nodes.length === 0 && network === undefined,
      message: 'nodes: the list is empty; name at least one node, such as http://127.0.0.1:9998',
    },
  ];
  return found.filter(({ isFound }) => isFound);
}
