import { CONFIG_DEFAULTS, CONFIG_MEMBERS } from '../model/config.js';
import type { Contract } from '../model/contract.js';
import { formatTag } from '../model/format-tag.js';
import { excerpt, integerOf, objectOf, pointerTo, type JsonNode } from '../source/json-node.js';
import { contract } from './example.js';
import { OFFICIAL, type RuleAbout } from './rule.js';

/** Where an option of the contract may stand, and does. */
function options(subject: Contract): (readonly [string, JsonNode])[] {
  const fromRoot = subject.shape === 'specification' ? [...subject.root.members] : [];
  return [...fromRoot, ...(objectOf(subject.configNode)?.members ?? [])].filter(
    ([name]) => CONFIG_MEMBERS.has(name) && !name.startsWith('$'),
  );
}

/** What holds for the options of a contract. */
export const CONFIG_RULES: readonly RuleAbout<'contract'>[] = [
  {
    code: 'config-shape',
    title: 'The config cannot be read',
    about: 'contract',
    verdict: 'network',
    official: OFFICIAL.protocol,
    why: 'The config is an object; in the official JSON it has a `$formatVersion` of its own: "0", or from protocol 9 "1".',
    mend: 'Write an object with a `$formatVersion`, or leave out the config to get the defaults.',
    wrong: contract({ config: { readonly: true } }),
    right: contract({ config: { $formatVersion: '1', readonly: true } }),
    check({ configNode, shape }, report, { configFormats }) {
      if (configNode === undefined) return;
      if (configNode.kind !== 'object') {
        report(configNode, { message: `expected the config as an object, found ${excerpt(configNode)}` });
        return;
      }
      const tag = formatTag(configNode);
      if (tag === undefined && shape === 'specification') return;
      if (tag?.kind === 'string' && configFormats.includes(tag.value)) return;
      const value = configFormats.at(-1) ?? '0';
      const path = tag === undefined ? `${pointerTo(configNode)}/$formatVersion` : pointerTo(tag);
      report(tag ?? configNode, {
        message: `expected ${configFormats.map((format) => `"${format}"`).join(' or ')} as the config's $formatVersion, found ${excerpt(tag)}`,
        mend:
          tag === undefined
            ? `Add "$formatVersion": "${value}" to the config, or leave out the config to get the defaults.`
            : `Write "${value}".`,
        patch: [{ op: tag === undefined ? 'add' : 'replace', path, value }],
      });
    },
  },
  {
    code: 'config-option',
    title: 'An option of the contract has a wrong value',
    about: 'contract',
    verdict: 'network',
    official: OFFICIAL.protocol,
    why: 'The options are true or false; the two key requirements are null, 0, 1 or 2.',
    mend: 'Correct the value, or leave the option out to get its default.',
    wrong: contract({ config: { $formatVersion: '1', readonly: 'no' } }),
    right: contract({ config: { $formatVersion: '1', readonly: false } }),
    check(subject, report) {
      for (const [name, node] of options(subject)) {
        if (name in CONFIG_DEFAULTS || name === 'sizedIntegerTypes') {
          if (node.kind === 'boolean' || (name === 'sizedIntegerTypes' && subject.config.format === '0'))
            continue;
          report(node, { message: `expected ${name} as true or false, found ${excerpt(node)}` });
          continue;
        }
        const key = integerOf(node);
        if (node.kind !== 'null' && (key === undefined || key < 0n || key > 2n))
          report(node, { message: `expected ${name} as 0, 1 or 2, found ${excerpt(node)}` });
      }
    },
  },
  {
    code: 'config-format-old',
    title: 'The format of the config is no longer taken',
    about: 'contract',
    verdict: 'network',
    official: { name: 'DataContractConfigUpdateError', code: 40002 },
    holds: ({ lowestConfigFormat }) => lowestConfigFormat !== '0',
    why: 'From protocol 12 a transition must bring a config of format "1".',
    mend: 'Set the config\'s $formatVersion to "1".',
    wrong: contract({ config: { $formatVersion: '0' } }),
    right: contract({ config: { $formatVersion: '1' } }),
    check({ configNode }, report, { lowestConfigFormat, configFormats }) {
      const tag = formatTag(configNode);
      if (tag?.kind !== 'string' || !configFormats.includes(tag.value) || tag.value >= lowestConfigFormat)
        return;
      report(tag, {
        message: `expected a config of format "${lowestConfigFormat}" or later, found "${tag.value}"`,
        patch: [{ op: 'replace', path: pointerTo(tag), value: lowestConfigFormat }],
      });
    },
  },
];
