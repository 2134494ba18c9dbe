import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../test/sample-report.js';
import { formatSarif } from './format-sarif.js';
import type { Report } from './report.js';

const schema: object = createRequire(import.meta.url)(
  '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
);
const ajv = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

const runOf = (changes?: Partial<Report>) => JSON.parse(formatSarif(sampleReport(changes))).runs[0];

const levels = (changes: Partial<Report>) =>
  runOf(changes)
    .results.filter(({ ruleId }: { ruleId: string }) => ruleId === 'position-nested-order')
    .map(({ level }: { level: string }) => level);

const named = (name: string) =>
  runOf({ unreadable: [{ name, fault: 'x' }] }).invocations[0].toolExecutionNotifications[0].locations[0]
    .physicalLocation.artifactLocation.uri;

describe('formatSarif', () => {
  it.each([{}, { judge: 'network' }, { quiet: true }, { files: [] }, { unreadable: [] }] as const)(
    'matches the official schema with %j',
    (changes) => {
      validate(JSON.parse(formatSarif(sampleReport(changes))));
      expect(validate.errors).toBe(null);
    },
  );

  it('has the location, the rule and the level of each diagnostic', () => {
    const { results, tool } = runOf();
    const order = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'index-order');
    expect(order.level).toBe('error');
    expect(tool.driver.rules[order.ruleIndex].id).toBe('index-order');
    expect(order.locations[0].physicalLocation.artifactLocation.uri).toBe('contracts/note.json');
    expect(order.locations[0].physicalLocation.region).toMatchObject({
      startLine: 14,
      startColumn: 62,
      endLine: 14,
      endColumn: 68,
      charLength: 6,
    });
    expect(order.locations[0].logicalLocations).toEqual([
      { fullyQualifiedName: '/note/indices/0/properties/0/text' },
    ]);
  });

  it('has a SARIF fix if the change needs no decision', () => {
    const { results } = runOf();
    const [{ fixes }] = results;
    expect(fixes).toMatchObject([
      {
        description: { text: 'Add "additionalProperties": false.' },
        artifactChanges: [
          {
            artifactLocation: { uri: 'contracts/note.json' },
            replacements: [
              {
                deletedRegion: { startLine: 14, startColumn: 74, endLine: 14, endColumn: 74, charLength: 0 },
                insertedContent: { text: ',\n    "additionalProperties": false' },
              },
            ],
          },
        ],
      },
    ]);
  });

  it('has the level of the judge', () => {
    expect(levels({})).toEqual(['error']);
    expect(levels({ judge: 'network' })).toEqual(['warning']);
    expect(levels({ judge: 'network', quiet: true })).toEqual([]);
  });

  it('lists unreadable files', () => {
    expect(runOf().invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ message: { text: 'expected text in UTF-8, found other bytes' } }],
    });
  });

  it('writes file names as URIs', () => {
    expect(named('a b/c#d.json')).toBe('a%20b/c%23d.json');
    expect(named('https:x.json')).toBe('./https%3Ax.json');
    expect(named('/tmp/a b.json')).toMatch(/^file:\/\/.*\/tmp\/a%20b\.json$/);
  });
});
