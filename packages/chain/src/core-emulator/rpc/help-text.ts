import type { EmulatorMethod, EmulatorParam } from './emulator-method.js';

/**
 * Returns how a method is called, in Dash Core's form: params in parentheses can be left out.
 *
 * Source: `RPCHelpMan::ToString` in `src/rpc/util.cpp` of dashpay/dash.
 */
export function synopsis({ name, params }: Pick<EmulatorMethod, 'name' | 'params'>): string {
  const words = [name];
  let wasOptional = false;
  for (const param of params) {
    const isOptional = param.isOptional === true;
    if (isOptional && !wasOptional) words.push('(');
    if (!isOptional && wasOptional) words.push(')');
    words.push((QUOTED[param.type] ?? false) ? `"${param.name}"` : shapeOf(param));
    wasOptional = isOptional;
  }
  if (wasOptional) words.push(')');
  return words.join(' ');
}

/** Returns the help of a method: the result of `help`, and the error of a call with too few or too many params. */
export function helpText(method: EmulatorMethod): string {
  const { params, summary, difference } = method;
  const rows = params.map(({ name, type, isOptional, about }, index) => {
    return `${index + 1}. ${name} (${type}, ${isOptional === true ? 'optional' : 'required'}) ${about}`;
  });
  return [
    synopsis(method),
    sentence(summary),
    ...(rows.length > 0 ? [['Arguments:', ...rows].join('\n')] : []),
    ...(difference === undefined ? [] : [`Otherwise than in Dash Core: ${difference}`]),
  ].join('\n\n');
}

const QUOTED: Partial<Readonly<Record<EmulatorParam['type'], true>>> = { string: true };

function shapeOf({ name, shape }: EmulatorParam): string {
  return shape ?? name;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
