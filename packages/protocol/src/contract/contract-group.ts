import { identifier } from '../codec/bytes.js';
import type { ValueOf } from '../codec/codec.js';
import { compareBytes } from '../codec/compare.js';
import { jsonError } from '../codec/decode-error.js';
import { enumOf, NOTHING } from '../codec/enum-of.js';
import { u16 } from '../codec/integers.js';
import { isJsonObject } from '../codec/json.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { sortedListOf } from '../codec/sorted-list-of.js';
import { struct } from '../codec/struct.js';
import { withJson } from '../codec/with-json.js';

const SOURCE = 'packages/rs-dpp/src/contract_group/mod.rs';

const members = enumOf(
  { name: 'ContractGroupMember', tag: 'type' },
  {
    contract: NOTHING,
    documentType: struct(
      { name: 'DocumentTypeMember', summary: 'Names a document type of the contract.', source: SOURCE },
      { documentType: text },
    ),
    token: struct(
      { name: 'TokenMember', summary: 'Names a token of the contract by its position.', source: SOURCE },
      { token: u16 },
    ),
  },
);

type Member = ValueOf<typeof members>;

const JSON_FORM = '`"contract"`, `{"documentType": name}` or `{"token": position}`';

function memberFromJson(json: unknown): Member {
  if (json === 'contract') return { type: 'contract' };
  if (isJsonObject(json) && Object.keys(json).length === 1) {
    if (Object.hasOwn(json, 'documentType'))
      return { type: 'documentType', documentType: text.fromJson(json['documentType']) };
    if (Object.hasOwn(json, 'token')) return { type: 'token', token: u16.fromJson(json['token']) };
  }
  throw jsonError(JSON_FORM, json);
}

const { description } = members;

/** Describes the part of a contract that joins a contract group: the whole contract, a document type or a token. */
const contractGroupMember = {
  ...withJson<Member>(
    members,
    (member) => {
      if (member.type === 'contract') return 'contract';
      return member.type === 'token' ? { token: member.token } : { documentType: member.documentType };
    },
    memberFromJson,
  ),
  description: description.kind === 'union' ? { ...description, json: JSON_FORM } : description,
};

/**
 * Describes a contract group that a registration makes. Its owner is the signer, its id follows from the signer and the nonce. The forms
 * of contract groups came with protocol version 14; no bytes of them are public: fields and order are read in the sources of a preview, and were
 * compared with no node.
 */
export const contractGroupRegistration = struct(
  {
    name: 'ContractGroupRegistration',
    summary: 'Makes a group of contracts; admins add members beside the owner.',
    source: SOURCE,
  },
  { admins: sortedListOf(identifier, compareBytes), name: option(text), description: option(text) },
);

/** Describes a part of the registered contract that joins a contract group. */
export const contractGroupMembership = struct(
  {
    name: 'ContractGroupMembership',
    summary: 'Says which part of the contract joins which contract group.',
    source: SOURCE,
  },
  { contractGroupId: identifier, member: contractGroupMember },
);
