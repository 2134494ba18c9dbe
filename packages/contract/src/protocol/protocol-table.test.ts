import { describe, expect, it } from 'vitest';
import { KNOWN_PROTOCOLS } from './protocol-table.js';
import {
  describePreview,
  describeUntil,
  firstProtocolWith,
  getProtocol,
  JUDGED_PROTOCOLS,
  NEWEST_JUDGED_PROTOCOL,
  NEWEST_KNOWN_PROTOCOL,
  NEWEST_RELEASED_PROTOCOL,
  OLDEST_PLATFORM_PROTOCOL,
  protocolAt,
  PROTOCOL_VERSIONS,
} from './protocol-versions.js';

describe('the table of protocol versions', () => {
  it('has one row a version, without gaps', () => {
    expect(KNOWN_PROTOCOLS.map(({ version }) => version)).toEqual(KNOWN_PROTOCOLS.map((_, at) => at + 1));
  });

  it('has the unreleased versions behind the released ones', () => {
    const unreleased = KNOWN_PROTOCOLS.filter(({ isReleased }) => !isReleased).map(({ version }) => version);
    expect(Math.min(...unreleased)).toBe(NEWEST_RELEASED_PROTOCOL + 1);
    expect(PROTOCOL_VERSIONS.at(-1)).toBe(NEWEST_RELEASED_PROTOCOL);
  });

  it.each(KNOWN_PROTOCOLS.slice(1))('keeps the features of the version before $version', (rules) => {
    const before = protocolAt(rules.version - 1);
    const { isReleased: _, ...features } = before;
    const lost = Object.entries(features).filter(
      ([name, value]) =>
        value === true && Object.entries(rules).some(([own, now]) => own === name && now === false),
    );
    expect(lost).toEqual([]);
  });

  it.each(KNOWN_PROTOCOLS.slice(1))(
    'brings back no defect that a version before $version corrects',
    (rules) => {
      const before = protocolAt(rules.version - 1);
      expect(rules.defects.filter((defect) => !before.defects.includes(defect))).toEqual([]);
      expect(rules.traps.filter((trap) => !before.traps.includes(trap))).toEqual([]);
    },
  );

  it.each(PROTOCOL_VERSIONS)('accepts the new keywords of version %i from it on only', (version) => {
    const { newKeywords } = protocolAt(version);
    for (const other of PROTOCOL_VERSIONS) {
      const { documentTypeKeywords, indexKeywords } = protocolAt(other);
      const open = documentTypeKeywords === undefined ? [] : (newKeywords['document-type'] ?? []);
      const found = [
        ...open.map((name) => documentTypeKeywords?.has(name)),
        ...(newKeywords.index ?? []).map((name) => indexKeywords.has(name)),
      ];
      expect(found).toEqual(found.map(() => other >= version));
    }
  });
});

describe('protocolAt', () => {
  it('returns the row of a version', () => {
    expect(protocolAt(12)).toMatchObject({ version: 12, proofVersion: 1, wholeGroupActionIds: true });
    expect(protocolAt(11)).toMatchObject({ version: 11, proofVersion: 0, wholeGroupActionIds: false });
  });

  it('reads a version newer than all known ones by the newest, and 0 by the first', () => {
    expect(protocolAt(NEWEST_KNOWN_PROTOCOL + 5).version).toBe(NEWEST_KNOWN_PROTOCOL);
    expect(protocolAt(0).version).toBe(1);
  });

  it('has unreleased versions: contracts are judged by the preview of the next, and by no other', () => {
    expect(protocolAt(NEWEST_RELEASED_PROTOCOL + 1).isReleased).toBe(false);
    expect(JUDGED_PROTOCOLS).toEqual([...PROTOCOL_VERSIONS, NEWEST_RELEASED_PROTOCOL + 1]);
    expect(getProtocol(NEWEST_JUDGED_PROTOCOL).preview).toMatchObject({ release: '5.0.0-beta.4' });
    expect(() => getProtocol(NEWEST_JUDGED_PROTOCOL + 1)).toThrow('is unreleased');
  });

  it('says by what contracts are judged at a preview, and nothing at a released version', () => {
    expect(describePreview(NEWEST_JUDGED_PROTOCOL)).toBe(
      'protocol 14 is a preview: Platform 5.0.0-beta.4 of 2026-10-09, meta-schema of dashpay/platform@4aa7cdc',
    );
    expect(describePreview(NEWEST_RELEASED_PROTOCOL)).toBeUndefined();
  });
});

describe('sentences about versions', () => {
  it('name the first version with a feature, and the last released one with a defect', () => {
    expect(firstProtocolWith('aggregates')).toBe(12);
    expect(firstProtocolWith(({ contests }) => contests !== undefined)).toBe(OLDEST_PLATFORM_PROTOCOL);
    expect(describeUntil('wrapsEpochs')).toBe('up to protocol 13');
    expect(describeUntil('losesPageRows')).toBe('up to protocol 13');
  });

  it('are not written about a feature that no version has', () => {
    expect(() => firstProtocolWith(({ documentDepth }) => documentDepth === 1)).toThrow(RangeError);
  });
});
