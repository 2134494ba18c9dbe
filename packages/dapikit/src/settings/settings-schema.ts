import type { JsonSchema, Setting } from '@dapikit/gateway';
import { aboutOf, environmentName } from './setting-option.js';
import { serveSettings } from './settings-table.js';

/** Returns a JSON Schema (2020-12) of the configuration file, for editors. */
export function settingsSchema(): JsonSchema {
  const settings: readonly Setting<unknown>[] = Object.values(serveSettings);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'dapikit.yaml',
    description: 'The settings of dapikit serve.',
    type: 'object',
    properties: Object.fromEntries(
      settings.map((setting) => {
        const { flag, param, default: value, defaultText, needsRestart } = setting;
        const restart = needsRestart ? ' Another value needs a restart.' : '';
        return [
          flag,
          {
            ...param.schema,
            description: `${aboutOf(setting)}. Environment: ${environmentName(flag)}.${restart}`,
            ...(defaultText === undefined && isScalar(value) ? { default: value } : {}),
          },
        ];
      }),
    ),
    additionalProperties: false,
  };
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
