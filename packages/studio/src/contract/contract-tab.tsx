import { Panel } from '../components/panel.js';

/** The contract tab. */
export default function ContractTab() {
  return <Panel title="Contract">…</Panel>;
}
