import { schemaOf } from '../document/resolve-schema.js';
import { withValue } from '../document/document-source.js';
import type { Expectation, Surprise } from './expectation.js';

/** Finds choices of which the other rules of the property reject each one. */
export const unsatisfiableRule: Expectation = {
  code: 'rule-unsatisfiable',
  severity: 'warning',
  title: 'No value of a property fits its rules',
  why: 'The network accepts rules that contradict each other. No document can have the property then, and none at all can be created if it is required.',
  fix: 'Change the choices, or the rule that rejects them.',
  needsValid: false,
  async examine({ room, type, source, plain, creator }) {
    const found: Surprise[] = [];
    const properties = schemaOf(source.schema['properties']);
    for (const { path, name, type: kind } of type.properties) {
      const schema = schemaOf(properties[name]);
      const { enum: choices } = schema;
      const values: readonly unknown[] = Array.isArray(choices)
        ? choices
        : 'const' in schema
          ? [schema['const']]
          : [];
      if (values.length === 0 || kind === 'object') continue;
      if (values.some((value) => source.accepts(withValue(plain, path, value), path))) continue;
      const steps = await room.branch(async () => {
        for (const value of values) {
          const data = withValue(plain, path, value);
          const document = room.nextLabel(type.name);
          const step = { action: 'create', by: creator, documentType: type.name, document, data } as const;
          if ((await room.perform(step)).accepted) return undefined;
        }
        return room.steps;
      });
      const message = `no value of "${path}" fits: its other rules reject each of its choices`;
      if (steps !== undefined) found.push({ message, place: ['properties', path], steps });
    }
    return found;
  },
};

/** Finds types of which the platform rejects documents that fit all rules. */
export const validRejected: Expectation = {
  code: 'valid-document-rejected',
  severity: 'warning',
  title: 'The platform rejects a document that fits the rules of its type',
  why: 'The schema accepts the document, and its creation fails all the same. Applications find out only when they write.',
  fix: 'Read the rejection of the last step: dapikit explain has the rule behind it.',
  async examine({ room, type, plain, creator }) {
    if (type.creationRestrictionMode > 1) return [];
    const step = {
      action: 'create',
      by: creator,
      documentType: type.name,
      document: room.nextLabel(type.name),
      data: plain,
    } as const;
    const outcome = await room.perform(step);
    if (outcome.accepted) return [];
    const message = `the platform rejects a "${type.name}" that fits the rules: ${outcome.name}`;
    return [{ message, place: [], steps: room.steps }];
  },
};
