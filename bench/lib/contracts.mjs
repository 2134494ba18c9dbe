import { readFileSync } from 'node:fs';

/** Bytes that the specification allows to a contract. */
const LARGEST = 16_384;

/** The document types of a contract that is in use. */
export function realContract(name) {
  return JSON.parse(
    readFileSync(new URL(`../../fixtures/contracts/real/${name}.json`, import.meta.url), 'utf8'),
  );
}

/** As many document types of contracts in use as fit into the largest contract. */
export function largeContract(bytesOf) {
  const types = ['dpns', 'dashpay', 'yappr-social', 'yappr-blog', 'withdrawals'].flatMap((name) =>
    Object.entries(realContract(name)),
  );
  return filled(types, bytesOf);
}

/**
 * Contracts as large, of nothing but what takes long to judge: patterns with counts and large classes. Each has patterns of
 * its own, so that nothing that was remembered helps.
 */
export function slowContracts(bytesOf, count) {
  const types = Object.keys(filled(slowTypes(100), bytesOf)).length;
  return Array.from({ length: count }, (_, at) => Object.fromEntries(slowTypes(101 + at).slice(0, types)));
}

const slowTypes = (salt) => Array.from({ length: 100 }, (_, at) => [`type${at}`, slowType(`${salt}x${at}`)]);

function slowType(salt) {
  const property = (position) => ({
    type: 'string',
    maxLength: 63,
    pattern: `^${salt}y${position}[a-z\\p{L}]{1,50}[^\\p{N}]{0,50}(?:(?:a{10}|b{0,50}){1,10})$`,
    position,
  });
  return {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`p${at}`, property(at)])),
    additionalProperties: false,
  };
}

function filled(types, bytesOf) {
  const contract = {};
  for (const [name, type] of types) {
    if (bytesOf({ ...contract, [name]: type }) <= LARGEST) contract[name] = type;
  }
  return contract;
}
