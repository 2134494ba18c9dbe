import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

/** Defines the first words of methods with two words as methods of their own, which reject whatever second word they get. */
export const BARE_COMMANDS: readonly EmulatorMethod[] = [
  bareCommand('bls', 'Evo', 'methods about BLS keys'),
  bareCommand('masternode', 'Dash', 'methods about masternodes and their payments'),
  bareCommand('protx', 'Evo', 'methods about the list of masternodes'),
  bareCommand('quorum', 'Evo', 'methods about quorums and their signatures'),
];

function bareCommand(name: string, category: EmulatorMethod['category'], summary: string): EmulatorMethod {
  return {
    name,
    category,
    summary,
    params: [{ name: 'command', type: 'string', about: 'the second word of the method' }],
    answer() {
      throw invalidParameter('Must be a valid command');
    },
  };
}
