import { Component, type ComponentChildren } from 'preact';
import { Button } from './button.js';
import { Notice } from './notice.js';

/** Contains an exception in one part of the page. */
export class ErrorBoundary extends Component<
  { readonly children: ComponentChildren },
  { readonly error?: unknown }
> {
  override state: { readonly error?: unknown } = {};

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ error });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Notice kind="bad" title="This part of the studio stopped working">
        <p>{error instanceof Error ? error.message : 'An unknown error was thrown.'}</p>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </Notice>
    );
  }
}
