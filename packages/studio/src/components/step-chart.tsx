/** Describes a line that holds a value until it steps to the next. */
export interface Steps {
  readonly name: string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

const WIDTH = 480;
const HEIGHT = 150;
const EDGE = { left: 28, right: 12, top: 10, bottom: 22 };

/** Shows lines that step over time, from `from` to `to`; they end at `now`. */
export function StepChart(props: {
  /** A description for screen readers. */
  readonly label: string;
  readonly lines: readonly Steps[];
  readonly from: number;
  readonly to: number;
  readonly now: number;
  /** The labels below both ends. */
  readonly ends: readonly [from: string, to: string];
}) {
  const { lines, from, to, now } = props;
  const max = Math.max(1, ...lines.flatMap(({ points }) => points.map(({ value }) => value)));
  const x = (at: number): number =>
    EDGE.left + ((Math.min(at, to) - from) / Math.max(1, to - from)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value: number): number =>
    HEIGHT - EDGE.bottom - (value / max) * (HEIGHT - EDGE.top - EDGE.bottom);
  const pathOf = ({ points }: Steps): string => {
    const [first, ...rest] = points;
    if (first === undefined) return '';
    const steps = rest.map(({ at, value }) => `H${x(at)}V${y(value)}`).join('');
    return `M${x(first.at)} ${y(first.value)}${steps}H${x(now)}`;
  };
  return (
    <svg class="step-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={props.label}>
      {[0, max].map((value) => (
        <g key={value}>
          <line class="step-chart-grid" x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(value)} y2={y(value)} />
          <text class="step-chart-text" x={EDGE.left - 6} y={y(value) + 4} text-anchor="end">
            {value}
          </text>
        </g>
      ))}
      <line class="step-chart-now" x1={x(now)} x2={x(now)} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
      {lines.map((line, at) => (
        <g key={line.name} data-series={at}>
          <path class="step-chart-line" d={pathOf(line)} />
          <circle class="step-chart-end" cx={x(now)} cy={y(line.points.at(-1)?.value ?? 0)} r={3.5} />
        </g>
      ))}
      <text class="step-chart-text" x={EDGE.left} y={HEIGHT - 6}>
        {props.ends[0]}
      </text>
      <text class="step-chart-text" x={WIDTH - EDGE.right} y={HEIGHT - 6} text-anchor="end">
        {props.ends[1]}
      </text>
    </svg>
  );
}
