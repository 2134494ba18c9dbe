/**
 * Lists the document types of DPNS, the names of identities.
 *
 * Source: `packages/dpns-contract/schema` in dashpay/platform, without its descriptions.
 */
export const DPNS_TYPES = {
  domain: {
    documentsMutable: false,
    canBeDeleted: true,
    transferable: 1,
    tradeMode: 1,
    type: 'object',
    indices: [
      {
        name: 'parentNameAndLabel',
        properties: [{ normalizedParentDomainName: 'asc' }, { normalizedLabel: 'asc' }],
        unique: true,
        contested: {
          fieldMatches: [{ field: 'normalizedLabel', regexPattern: '^[a-zA-Z01-]{3,19}$' }],
          resolution: 0,
        },
      },
      { name: 'identityId', nullSearchable: false, properties: [{ 'records.identity': 'asc' }] },
    ],
    properties: {
      label: {
        type: 'string',
        pattern: '^[a-zA-Z0-9][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]$',
        minLength: 3,
        maxLength: 63,
        position: 0,
      },
      normalizedLabel: {
        type: 'string',
        pattern: '^[a-hj-km-np-z0-9][a-hj-km-np-z0-9-]{0,61}[a-hj-km-np-z0-9]$',
        maxLength: 63,
        position: 1,
      },
      parentDomainName: {
        type: 'string',
        pattern: '^$|^[a-zA-Z0-9][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]$',
        minLength: 0,
        maxLength: 63,
        position: 2,
      },
      normalizedParentDomainName: {
        type: 'string',
        pattern: '^$|^[a-hj-km-np-z0-9][a-hj-km-np-z0-9-\\.]{0,61}[a-hj-km-np-z0-9]$',
        minLength: 0,
        maxLength: 63,
        position: 3,
      },
      preorderSalt: { type: 'array', byteArray: true, minItems: 32, maxItems: 32, position: 4 },
      records: {
        type: 'object',
        properties: {
          identity: {
            type: 'array',
            byteArray: true,
            minItems: 32,
            maxItems: 32,
            position: 1,
            contentMediaType: 'application/x.dash.dpp.identifier',
          },
        },
        minProperties: 1,
        position: 5,
        additionalProperties: false,
      },
      subdomainRules: {
        type: 'object',
        properties: { allowSubdomains: { type: 'boolean', position: 0 } },
        position: 6,
        additionalProperties: false,
        required: ['allowSubdomains'],
      },
    },
    required: [
      '$createdAt',
      '$updatedAt',
      '$transferredAt',
      'label',
      'normalizedLabel',
      'normalizedParentDomainName',
      'preorderSalt',
      'records',
      'subdomainRules',
    ],
    transient: ['preorderSalt'],
    additionalProperties: false,
  },
  preorder: {
    documentsMutable: false,
    canBeDeleted: true,
    type: 'object',
    indices: [{ name: 'saltedHash', properties: [{ saltedDomainHash: 'asc' }], unique: true }],
    properties: {
      saltedDomainHash: { type: 'array', byteArray: true, minItems: 32, maxItems: 32, position: 0 },
    },
    required: ['saltedDomainHash'],
    additionalProperties: false,
  },
} as const;
