import type { OfficialError } from '../diagnostic/diagnostic.js';
import type { Contract } from '../model/contract.js';
import { decodeIdentifier } from '../model/identifier.js';
import { listMembers } from '../model/document-reference.js';
import { listGranted, MODERATION_LISTS, readModeration, type Moderation } from '../model/moderation.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { getBoolean, getInteger, getItems, getMember, getText, type JsonNode } from '../source/json-node.js';
import { contract, EXAMPLE_OWNER_ID, note } from './example.js';
import { EXTENDED_ERRORS, extendedRule, type Report, type Rule } from './rule.js';
import { suggestName } from './suggest-name.js';

/** Names the error of a moderation that contradicts itself. */
const INVALID: OfficialError = { name: 'InvalidContractModerationConfigError', code: 10900, layer: 'basic' };

const MEMBERS = [...MODERATION_LISTS, 'moderators'];
const BOOLEANS = ['seatContestable', 'ownerProtected'];
const SECONDS = ['joinWindow', 'voteWindow', 'challengeCoolDown', 'electionDelay'];
const KINDS: Readonly<Record<string, readonly string[]>> = {
  contractOwner: [],
  appointedModerators: ['identities'],
  elected: [...SECONDS, ...BOOLEANS, 'maxAddedModerators', 'moderatedDocumentTypes', 'interim'],
};
const ABILITIES = ['deleteDocuments', 'changeDocumentFields', 'ban', 'suspend', 'warn'];
const INTERIM = ['contractOwner', 'appointedModerators', 'notYetUsable', 'noModeration'];

const MAX_IDENTITIES = 16;
const MAX_WINDOW = 2_419_200n;
const MIN_MAINNET_WINDOW = 86_400n;
const MIN_COOL_DOWN = 1_209_600n;
const MAX_COOL_DOWN = 94_608_000n;
const MAX_ADDED = 15n;

/** Builds a contract with a moderation. */
export const moderated = (moderation: object, documents: object = note()) =>
  contract({
    config: {
      $formatVersion: '2',
      moderation: { banlist: true, moderators: { $type: 'contractOwner' }, ...moderation },
    },
    documentSchemas: documents,
  });
const elected = (members: object) =>
  moderated({
    moderators: {
      $type: 'elected',
      joinWindow: 604_800,
      voteWindow: 604_800,
      seatContestable: true,
      challengeCoolDown: 2_592_000,
      maxAddedModerators: 5,
      moderatedDocumentTypes: { note: ['ban'] },
      interim: { $type: 'contractOwner' },
      ownerProtected: true,
      ...members,
    },
  });

function reportUnknown(node: JsonNode, known: readonly string[], report: Report): void {
  for (const [name, value] of listMembers(node))
    if (name !== '$type' && !known.includes(name))
      report(value, {
        message: `unknown member "${truncate(name)}": it is not ignored`,
        isAtName: true,
        ...suggestName(name, known),
      });
}

/** Checks the forms of values that the platform decodes. */
function checkModerators(moderators: JsonNode, report: Report): void {
  const kind = getText(getMember(moderators, '$type'));
  const known = kind === undefined || !Object.hasOwn(KINDS, kind) ? undefined : KINDS[kind];
  if (known === undefined) {
    const names = Object.keys(KINDS);
    report(getMember(moderators, '$type') ?? moderators, {
      message: `unknown $type ${excerpt(getMember(moderators, '$type'))} of moderators: it must be one of ${names.join(', ')}`,
      ...suggestName(kind ?? '', names),
    });
    return;
  }
  reportUnknown(moderators, known, report);
  const { $type: _, ...expected } = Object.fromEntries(listMembers(moderators));
  for (const [name, node] of Object.entries(expected)) {
    const problem = known.includes(name) ? explainForm(name, node) : undefined;
    if (problem !== undefined)
      report(node, { message: `expected ${problem} for ${name}, found ${excerpt(node)}` });
  }
  if (kind === 'appointedModerators' && getMember(moderators, 'identities') === undefined)
    report(moderators, { message: 'identities is missing: appointed moderators have it' });
}

