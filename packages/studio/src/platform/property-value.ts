import type { PropertyDescription, StorageType } from '@dapikit/contract';
import { isObject } from '../rpc/json-rpc-client.js';
import { membersOf, type Members } from './answer.js';
import { identifierBytes } from './identifier-bytes.js';

/** What was typed, by the paths of the properties. */
export type Written = Readonly<Record<string, string>>;

/** The data of a document from what was typed; what is left empty is left out. What is no right value goes as it is typed: the platform says so. */
export function dataOf(properties: readonly PropertyDescription[], written: Written): Members {
  const members = properties.flatMap((property): [string, unknown][] => {
    if (property.type === 'object') {
      const inside = dataOf(property.properties, written);
      return Object.keys(inside).length > 0 || property.required ? [[property.name, inside]] : [];
    }
    const text = written[property.path] ?? '';
    return text === '' ? [] : [[property.name, valueOf(property.type, text)]];
  });
  return Object.fromEntries(members);
}

/** A value of a type from what was typed. */
export function valueOf(type: StorageType, text: string): unknown {
  switch (type) {
    case 'string':
    case 'identifier':
      return text;
    case 'bytes':
      return base64Of(bytesIn(text)) ?? text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'f64':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'object':
    case 'unknown':
      return jsonOf(text);
    default:
      return Number.isSafeInteger(Number(text)) ? Number(text) : text;
  }
}

/** The stored data of a document as it would be typed. */
export function writtenOf(properties: readonly PropertyDescription[], document: unknown): Written {
  const pairs = properties.flatMap((property): [string, string][] => {
    const value = membersOf(document)[property.name];
    if (property.type === 'object') return Object.entries(writtenOf(property.properties, value));
    return value === undefined || value === null ? [] : [[property.path, textOf(property.type, value)]];
  });
  return Object.fromEntries(pairs);
}

/** A stored value as it would be typed. */
export function textOf(type: StorageType, value: unknown): string {
  if (type === 'bytes' && typeof value === 'string') return hexOf(value);
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}

/** Whether text is bytes in hexadecimal digits. */
export const isHex = (text: string): boolean => /^([\da-f]{2})+$/i.test(text);

/** The bytes that text has as hexadecimal digits or as an identifier; `undefined` for what is taken for Base64. */
function bytesIn(text: string): Uint8Array | undefined {
  if (!isHex(text)) return identifierBytes(text);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const base64Of = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && btoa(String.fromCharCode(...bytes));

function hexOf(base64: string): string {
  try {
    return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  } catch {
    return base64;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
