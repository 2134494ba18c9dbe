import { DEFAULT_CONFIG, CONFIG_MEMBERS } from '../model/config.js';
import type { Contract } from '../model/contract.js';
import { getFormatTag } from '../model/format-tag.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { KNOWN_PROTOCOLS } from '../protocol/protocol-table.js';
import {
  capitalize,
  describeLater,
  describeSince,
  NEWEST_RELEASED_PROTOCOL,
} from '../protocol/protocol-versions.js';
import { getInteger, asObject, getPointer, type JsonNode } from '../source/json-node.js';
import { excerpt } from '../source/excerpt.js';
import { contract } from './example.js';
import { readAsFlag, readAsInteger } from './single-reading.js';
import { OFFICIAL_ERRORS, type Rule } from './rule.js';

/** Lists the options of a contract, from all places where they may be. */
function options(subject: Contract): (readonly [string, JsonNode])[] {
  const fromRoot = subject.shape === 'specification' ? [...subject.root.members] : [];
  return [...fromRoot, ...(asObject(subject.configNode)?.members ?? [])].filter(
    ([name]) => CONFIG_MEMBERS.has(name) && !name.startsWith('$'),
  );
}

const isLaterFormatRequired = ({ lowestConfigFormat }: ProtocolRules): boolean => lowestConfigFormat !== '0';

/** Returns the unreleased protocol version with which a format of the config comes. */
const laterConfigVersion = (format: string): number | undefined => {
  const first = KNOWN_PROTOCOLS.find(({ configFormats }) => configFormats.includes(format))?.version;
  return first !== undefined && first > NEWEST_RELEASED_PROTOCOL ? first : undefined;
};

/** Lists the rules about the options of a contract. */
export const CONFIG_RULES: readonly Rule<'contract'>[] = [
  {
    code: 'config-shape',
    title: 'The config cannot be read',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    why: `The config is an object. In the official JSON it has a \`$formatVersion\` of its own: "0", or ${describeSince('tokens')} "1".`,
    fix: 'Write an object with a `$formatVersion`, or omit the config to get the defaults.',
    wrong: contract({ config: { readonly: true } }),
    right: contract({ config: { $formatVersion: '1', readonly: true } }),
    check({ configNode, shape }, report, { configFormats }) {
      if (configNode === undefined) return;
      if (configNode.kind !== 'object') {
        report(configNode, { message: `expected an object for config, found ${excerpt(configNode)}` });
        return;
      }
      const tag = getFormatTag(configNode);
      if (tag === undefined && shape === 'specification') return;
      if (tag?.kind === 'string' && configFormats.includes(tag.value)) return;
      const value = configFormats.at(-1) ?? '0';
      const path = tag === undefined ? `${getPointer(configNode)}/$formatVersion` : getPointer(tag);
      const later = tag?.kind === 'string' ? laterConfigVersion(tag.value) : undefined;
      if (tag !== undefined && later !== undefined) {
        report(tag, {
          message: `$formatVersion of the config is ${excerpt(tag)}`,
          note: describeLater(later),
          fix: `Write "${value}" until the network runs protocol ${later}.`,
        });
        return;
      }
      report(tag ?? configNode, {
        message: `$formatVersion of the config is ${excerpt(tag)}: it must be ${configFormats.map((format) => `"${format}"`).join(' or ')}`,
        fix:
          tag === undefined
            ? `Add "$formatVersion": "${value}" to the config, or omit the config to get the defaults.`
            : `Write "${value}".`,
        patch: [{ op: tag === undefined ? 'add' : 'replace', path, value }],
      });
    },
  },
  {
    code: 'config-option',
    title: 'An option of the contract has a wrong value',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    why: 'The options are true or false; the two key requirements are null, 0, 1 or 2.',
    fix: 'Write a value of the type, or omit the option to get its default.',
    wrong: contract({ config: { $formatVersion: '1', readonly: 'no' } }),
    right: contract({ config: { $formatVersion: '1', readonly: false } }),
    check(subject, report) {
      for (const [name, node] of options(subject)) {
        if (name in DEFAULT_CONFIG || name === 'sizedIntegerTypes') {
          if (node.kind === 'boolean' || (name === 'sizedIntegerTypes' && subject.config.format === '0'))
            continue;
          report(node, {
            message: `expected true or false for ${name}, found ${excerpt(node)}`,
            ...readAsFlag(node),
          });
          continue;
        }
        const key = getInteger(node);
        if (node.kind !== 'null' && (key === undefined || key < 0n || key > 2n))
          report(node, {
            message: `expected 0, 1 or 2 for ${name}, found ${excerpt(node)}`,
            ...readAsInteger(node, (value) => value >= 0n && value <= 2n),
          });
      }
    },
  },
  {
    code: 'config-format-old',
    title: 'The format of the config is no longer accepted',
    about: 'contract',
    severity: 'network',
    official: { name: 'DataContractConfigUpdateError', code: 40002 },
    isActive: isLaterFormatRequired,
    why: `${capitalize(describeSince(isLaterFormatRequired))} a transition must have a config of format "1". Where a contract omits it, official libraries give it the config of its own format.`,
    fix: 'Set the config\'s $formatVersion to "1".',
    wrong: contract({ config: { $formatVersion: '0' } }),
    right: contract({ config: { $formatVersion: '1' } }),
    check({ root, configNode, config }, report, { lowestConfigFormat, configFormats }) {
      if (configNode === undefined && config.format < lowestConfigFormat)
        report(getFormatTag(root) ?? root, {
          message: `the config is missing, and the contract is of format "${config.format}": its config has that format too, which is too old`,
          fix: `Add a config of format "${lowestConfigFormat}".`,
          patch: [{ op: 'add', path: '/config', value: { $formatVersion: lowestConfigFormat } }],
        });
      const tag = getFormatTag(configNode);
      if (tag?.kind !== 'string' || !configFormats.includes(tag.value) || tag.value >= lowestConfigFormat)
        return;
      report(tag, {
        message: `config format "${tag.value}" is too old: "${lowestConfigFormat}" or later is required`,
        patch: [{ op: 'replace', path: getPointer(tag), value: lowestConfigFormat }],
      });
    },
  },
];
