import type { Codec, ObjectCodec, ValueOf } from '../codec/codec.js';
import { enumOf } from '../codec/enum-of.js';
import { i64, u16, u32, u64 } from '../codec/integers.js';
import { bigintMapOf } from '../codec/map-of.js';
import { option } from '../codec/option.js';
import { isJsonObject } from '../codec/json.js';
import { named, objectCodec, struct } from '../codec/struct.js';

const SOURCE =
  'packages/rs-dpp/src/data_contract/associated_token/token_perpetual_distribution/distribution_function/mod.rs';

const form = (name: string, summary: string): { name: string; summary: string; source: string } => ({
  name,
  summary,
  source: SOURCE,
});

/** Parameters that the curves share; `a` and `m` are signed in some of them. */
const curve = (name: string, summary: string, a: Codec<bigint>, m: Codec<bigint>) =>
  struct(form(name, summary), {
    a,
    d: u64,
    m,
    n: u64,
    o: i64,
    startMoment: named('start_moment', option(u64)),
    b: u64,
    minValue: named('min_value', option(u64)),
    maxValue: named('max_value', option(u64)),
  });

const steps = bigintMapOf(u64, u64);

/** Steps and their amounts. JSON has each step as a member of the function itself. */
const stepwise: ObjectCodec<{ readonly steps: ReadonlyMap<bigint, bigint> }> = objectCodec({
  description: {
    kind: 'struct',
    ...form('Stepwise', 'Gives the amount of the last step that was reached.'),
    fields: [{ name: 'steps', jsonName: undefined, content: steps.description }],
  },
  decodeInto: (reader, target) => {
    target['steps'] = steps.decode(reader);
  },
  encode: (writer, value) => steps.encode(writer, value.steps),
  toJsonInto: (value, target) => {
    const json = steps.toJson(value.steps);
    if (isJsonObject(json)) Object.assign(target, json);
  },
  fromJsonInto: (json, target) => {
    const { $type: _type, ...members } = json;
    target['steps'] = steps.fromJson(members);
  },
});

/**
 * Describes how many tokens a perpetual distribution releases at each interval. JSON names parameters in snake case.
 */
export const distributionFunction = enumOf(
  { name: 'DistributionFunction', tag: 'type' },
  {
    fixedAmount: struct(form('FixedAmount', 'Gives the same amount each time.'), { amount: u64 }),
    random: struct(form('Random', 'Gives an amount between two.'), { min: u64, max: u64 }),
    stepDecreasingAmount: struct(form('StepDecreasingAmount', 'Gives less after every so many intervals.'), {
      stepCount: named('step_count', u32),
      decreasePerIntervalNumerator: named('decrease_per_interval_numerator', u16),
      decreasePerIntervalDenominator: named('decrease_per_interval_denominator', u16),
      startDecreasingOffset: named('start_decreasing_offset', option(u64)),
      maxIntervalCount: named('max_interval_count', option(u16)),
      distributionStartAmount: named('distribution_start_amount', u64),
      trailingDistributionIntervalAmount: named('trailing_distribution_interval_amount', u64),
      minValue: named('min_value', option(u64)),
    }),
    stepwise,
    linear: struct(form('Linear', 'Gives a·(x − start)/d + start amount.'), {
      a: i64,
      d: u64,
      startStep: named('start_step', option(u64)),
      startingAmount: named('starting_amount', u64),
      minValue: named('min_value', option(u64)),
      maxValue: named('max_value', option(u64)),
    }),
    polynomial: curve('Polynomial', 'Gives a·(x − s + o)^(m/n)/d + b.', i64, i64),
    exponential: curve('Exponential', 'Gives a·e^(m·(x − s + o)/n)/d + b.', u64, i64),
    logarithmic: curve('Logarithmic', 'Gives a·ln(m·(x − s + o)/n)/d + b.', i64, u64),
    invertedLogarithmic: curve('InvertedLogarithmic', 'Gives a·ln(n/(m·(x − s + o)))/d + b.', i64, u64),
  },
);

export type DistributionFunction = ValueOf<typeof distributionFunction>;
