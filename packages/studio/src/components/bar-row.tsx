/** Shows a label with one or more bars, each with its number. */
export function BarRow(props: {
  readonly label: string;
  readonly bars: readonly {
    /** The name of the quantity. */
    readonly name: string;
    /** 0 to 1. */
    readonly share: number;
    readonly text: string;
  }[];
}) {
  return (
    <div class="bar-row">
      <span class="bar-row-label">{props.label}</span>
      <div class="bar-row-bars">
        {props.bars.map(({ name, share, text }, at) => (
          <div key={name} class="bar" data-series={at}>
            <span class="bar-track" aria-hidden="true">
              <span class="bar-fill" style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
            </span>
            <span class="bar-text">
              {text} <small>{name}</small>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
