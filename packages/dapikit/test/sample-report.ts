import { validateContract } from '@dapikit/contract';
import type { Report } from '../src/report/report.js';

/** A control sequence, marks that turn text around, and what the formats of reports give a meaning of their own. */
export const HOSTILE = '\u001b[31m\u202e%\r\n:,<&">]]>\u0000\u009b\ufffe::error::';

/** Four errors, one of them the specification's alone, and a warning; line 4 has CRLF before it. */
const NOTE = `{
  "note": {
    "type": "object",\r
    "properties": {
      "text": { "type": "string", "maxLength": 63, "position": 0 },
      "where": {
        "type": "object",
        "properties": { "city": { "type": "string", "maxLength": 63, "position": 3 } },
        "additionalProperties": false,
        "position": 1
      },
      "count": { "type": "integer", "maximum": 100, "position": 2, "default": 1 }
    },
    "indices": [{ "name": "byText", "properties": [{ "text": "desc" }] }]
  }
}
`;

const VALID =
  '{"note":{"type":"object","properties":{"text":{"type":"string","maxLength":63,"position":0}},"additionalProperties":false}}';

/** A run over three files: one with errors, one without, and one with a hostile name and hostile text. */
export function sampleReport(changes: Partial<Report> = {}): Report {
  const hostile = JSON.stringify({ note: { type: 'object', [HOSTILE]: 1, properties: {} } });
  return {
    protocolVersion: 13,
    judge: 'specification',
    files: [file('contracts/note.json', NOTE), file('valid.json', VALID), file(`a${HOSTILE}.json`, hostile)],
    unreadable: [{ name: 'logo.png', fault: 'expected text in UTF-8, found other bytes' }],
    quiet: false,
    maxWarnings: Number.POSITIVE_INFINITY,
    ...changes,
  };
}

function file(name: string, text: string): Report['files'][number] {
  return { name, text, verdict: validateContract(text) };
}