/** Says which form a member of the moderators must have; undefined if it has it. */
function explainForm(name: string, node: JsonNode): string | undefined {
  if (BOOLEANS.includes(name)) return node.kind === 'boolean' ? undefined : 'true or false';
  if (SECONDS.includes(name) || name === 'maxAddedModerators')
    return (getInteger(node) ?? -1n) >= 0n ? undefined : 'an integer from 0';
  if (name === 'identities')
    return node.kind === 'array' &&
      node.items.every((item) => decodeIdentifier(getText(item) ?? '') !== undefined)
      ? undefined
      : 'an array of identifiers';
  if (name === 'interim')
    return INTERIM.includes(getText(getMember(node, '$type')) ?? '')
      ? undefined
      : `an object whose $type is one of ${INTERIM.join(', ')}`;
  const isMap = node.kind === 'object' && [...node.members.values()].every(isAbilityList);
  return isMap ? undefined : `lists of ${ABILITIES.join(', ')} by document type`;
}

const isAbilityList = (node: JsonNode): boolean =>
  node.kind === 'array' && node.items.every((item) => ABILITIES.includes(getText(item) ?? ''));

/** Lists the numbers of an election that are out of range. */
function* listElectionErrors(
  { moderators }: Moderation,
  isMainnet: boolean,
): Generator<readonly [JsonNode, string]> {
  const check = function* (name: string, min: bigint, max: bigint): Generator<readonly [JsonNode, string]> {
    const node = getMember(moderators, name);
    const value = getInteger(node);
    if (node !== undefined && value !== undefined && (value < min || value > max))
      yield [node, `${name} is ${value}: it is from ${min} to ${max}`];
  };
  for (const name of ['joinWindow', 'voteWindow'])
    yield* check(name, isMainnet ? MIN_MAINNET_WINDOW : 0n, MAX_WINDOW);
  yield* check('challengeCoolDown', MIN_COOL_DOWN, MAX_COOL_DOWN);
  yield* check('maxAddedModerators', 0n, MAX_ADDED);
}

/** Lists what a type lacks in the abilities of elected moderators. */
function listMissingAbilities(
  subject: Contract,
  moderation: Moderation,
): { readonly type: string; readonly ability: string; readonly node: JsonNode }[] {
  return subject.documentTypes.flatMap(({ name, node }) => {
    const abilities = getMember(node, 'moderatorAbilities');
    const granted = listGranted(moderation, name);
    const wanted = [
      ...(getBoolean(getMember(abilities, 'delete')) === true ? ['deleteDocuments'] : []),
      ...(getMember(abilities, 'changeFields') === undefined ? [] : ['changeDocumentFields']),
    ];
    return wanted
      .filter((ability) => !granted.includes(ability))
      .map((ability) => ({ type: name, ability, node: abilities ?? node }));
  });
}

/** Lists the rules about the moderation of a contract. */
export const MODERATION_CONFIG_RULES: readonly Rule<'whole-contract'>[] = [
  extendedRule({
    code: 'moderation-shape',
    title: 'The moderation of a contract cannot be read',
    about: 'whole-contract',
    official: EXTENDED_ERRORS.decode,
    why: 'In a config of format "2", `moderation` has `banlist`, `suspensions` and `warnings` (true or false) and `moderators`: contractOwner, appointedModerators with `identities`, or elected. Unknown members are rejected, not ignored.',
    fix: 'Write {"banlist": true, "moderators": {"$type": "contractOwner"}}.',
    wrong: moderated({ banlists: true }),
    right: moderated({}),
    check({ configNode, config }, report) {
      const node = config.format === '2' ? getMember(configNode, 'moderation') : undefined;
      if (node === undefined || node.kind === 'null') return;
      if (node.kind !== 'object') {
        report(node, { message: `expected an object for moderation, found ${excerpt(node)}` });
        return;
      }
      reportUnknown(node, MEMBERS, report);
      for (const name of MODERATION_LISTS) {
        const flag = getMember(node, name);
        if (flag !== undefined && flag.kind !== 'boolean')
          report(flag, { message: `expected true or false for ${name}, found ${excerpt(flag)}` });
      }
      const moderators = getMember(node, 'moderators');
      if (moderators === undefined) report(node, { message: 'moderators is missing: a moderation has it' });
      else checkModerators(moderators, report);
    },
  }),
  extendedRule({
    code: 'moderation-empty',
    title: 'A moderation has nothing to do',
    about: 'whole-contract',
    official: INVALID,
    why: 'A moderation keeps a list of bans, suspensions or warnings, or a document type gives its moderators an ability: `delete` or `changeFields`.',
    fix: 'Keep a list, give an ability to a document type, or remove the moderation.',
    wrong: moderated({ banlist: false }),
    right: moderated({}),
    check(subject, report) {
      const moderation = readModeration(subject);
      if (moderation === undefined || moderation.lists.length > 0) return;
      const isActing = subject.documentTypes.some(({ node }) => {
        const abilities = getMember(node, 'moderatorAbilities');
        return (
          getBoolean(getMember(abilities, 'delete')) === true ||
          getMember(abilities, 'changeFields') !== undefined
        );
      });
      if (!isActing)
        report(moderation.node, {
          message: 'it keeps no list, and no document type gives moderators an ability',
          isAtName: true,
          ...(subject.documentsNode === undefined ? {} : { unlessRejected: subject.documentsNode }),
        });
    },
  }),
  extendedRule({
    code: 'moderation-identities',
    title: 'Too few or too many moderators are appointed',
    about: 'whole-contract',
    official: INVALID,
    why: `Appointed moderators are 1 to ${MAX_IDENTITIES} different identities, who act beside the owner. Each must exist (41110).`,
    fix: 'Name at least one identity.',
    wrong: moderated({ moderators: { $type: 'appointedModerators', identities: [] } }),
    right: moderated({ moderators: { $type: 'appointedModerators', identities: [EXAMPLE_OWNER_ID] } }),
    check(subject, report) {
      const moderation = readModeration(subject);
      const list = getMember(moderation?.moderators, 'identities');
      if (moderation?.kind !== 'appointedModerators' || list?.kind !== 'array') return;
      const count = getItems(list).length;
      if (count < 1 || count > MAX_IDENTITIES)
        report(list, { message: `${count} identities: 1 to ${MAX_IDENTITIES} are appointed` });
    },
  }),
  extendedRule({
    code: 'moderation-election',
    title: 'The election of moderators is impossible',
    about: 'whole-contract',
    official: INVALID,
    why: `The windows take up to ${MAX_WINDOW} s (on mainnet at least ${MIN_MAINNET_WINDOW}), a challenge comes after ${MIN_COOL_DOWN} to ${MAX_COOL_DOWN} s, and up to ${MAX_ADDED} moderators are added. \`moderatedDocumentTypes\` names existing types; a type with \`delete\` gets deleteDocuments, one with \`changeFields\` gets changeDocumentFields.`,
    fix: 'Correct the numbers, the names of types, or their abilities.',
    wrong: elected({ maxAddedModerators: 16 }),
    right: elected({}),
    check(subject, report) {
      const moderation = readModeration(subject);
      if (moderation?.kind !== 'elected') return;
      const isMainnet = subject.registration.network === 'mainnet';
      for (const [node, message] of listElectionErrors(moderation, isMainnet)) report(node, { message });
      const names = subject.documentTypes.map(({ name }) => name);
      for (const [name, node] of listMembers(getMember(moderation.moderators, 'moderatedDocumentTypes')))
        if (!names.includes(name))
          report(node, {
            message: `unknown document type "${truncate(name)}"`,
            isAtName: true,
            ...suggestName(name, names),
          });
      for (const { type, ability, node } of listMissingAbilities(subject, moderation))
        report(node, {
          message: `moderatedDocumentTypes does not give "${ability}" for "${truncate(type)}"`,
        });
    },
  }),
];
